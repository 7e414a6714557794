import assert from "node:assert/strict";
import { test } from "node:test";
import { createNearKeys, keysOfOne, nearKey, newKey } from "./near-key.ts";

/** How many bits differ in what the digits stand for, and in the text. */
function differing(one = "", other = ""): readonly [number, number] {
  const bits = (a: Buffer, b: Buffer) =>
    a.reduce((sum, byte, index) => {
      const difference = (byte ^ (b[index] ?? 0)).toString(2);
      return sum + difference.replaceAll("0", "").length;
    }, 0);
  const decoded = (key: string) => Buffer.from(key.replaceAll("-", ""), "hex");
  return [bits(decoded(one), decoded(other)), bits(Buffer.from(one), Buffer.from(other))];
}
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("each place gives another UUID, in which one bit differs", () => {
  for (let time = 0; time < 100; time += 1) {
    const key = newKey();
    const near = Array.from({ length: keysOfOne }, (_, index) => nearKey(key, index + 1));
    assert.equal(new Set([key, ...near]).size, keysOfOne + 1);
    for (const one of near) {
      assert.match(one, uuid);
      assert.deepEqual(differing(key, one), [1, 1]);
    }
  }
});

test("new keys never come twice, not beside what is near to them either, and most differ in one bit", () => {
  const next = createNearKeys();
  const keys = Array.from({ length: 130 }, next);
  const before = keys.map((key) => nearKey(key, keysOfOne));
  assert.equal(new Set([...keys, ...before]).size, 260);
  const near = keys.filter((key, index) => index > 0 && differing(key, keys[index - 1])[0] === 1);
  assert.equal(near.length, 120);
});
