/** Notes of the second API, which are created, replaced and removed. */
import { createHash } from "node:crypto";
import type { Circumstance, Flaw } from "./flaws.ts";
import { problem } from "./problem.ts";

/** A request about notes whose token is good. */
interface NoteRequest {
  readonly method: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** What If-Match holds. */
  readonly tag: string | null;
}

/** A day of some kind as the one before it; any other as it is. */
function dayBefore(day: unknown, isOfKind: (date: Date) => boolean): unknown {
  const date = new Date(String(day));
  return isOfKind(date) ? new Date(date.getTime() - 86_400_000).toISOString().slice(0, 10) : day;
}

/** The days that flaws take for the ones before them: of moments that are rounded towards zero, and where clocks are changed. */
const daysLost: Partial<Record<Flaw, (date: Date) => boolean>> = {
  "note.day-before": (date) => date.getTime() < 0,
  "note.summer-day-before": (date) => date.getUTCMonth() > 2 && date.getUTCMonth() < 9,
};

/** What a note says, and how it looks where it was told. */
interface Note {
  readonly text: string;
  readonly color?: unknown;
  readonly pinned: unknown;
  readonly since?: unknown;
  /** 0 is the first one. */
  readonly rank: unknown;
  /** Shown where it should not be. */
  readonly password?: unknown;
}

/** How often a note has been shown when it is filed, which nobody asked for. */
const shownUntilFiled = 3;

/** Somebody else writes no more than these, so that lists stay short. */
const mostForeign = 120;

/** Keeps notes; none at the beginning. */
export function createNotes(flaw: Flaw | undefined, circumstance: Circumstance | undefined) {
  const notes = new Map<string, Note>();
  /** The words of notes that a flaw keeps. */
  const words = new Map<string, number>();
  let first: string | null = null;
  const pinnedAtFirst = new Map<string, unknown>();
  let created = 0;
  let [requests, foreign] = [0, 0];

  function create(note: Note): Response {
    created += 1;
    const id = `N${created}`;
    const text = flaw === "note.one-text" ? "A text" : note.text;
    const kept = { ...note, text: flaw === "note.cut" ? text.slice(0, 20) : text };
    if (flaw !== "note.created-elsewhere") notes.set(id, kept);
    pinnedAtFirst.set(id, kept.pinned);
    const location =
      flaw === "location.of-list" ? "/v1/note" : `/v1/note/${flaw === "location.other" ? "N0" : id}`;
    return Response.json(shown(id, kept), { status: 201, headers: { location } });
  }

  const timesShown = new Map<string, number>();
  const shown = (id: string, note: Note) => {
    const times = (timesShown.get(id) ?? 0) + 1;
    timesShown.set(id, times);
    return { id, ...note, ...(circumstance === "notes-go-on" ? { filed: times > shownUntilFiled } : {}) };
  };
  const tagOf = (id: string, note: Note) => {
    const isFiled = circumstance === "notes-go-on" && (timesShown.get(id) ?? 0) > shownUntilFiled;
    const said = flaw === "note.tag-stays" ? id : JSON.stringify([id, note, isFiled]);
    return `"${createHash("sha256").update(said).digest("hex")}"`;
  };
  /** The answers to what was sent with a key. */
  const answers = new Map<string, Response>();
  /** Somebody else writes a note now and then. */
  const goOn = () => {
    requests += 1;
    if (circumstance !== "notes-of-others" || requests % 25 !== 0 || foreign >= mostForeign) return;
    foreign += 1;
    notes.set(`N${1000 + foreign}`, { text: `Of somebody else, ${foreign}`, pinned: false, rank: 3 });
  };
  const list = () => [...notes].map(([id, note]) => shown(id, note));
  return {
    list,
    /** Those that are pinned, or those that are not; all where nothing is asked for. */
    listBy(pinned: string | null) {
      goOn();
      const wasPinned = ({ id, pinned }: ReturnType<typeof list>[number]) =>
        flaw === "notes.pinned-at-first" ? (pinnedAtFirst.get(id) ?? pinned) : pinned;
      return list().filter((note) => pinned === null || String(wasPinned(note)) === pinned);
    },
    /** How many words a note has. */
    summary(id: string): Response {
      const known = notes.get(id)?.text.split(" ").length ?? words.get(id);
      return known === undefined ? problem(404, "No such note.") : Response.json({ words: known });
    },
    /** What it answers; the same as before to what comes again with its key. */
    async once(key: string | null, asked: NoteRequest): Promise<Response> {
      if (flaw === "note.race" && asked.method === "PUT" && this.isCurrent(asked)) {
        await new Promise(setImmediate);
        return this.answer(asked, true);
      }
      const isPlain = asked.method === "POST" && asked.body.color === undefined;
      const isForgotten =
        key === null || flaw === "note.key-forgotten" || (flaw === "note.plain-key-forgotten" && isPlain);
      const answer = isForgotten ? this.answer(asked) : (answers.get(key) ?? this.answer(asked));
      if (key !== null && answer.ok) answers.set(key, answer);
      return answer.clone();
    },
    /** True where a note is what If-Match says. */
    isCurrent({ id, tag }: Pick<NoteRequest, "id" | "tag">): boolean {
      const note = notes.get(id);
      return note === undefined || tag === null || tag === tagOf(id, note) || flaw === "note.any-tag";
    },
    /** @param isLetIn - True for a request whose If-Match was looked at before. */
    answer({ method, id, body, tag }: NoteRequest, isLetIn = false): Response {
      goOn();
      const text = String(body.text);
      const isLost = flaw === undefined ? undefined : daysLost[flaw];
      const note: Note = {
        text,
        pinned: body.pinned ?? flaw === "note.pinned",
        rank: (flaw === `note.rank-${method}` ? body.rank || null : body.rank) ?? 3,
        ...(body.color === undefined ? {} : { color: body.color }),
        ...(body.since === undefined
          ? {}
          : { since: isLost === undefined ? body.since : dayBefore(body.since, isLost) }),
        ...(flaw === "note.password-shown" ? { password: body.password } : {}),
      };
      const length = flaw === "note.bytes" ? Buffer.byteLength(text) : [...text].length;
      const isText = typeof body.text === "string" && (length <= 40 || flaw === "note.any-length");
      if (["POST", "PUT"].includes(method) && !isText) return problem(400, "text is wrong.");
      first ??= text;
      const isOther = circumstance === "one-text" && text !== first;
      if (method === "POST" && isOther) return problem(422, "Not this text.");
      const isThere = [...notes.values()].some((one) => one.text === text);
      if (method === "POST" && circumstance === "other-texts" && isThere)
        return problem(409, "It says the same.");
      if (method === "POST") return create(note);
      const known = notes.get(id);
      if (known === undefined) return problem(404, "No such note.");
      if (method === "GET") {
        const note = shown(id, known);
        return Response.json(note, { headers: { etag: tagOf(id, known) } });
      }
      if (!isLetIn && !this.isCurrent({ id, tag })) return problem(412, "The note has changed.");
      if (method === "DELETE" && flaw === "note.words-stay") words.set(id, known.text.split(" ").length);
      const other = [...notes.keys()].find((one) => one !== id) ?? id;
      if (method === "DELETE" && flaw !== "note.stays")
        notes.delete(flaw === "note.other-removed" ? other : id);
      const isKept = flaw === "note.unchanged" || (flaw === "note.one-kept" && text.endsWith("2"));
      const next = flaw === "note.color-kept" ? { ...known, ...note } : note;
      if (method === "PUT" && !isKept) notes.set(flaw === "note.other-replaced" ? other : id, next);
      return new Response(null, { status: 204 });
    },
  };
}
