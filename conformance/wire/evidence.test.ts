import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../base/redact.ts";
import { createEvidence } from "./evidence.ts";
import { exchange } from "./testing.ts";

const secret = "a-secret-that-is-made-up-for-this";
const events = () => createEvidence(createRedactor([secret]));
const bodyOf = (make: ReturnType<typeof events>, body: string) => {
  const { response } = make(exchange({ body }));
  assert.ok(response !== null);
  return response.body;
};

test("a body of up to 256 KiB is kept whole, of a longer one the beginning, and it says so", () => {
  const whole = "é".repeat(262_144);
  const kept = bodyOf(events(), whole);
  assert.deepEqual([kept.text, kept.bytes, kept.truncated], [whole, 524_288, false]);
  const cut = bodyOf(events(), `${whole}!`);
  assert.deepEqual([cut.text, cut.bytes, cut.truncated], [whole.slice(0, 4096), 524_289, true]);
});

test("one run keeps 16 Mi characters of long bodies, and short ones beyond that", () => {
  const make = events();
  const long = "x".repeat(262_144);
  for (let time = 0; time < 64; time += 1) assert.equal(bodyOf(make, long).truncated, false, String(time));
  const next = bodyOf(make, "y".repeat(4097));
  assert.deepEqual([next.text.length, next.truncated], [4096, true]);
  assert.equal(bodyOf(make, "z".repeat(4096)).truncated, false);
  assert.equal(bodyOf(events(), long).truncated, false);
});

test("a secret is found anywhere in a long body, and where the body is cut", () => {
  const inside = bodyOf(events(), `${"x".repeat(100_000)} ${secret} ${"x".repeat(100_000)}`);
  assert.equal(inside.text.includes(secret.slice(0, 8)), false);
  assert.match(inside.text, /x \[redacted\] x/);
  for (let shift = 0; shift <= secret.length; shift += 1) {
    const edge = bodyOf(events(), " ".repeat(4096 - shift) + secret + " ".repeat(300_000));
    assert.equal(edge.text.includes(secret.slice(0, 8)), false, String(shift));
  }
});
