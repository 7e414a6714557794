import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { isShown, judgeRemoved } from "./removed-item.ts";
import { operation } from "./testing.ts";

const { row } = operation({ id: "removeThing", method: "DELETE", path: "/v1/thing/{id}" });
const removed = (places: readonly string[], isItsDoing = true, status = 204) =>
  judgeRemoved(
    row,
    "T1",
    exchange({ status }),
    places.map((place) => ({ place, seen: "was 1, is not there" })),
    isItsDoing,
  ).kind;

test("a DELETE does something to its item, and not to another one in its place", () => {
  assert.equal(removed(["listThings T1"]), "held");
  assert.equal(removed(["listThings T2", "listThings T1"]), "held");
  assert.equal(removed(["listThings"]), "held", "of a body that is shown whole");
  assert.equal(removed([]), "violated");
  assert.equal(removed(["listThings T2"]), "violated");
  assert.equal(removed(["listThings T2"], false), "missing", "it may be somebody else's doing");
  assert.equal(removed([], true, 202), "missing", "it may come later");
});

test("an item is shown by its own list, where that is read, or by what is shown whole", () => {
  const bound = { ...row, bindings: { id: { operation: "listThings", pointer: "/things/0/id" } } };
  const shown = (view: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    isShown(
      bound,
      "7",
      new Map(Object.entries(view).map(([list, items]) => [list, new Map(Object.entries(items))])),
    );
  assert.ok(shown({ listThings: { 7: "{}" } }));
  assert.ok(!shown({ listThings: {}, listOthers: { 7: "{}" } }), "the seventh of something else");
  assert.ok(shown({ listOthers: { 7: "{}" } }));
  assert.ok(shown({ getThing: { "": '{"id":"7"}' } }));
});
