import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import type { GapId } from "../../generated/requirements.ts";
import { choose } from "./choices.ts";
import { partnerOf } from "./testing.ts";

const hour = 3_600_000;
const first = { key: "a-key", body: { daily: 11 } };

/** A sandbox in which the first write and then another one have been carried out. */
async function written(...choices: (readonly [GapId, string])[]) {
  const partner = partnerOf({ choices: choose(...choices) });
  const bearer = await partner.token();
  const reply = await (await partner.write(bearer, first)).text();
  await partner.write(bearer, { body: { daily: 22 } });
  const send = async (change: Parameters<typeof partner.write>[1]) => {
    const response = await partner.write(await partner.token(), change);
    return { status: response.status, text: await response.text(), daily: partner.limits()?.daily };
  };
  return { ...partner, send, reply };
}

test("the same write under the same key is answered as before, and not carried out again", async () => {
  const { send, reply } = await written();
  assert.deepEqual(await send(first), { status: 200, text: reply, daily: 22 });
});

test("another body, another card and another method under the same key are refused", async () => {
  const { send, limits } = await written();
  const before = limits("CRD100008")?.daily;
  for (const change of [
    { ...first, body: { daily: 33 } },
    { ...first, id: "CRD100008" },
    { ...first, method: "PUT" as const },
  ]) {
    const { status, daily } = await send(change);
    assert.deepEqual([status, daily], [409, 22]);
  }
  assert.equal(limits("CRD100008")?.daily, before);
});

test("the key is remembered for 24 hours and not longer", async () => {
  const { sandbox, send } = await written();
  sandbox.clock.advance(24 * hour);
  assert.equal((await send(first)).daily, 22);
  sandbox.clock.advance(1);
  assert.deepEqual(await send(first).then(({ status, daily }) => [status, daily]), [200, 11]);
});

test("a key that is used again after its window is remembered for 24 hours more", async () => {
  const { sandbox, send } = await written();
  sandbox.clock.advance(25 * hour);
  await send(first);
  await send({ body: { daily: 44 } });
  sandbox.clock.advance(23 * hour);
  assert.equal((await send(first)).daily, 44);
});

test("where it is chosen, the key is remembered for ever", async () => {
  const { sandbox, send } = await written(["gap.idempotency.after-window", "replayed"]);
  sandbox.clock.advance(1000 * hour);
  assert.equal((await send(first)).daily, 22);
});

test("a retry is checked like any other write", async () => {
  const { send } = await written();
  assert.equal((await send({ ...first, signature: "bm90aGluZw==" })).status, 401);
  assert.equal((await send({ ...first, authorization: "Bearer never-issued" })).status, 401);
  assert.equal((await send({ ...first, age: api.timestampWindowSeconds + 1 })).status, 401);
});

test("a refused write does not use up its key", async () => {
  const { send } = await written();
  assert.equal((await send({ key: "new", body: { daily: "x" } })).status, 400);
  assert.equal((await send({ key: "new", body: { daily: 55 }, signature: null })).status, 400);
  assert.deepEqual(
    await send({ key: "new", body: { daily: 55 } }).then(({ status, daily }) => [status, daily]),
    [200, 55],
  );
});

test("where it is chosen, a refused write uses up its key, and a write that was carried out does not lose it", async () => {
  const { send } = await written(["gap.idempotency.refused-key", "refused"]);
  const renewed = { key: "new", body: { daily: 55 } };
  assert.equal((await send({ ...renewed, authorization: "Bearer never-issued" })).status, 401);
  assert.equal((await send(renewed)).status, 401);
  assert.equal((await send({ ...first, authorization: "Bearer never-issued" })).status, 401);
  assert.equal((await send(first)).status, 200);
});

test("the same body under another key is carried out", async () => {
  const { send } = await written();
  assert.equal((await send({ ...first, key: "another" })).daily, 11);
});

for (const [answer, status, daily] of [
  ["422", 422, 22],
  ["replayed", 200, 22],
  ["applied", 200, 33],
] as const) {
  test(`another body under the same key, with the choice ${answer}`, async () => {
    const { send } = await written(["gap.idempotency.reuse", answer]);
    const seen = await send({ ...first, body: { daily: 33 } });
    assert.deepEqual([seen.status, seen.daily], [status, daily]);
  });
}
