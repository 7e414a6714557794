import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { differsWithin, judgeDistinct, judgeRetry } from "./retries.ts";

const change = { place: "listThings a", seen: "was 1, is 2" };
const step = (status: number, changes: readonly (typeof change)[]) => ({
  exchange: exchange({ status }),
  changes,
});

test("a retry must not change anything, however it is answered", () => {
  assert.equal(judgeRetry(step(200, []), true, []).kind, "held");
  assert.equal(judgeRetry(step(409, []), true, []).kind, "held");
  assert.equal(judgeRetry(step(500, []), true, []).kind, "missing");
  assert.equal(judgeRetry(step(200, [change]), true, []).kind, "violated");
  assert.equal(judgeRetry(step(409, [change]), true, []).kind, "violated");
  assert.equal(judgeRetry(step(200, [change]), false, []).kind, "missing", "it may be somebody else's doing");
});

test("the same request with a new key must change something, if it is accepted", () => {
  assert.equal(judgeDistinct(step(200, [change]), true, true, []).kind, "held");
  assert.equal(judgeDistinct(step(200, []), true, true, []).kind, "violated");
  assert.equal(judgeDistinct(step(409, []), true, true, []).kind, "missing");
  assert.equal(judgeDistinct(step(200, []), false, true, []).kind, "missing", "the retry had been applied");
  assert.equal(judgeDistinct(step(200, []), true, false, []).kind, "missing", "something changes by itself");
});

test("a patch undoes what another one has done where both speak of the same part, and do not say the same", () => {
  const first = { channels: { online: true, atm: false }, note: null };
  assert.ok(differsWithin({ channels: { online: false } }, first));
  assert.ok(differsWithin({ channels: "all" }, first));
  assert.ok(differsWithin({ note: "a" }, first));
  for (const other of [{ channels: { online: true } }, { amount: 5 }, { channels: { pos: true } }, {}])
    assert.ok(!differsWithin(other, first), JSON.stringify(other));
});
