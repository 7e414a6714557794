import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { exchange } from "../../wire/testing.ts";
import type { Row } from "./operation.ts";
import { isSame, otherParentCheck } from "./other-parent.ts";
import { operation } from "./testing.ts";

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
  assert.deepEqual(titles({ method: "DELETE" }), [], "a write");
  assert.deepEqual(titles({ bindings: {} }), [], "nothing says what the ids are");
  assert.deepEqual(titles({ bindings: notes.bindings }), [], "nothing lists it");
  assert.deepEqual(titles({ path: "/v1/card/{id}/note" }), [], "one id");
  assert.deepEqual(titles({ path: "/v1/card/{id}/note/{noteId}/text" }), [], "something of the item");
});

test("two reads show the same, whatever the id of the parent that they show", () => {
  const shown = (body: object) => exchange({ body });
  const same = (one: object, other: object) => isSame(shown(one), shown(other), "C1", "C2");
  assert.equal(same({ id: 1, card: "C1", text: "a" }, { id: 1, card: "C2", text: "a" }), true);
  assert.equal(same({ id: 1, text: "a" }, { id: 1, text: "a" }), true);
  assert.equal(same({ id: 1, text: "a" }, { id: 1, text: "b" }), false);
});
