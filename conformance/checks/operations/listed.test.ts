import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeElsewhere } from "./listed.ts";
import { operation, signedWrite } from "./testing.ts";

const write = operation(signedWrite);

test("what was created below one item, and appears below another one, is held against a server", () => {
  const judged = (before: readonly string[], after: readonly string[], status = 201) =>
    judgeElsewhere(write, exchange({ status }), "P2", [
      { path: { id: "T1" }, before: new Set(), after: new Set() },
      { path: { id: "T2" }, before: new Set(before), after: new Set(after) },
    ]).kind;
  assert.equal(judged(["P1"], ["P1", "P2"]), "violated");
  assert.equal(judged(["P1"], ["P1", "P3"]), "missing", "somebody else has created something");
  assert.equal(judged(["P2"], ["P2"]), "missing", "the second of each item");
  assert.equal(judged([], [], 201), "missing", "a draft, which no list shows");
  assert.equal(judged([], ["P2"], 409), "missing", "what was refused");
});
