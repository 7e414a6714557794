import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { conditionFor } from "./precondition.ts";

test("what was read may be changed where it is still the same, as far as its ETag can tell", () => {
  const after = (status: number, tag: string) =>
    conditionFor(exchange({ status, headers: [["ETag", tag]] }))[0]?.[1];
  assert.equal(after(200, '"7"'), '"7"');
  assert.equal(after(200, 'W/"7"'), "*");
  assert.equal(after(404, '"7"'), "*");
  assert.equal(conditionFor(exchange({ status: 200 }))[0]?.[1], "*");
});
