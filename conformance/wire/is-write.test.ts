import assert from "node:assert/strict";
import { test } from "node:test";
import { api, type Operation, operations } from "../../generated/operations.ts";
import { isWrite } from "./is-write.ts";

test("what takes a token and is not a GET is a write; token requests, reads and other paths are not", () => {
  const all = Object.values<Operation>(operations);
  for (const { id, changes } of all) if (changes !== null) assert.ok(isWrite(id), id);
  for (const { id, paginated } of all) if (paginated !== null) assert.ok(!isWrite(id), id);
  assert.ok(!isWrite(api.token));
  assert.ok(!isWrite(null) && !isWrite("no-such-operation"));
});
