import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { isWrite } from "./is-write.ts";

test("what takes a token and is not a GET is a write; token requests, reads and other paths are not", () => {
  const all = Object.values<Operation>(operations);
  assert.deepEqual(
    all.filter(({ id }) => isWrite(id)).map(({ id }) => id),
    all.filter(({ changes }) => changes !== null).map(({ id }) => id),
  );
  assert.ok(!isWrite(null) && !isWrite("no-such-operation"));
});
