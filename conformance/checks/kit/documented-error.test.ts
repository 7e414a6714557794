import assert from "node:assert/strict";
import { test } from "node:test";
import { errorType, errorTypePointer, typePointerIn } from "./documented-error.ts";

test("what says of which type an error is, is what the requirement names", () => {
  const problem = { type: "about:blank", title: "Unauthorized", code: "BadToken" };
  assert.equal(typePointerIn(problem, "The problem of that 401 has the code BadToken."), "/code");
  assert.equal(typePointerIn(problem, "A 401 Unauthorized has the code BadToken."), "/code");
  assert.equal(typePointerIn({ error: problem }, "It has the code BadToken."), "/error/code");
  assert.equal(typePointerIn(problem, "It has the type about:blank."), "/type");
  assert.equal(typePointerIn(problem, "It has the code Bad."), "/type", "a part of a word is none");
  assert.equal(typePointerIn(null, ""), "/type");
});

test("of this description it is the type that its example shows", () => {
  assert.equal(errorTypePointer, "/type");
  assert.equal(errorType, "InvalidRequest");
});
