import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { idsToWrite, judgeKept, statesKeptCheck, type Written } from "./states-kept.ts";
import { operation } from "./testing.ts";

const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/size", kept: ["/state"] };
const bindings = { id: { operation: "listThings", pointer: "/things/0/id" } };
const [id, path] = ["sizeThing", "/v1/thing/{id}/size"];
const write = { id, method: "PUT", requirement: "list.request", path, bindings, changes } as const;
const size = operation({ ...write, mediaType: "application/json" });
const things = ["open", "open", "held", "held", "closed", "held"].map((state, index) => ({
  id: `T${index}`,
  state,
  size: { width: index },
}));

test("one item of each state that the others do not have is written to, and each of them once", () => {
  const ids = (...asked: readonly string[]) =>
    idsToWrite(things, { at: "/id", states: ["/state"], own: "T0", asked });
  assert.deepEqual(ids(), ["T2", "T4"]);
  assert.deepEqual(ids("T2", "T4"), ["T3"]);
  assert.deepEqual(ids("T2", "T3", "T4", "T5"), []);
});

test("a state that changes once may have been changed by others, and a write that is refused tells nothing", () => {
  const [before, after] = [things[2], { ...things[2], state: "open" }];
  const one: Written = { write: exchange({ status: 200 }), before, after, controls: [true] };
  const refused: Written = { ...one, write: exchange({ status: 409 }) };
  assert.equal(judgeKept(size.row, [one, one]).kind, "violated");
  assert.equal(
    judgeKept(size.row, [one, { ...one, controls: [false] }]).kind,
    "missing",
    "others change as well",
  );
  const uncontrolled = { ...one, controls: [] };
  assert.equal(judgeKept(size.row, [uncontrolled, uncontrolled]).kind, "missing");
  assert.equal(judgeKept(size.row, [one]).kind, "missing");
  assert.equal(judgeKept(size.row, [refused, refused]).kind, "missing");
  assert.equal(judgeKept(size.row, [one, { ...one, after: before }]).kind, "missing");
  assert.equal(judgeKept(size.row, [{ ...one, after: before }]).kind, "held");
});

test("an operation that keeps no states has no such check", () => {
  const { kept: _, ...none } = changes;
  assert.deepEqual(statesKeptCheck({ ...size, row: { ...size.row, changes: none } }), []);
});
