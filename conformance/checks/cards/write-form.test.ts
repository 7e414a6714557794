import assert from "node:assert/strict";
import { test } from "node:test";
import { isJudgedHere, writeOperations } from "./write-form.ts";

test("writes that are described are judged here, unless they need to know what there is just before", () => {
  assert.equal(isJudgedHere({}), true);
  assert.equal(isJudgedHere({ ifMatch: "optional" }), true);
  assert.equal(isJudgedHere({ ifMatch: "required" }), false);
  assert.equal(isJudgedHere(undefined), false);
  assert.equal(writeOperations.length, 2);
});
