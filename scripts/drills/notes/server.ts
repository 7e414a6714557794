/** The notes of cards on an independent server, and the ways in which it gets them wrong. */
import { cardRoutes } from "../card-server-testing.ts";
import { objectIn, pageOf, type Route, refuse } from "../independent-server.ts";

/** What such a server does wrong: it keeps what is removed, adds to another card, or lists those of another one. */
export type NoteFault = "keeps" | "adds-elsewhere" | "lists-elsewhere";

/** The operations on cards and their notes, which have ids of their own on each card. */
export function noteRoutes(fault: NoteFault | null = null): Route[] {
  const notes = new Map<string, { noteId: string; cardId: string; text: string }[]>();
  const counts = new Map<string, number>();
  const add = (id: string, text: string) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const note = { noteId: `N${count}`, cardId: id, text };
    notes.get(id)?.push(note);
    return note;
  };
  for (let index = 0; index < 31; index += 1) {
    notes.set(`CRD${2001 + index}`, []);
    for (let time = 0; time <= index % 2; time += 1) add(`CRD${2001 + index}`, `Note ${time}`);
  }
  const notesOf = (id = "") => notes.get(id) ?? refuse(404, "no such card");
  const path = /^\/v1\/card\/([^/]+)\/note$/;
  return [
    ...cardRoutes(),
    {
      method: "GET",
      path,
      answer: ({ captured: [id = ""], query }) => {
        const own = notesOf(id);
        const shown = fault === "lists-elsewhere" ? notesOf("CRD2001") : own;
        const { page, next } = pageOf(shown, query.get("cursor"), 10);
        return { status: 200, body: next === null ? { notes: page } : { notes: page, nextCursor: next } };
      },
    },
    {
      method: "POST",
      path,
      signed: true,
      answer: (asked) => {
        const [id = ""] = asked.captured;
        notesOf(id);
        const { text } = objectIn(asked);
        if (typeof text !== "string" || text === "") refuse(400, "a text is needed");
        return { status: 201, body: add(fault === "adds-elsewhere" ? "CRD2001" : id, text) };
      },
    },
    {
      method: "DELETE",
      path: /^\/v1\/card\/([^/]+)\/note\/([^/]+)$/,
      signed: true,
      answer: ({ captured: [id, noteId] }) => {
        const own = notesOf(id);
        const index = own.findIndex((note) => note.noteId === noteId);
        if (index === -1) refuse(404, "no such note");
        if (fault !== "keeps") own.splice(index, 1);
        return { status: 204 };
      },
    },
  ];
}
