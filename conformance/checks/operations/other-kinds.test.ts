import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { kindsAmong, otherKindsOf } from "./other-kinds.ts";
import { operation, writingRun } from "./testing.ts";

const things = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: `T${index}`, name: `Thing ${index}`, size: index % 3 },
  state: ["open", "open", "held"][index % 3],
  isNew: index % 4 === 0,
}));

test("kinds are told by what has few values, each of them several times", () => {
  const kinds = kindsAmong(things, things[0]);
  assert.deepEqual(
    kinds.map(({ item, kind }) => [(item as { id: string }).id, kind]),
    [
      ["T2", "state held"],
      ["T1", "isNew false"],
    ],
  );
  assert.deepEqual(kindsAmong(things.slice(0, 4), things[0]), [], "of so few, nothing is a kind");
  assert.deepEqual(kindsAmong(things, undefined), []);
});

const listing = { items: "/things", id: { pointer: "/id", schema: null } };
const list = operation({ id: "listThings", path: "/v1/thing", listing });
const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/size" };
const size = operation({
  ...{ id: "sizeThing", method: "PUT", path: "/v1/thing/{id}/size", mediaType: "application/json", changes },
});

test("an item of each other kind is asked for what it has already, unless one is named", async () => {
  const described = {
    row: size.row,
    description: {
      operations: { ...list.description.operations, ...size.description.operations },
      samples: { ...list.description.samples, ...size.description.samples },
    },
  };
  const run = writingRun(async () => exchange({ operation: null, body: { things } }));
  const args = { path: { id: "T0" }, query: {}, isLive: true };
  assert.deepEqual(await otherKindsOf(run, described, args), [
    { path: { id: "T2" }, body: 2, kind: "state held" },
    { path: { id: "T1" }, body: 1, kind: "isNew false" },
  ]);
  assert.deepEqual(await otherKindsOf({ ...run, card: "T0" }, described, args), []);
  const post = { ...described, row: { ...size.row, method: "POST" as const } };
  assert.deepEqual(await otherKindsOf(run, post, args), []);
});
