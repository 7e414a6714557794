import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { changersOf, judgeRepeated } from "./repeated-creation.ts";
import { operation } from "./testing.ts";

const create = operation({ id: "createThing", method: "POST", path: "/v1/thing" });
const creations = { id: { operation: "createThing", pointer: "/id" } };

/** What changes things, among these operations. */
function changers(...rows: readonly Parameters<typeof operation>[0][]) {
  const all = rows.map((row) => operation({ creations, ...row }).row);
  const operations = Object.fromEntries([create.row, ...all].map((row) => [row.id, row]));
  const one = { row: create.row, description: { operations, samples: {} } };
  return changersOf(one).map(({ one: { row }, parameter, pointer }) => [row.id, parameter, pointer]);
}

test("what is created is changed by what takes its id, and does not remove it", () => {
  const path = "/v1/thing/{id}";
  assert.deepEqual(changers({ id: "replaceThing", method: "PUT", path }), [["replaceThing", "id", "/id"]]);
  assert.deepEqual(changers({ id: "cancelThing", method: "POST", path: `${path}/cancel` }), [
    ["cancelThing", "id", "/id"],
  ]);
  assert.deepEqual(changers({ id: "getThing", path }, { id: "removeThing", method: "DELETE", path }), []);
  assert.deepEqual(
    changers({ id: "movePart", method: "PUT", path: `${path}/part/{part}` }),
    [],
    "of which part?",
  );
});

test("it is the same thing when it is created again under its key", () => {
  const shown = (id: string | null, status = 201) => exchange({ status, body: { id } });
  const kinds = (again: ReturnType<typeof shown>) =>
    judgeRepeated(create, "/id", [shown("T1"), shown("T1", 200), again]).map(({ kind }) => kind);
  assert.deepEqual(kinds(shown("T1")), ["held"]);
  assert.deepEqual(kinds(shown("T2")), ["violated"]);
  assert.deepEqual(kinds(shown("T1", 409)), [], "what becomes of the key is open");
  assert.deepEqual(kinds(shown(null)), []);
});
