import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { exchange } from "../../wire/testing.ts";
import { isListedAlike, isShown, judgeRemoved } from "./removed-item.ts";
import { operation } from "./testing.ts";

const one = operation({ id: "removeThing", method: "DELETE", path: "/v1/thing/{id}" });
const { row } = one;
const removed = (places: readonly string[], isItsDoing = true, status = 204) =>
  judgeRemoved(
    row,
    "T1",
    exchange({ status }),
    places.map((place) => ({ place, seen: "was 1, is not there" })),
    isItsDoing,
  ).kind;

/** The same, to which a link of the list leads. */
const linked = () => ({
  ...one,
  row: { ...row, bindings: { id: { operation: "listThings", pointer: "/things/0/id" } } },
});

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
  const bound = linked();
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

test("an item is listed alike where its own list shows the same of it before and after", () => {
  const bound = linked();
  const view = (list: string, item?: string) =>
    new Map([[list, new Map(item === undefined ? [] : [["7", item]])]]);
  const before = view("listThings", '{"id":"7"}');
  const alike = (after: ReturnType<typeof view>, first = before) => isListedAlike(bound, "7", first, after);
  assert.ok(alike(before));
  assert.ok(!alike(view("listThings")), "it is gone");
  assert.ok(!alike(view("listThings", '{"id":"7","state":"deleted"}')), "it says so");
  assert.ok(!alike(view("listOthers", '{"id":"7"}')), "of another list");
  assert.ok(!alike(view("listThings"), view("listThings")), "it was never listed");
});

test("what no link leads to is listed by the operation above its path", () => {
  const { paginated } = operations.listCards;
  const list = { ...row, id: "listThings", method: "GET", path: "/v1/thing", paginated } as const;
  const described = { row, description: { ...one.description, operations: { listThings: list } } };
  const view = new Map([["listThings", new Map([["7", "{}"]])]]);
  assert.ok(isListedAlike(described, "7", view, view));
  assert.ok(!isListedAlike(one, "7", view, view));
});
