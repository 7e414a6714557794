import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { send } from "./send.ts";
import { operation, writingRun } from "./testing.ts";
import { nothingUnique, uniqueValuesOf } from "./unique-values.ts";

test("what is too far ahead for the service is sent again sooner, and under a chosen key it is not", async () => {
  const one = operation({ id: "book", method: "POST", path: "/v1/booking", responses: { "201": null } });
  const sent: string[] = [];
  const run = writingRun(async (_, { body }: Call) => {
    const { on } = body as { readonly on: string };
    sent.push(on);
    return exchange({ operation: null, status: on < "2026-03-20" ? 201 : 422 });
  });
  uniqueValuesOf(run, one).known = { ...nothingUnique(), pointers: ["/on"] };
  const book = async (idempotencyKey?: string) => {
    const body = { on: "2026-03-02" };
    const details = { purpose: "p", body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
    const { response } = await send(run, one, { path: {}, query: {}, isLive: true }, details);
    return response?.status;
  };
  assert.deepEqual([await book(), await book(), await book("k1")], [201, 201, 422]);
  assert.deepEqual([await book(), await book(), await book()], [201, 201, 201]);
  const days = ["09", "16", "23", "03", "10", "17"].map((day) => `2026-03-${day}`);
  assert.deepEqual(sent, days);
});

test("it is sent again once only", async () => {
  const one = operation({ id: "book", method: "POST", path: "/v1/booking", responses: { "201": null } });
  let count = 0;
  const run = writingRun(async () => {
    count += 1;
    return exchange({ operation: null, status: count === 1 ? 201 : 422 });
  });
  uniqueValuesOf(run, one).known = { ...nothingUnique(), pointers: ["/on"] };
  const book = () =>
    send(run, one, { path: {}, query: {}, isLive: true }, { purpose: "p", body: { on: "2026-03-02" } });
  await book();
  assert.equal((await book()).response?.status, 422);
  assert.equal(count, 3);
});
