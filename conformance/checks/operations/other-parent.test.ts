import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Row } from "./operation.ts";
import { isSame, otherParentCheck } from "./other-parent.ts";
import { operation, writingRun } from "./testing.ts";

const { id, paginated } = operations.listCards;
const cards = { ...operations.listCards, paginated: { ...paginated, id: { pointer: "/id", schema: null } } };
const notes: Row = {
  ...cards,
  ...{ id: "listNotes", path: "/v1/card/{id}/note" },
  bindings: { id: { operation: id, pointer: `${paginated.items}/0/id` } },
};
const read: Partial<Row> = {
  ...{ id: "readNote", path: "/v1/card/{id}/note/{noteId}", requirement: "list.request" },
  bindings: { ...notes.bindings, noteId: { operation: notes.id, pointer: `${paginated.items}/0/id` } },
  responses: { "200": null, "404": null },
};
function titles(change: Partial<Row> = {}) {
  const { row, description } = operation({ ...read, ...change });
  const all = { ...description.operations, [id]: cards, [notes.id]: notes };
  return otherParentCheck({ row, description: { ...description, operations: all } }).map(
    ({ title }) => title,
  );
}

test("an item of a list is read under another parent, and so is what another operation creates", () => {
  const [title, ...others] = titles();
  assert.match(title ?? "", /with another id, to which the noteId in its path does not belong, is refused$/);
  assert.deepEqual(others, []);
  const creations = { noteId: { operation: "writeNote", pointer: "/id" } };
  assert.deepEqual(titles({ bindings: notes.bindings, creations }), [title]);
});

test("nothing else is", () => {
  assert.deepEqual(titles({ responses: { "200": null, "4XX": null } }), [], "no 404 is shown");
  assert.deepEqual(titles({ method: "PATCH" }), [], "a write that removes nothing");
  assert.deepEqual(titles({ bindings: {} }), [], "nothing says what the ids are");
  assert.deepEqual(titles({ bindings: notes.bindings }), [], "nothing lists it");
  assert.deepEqual(titles({ path: "/v1/card/{id}/note" }), [], "one id");
  assert.deepEqual(titles({ path: "/v1/card/{id}/note/{noteId}/text" }), [], "something of the item");
});

test("what is removed under another parent is still there under its own, as its read or the list shows", async () => {
  const at = { path: "/v1/card/{id}/note/{noteId}", responses: { "204": null, "404": null } };
  const rows = {
    listCards: { ...operations.listCards, paginated: cards.paginated },
    writeNote: operation({
      id: "writeNote",
      method: "POST",
      path: "/v1/card/{id}/note",
      responses: { "201": null },
    }).row,
    readNote: operation({ ...read, bindings: {} }).row,
    removeNote: operation({ id: "removeNote", method: "DELETE", requirement: "list.request", ...at }).row,
  };
  const bindings = notes.bindings;
  const creations = { noteId: { operation: "writeNote", pointer: "/id" } };
  const description = {
    operations: {
      ...rows,
      writeNote: { ...rows.writeNote, bindings },
      removeNote: { ...rows.removeNote, bindings, creations },
    },
    samples: Object.fromEntries(Object.keys(rows).map((name) => [name, { path: {}, query: {}, bodies: [] }])),
  };
  const { readNote: _, ...unread } = description.operations;
  const listed = { ...description, operations: { ...unread, listNotes: notes } };
  const judged = async (
    isLax: boolean,
    isFleeting = false,
    described: typeof description | typeof listed = description,
  ) => {
    const owners = new Map<string, string>();
    const call = async (_: string, { operation: name, path: { id: card = "", noteId = "" } = {} }: Call) => {
      const asked: string = name;
      if (asked === "listCards") return exchange({ body: { cards: [{ id: "C1" }, { id: "C2" }] } });
      if (asked === "listNotes") {
        const own = [...owners].filter(([, owner]) => owner === card);
        return exchange({ body: { cards: own.map(([id]) => ({ id })) } });
      }
      if (asked === "writeNote") {
        owners.set(`N${owners.size + 1}`, card);
        return exchange({ operation: null, status: 201, body: { id: `N${owners.size}` } });
      }
      const isThere = asked === "removeNote" && isLax ? owners.has(noteId) : owners.get(noteId) === card;
      if ((isThere || isFleeting) && asked === "removeNote") owners.set(noteId, "");
      return exchange({ operation: null, status: isThere ? 200 : 404 });
    };
    const run = writingRun(call);
    const [check] = otherParentCheck({ row: described.operations.removeNote, description: described });
    return (await check?.run(run))?.map(({ kind }) => kind);
  };
  assert.deepEqual(await judged(false), ["held"]);
  assert.deepEqual(await judged(true), ["violated"]);
  assert.deepEqual(await judged(false, true), ["missing"], "it is gone, and not by what was refused");
  assert.deepEqual(await judged(false, false, listed), ["held"]);
  assert.deepEqual(await judged(true, false, listed), ["violated"]);
});

test("two reads show the same, whatever the id of the parent that they show", () => {
  const shown = (body: object) => exchange({ body });
  const same = (one: object, other: object) => isSame(shown(one), shown(other), "C1", "C2");
  assert.equal(same({ id: 1, card: "C1", text: "a" }, { id: 1, card: "C2", text: "a" }), true);
  assert.equal(same({ id: 1, text: "a" }, { id: 1, text: "a" }), true);
  assert.equal(same({ id: 1, text: "a" }, { id: 1, text: "b" }), false);
});
