import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeRemoved } from "./removed-item.ts";
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
