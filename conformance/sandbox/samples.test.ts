import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { successStatus } from "./samples.ts";

const creates = { operation: "listCards", parameter: "id", id: "/id", schema: null };
const answered = (...statuses: readonly string[]): Operation => ({
  ...operations.updateCardLimits,
  responses: Object.fromEntries([...statuses, "4XX"].map((status) => [status, null])),
});

test("what a PUT creates is answered with 201, and what it replaces with another status", () => {
  const put = (...statuses: readonly string[]) => ({ ...answered(...statuses), creates });
  assert.deepEqual([successStatus(put("201", "204"), true), successStatus(put("201", "204"))], [201, 204]);
  assert.deepEqual([successStatus(put("200", "201"), true), successStatus(put("200", "201"))], [201, 200]);
  assert.deepEqual([successStatus(put("201"), true), successStatus(put("201"))], [201, 201]);
});

test("any other success has its first status, 200 of a range", () => {
  assert.equal(successStatus(answered("201", "204")), 201);
  assert.equal(successStatus(answered("2XX")), 200);
});
