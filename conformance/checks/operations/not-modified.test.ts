import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeLooks, type Look } from "./not-modified.ts";
import { operation } from "./testing.ts";

const one = operation({ ifNoneMatch: true });
const look = (known: number, other = 200, after = 200): Look => ({
  before: exchange({ status: 200 }),
  known: exchange({ status: known }),
  other: exchange({ status: other }),
  after: exchange({ status: after }),
});
const judged = (...looks: readonly Look[]) => judgeLooks(one, looks).kind;

test("the present ETag is answered with 304, or as if there were no condition", () => {
  assert.equal(judged(look(304), look(304)), "held");
  assert.equal(judged(look(200), look(200)), "held");
  assert.equal(judged(look(304), look(200)), "held");
  assert.equal(judged(look(412), look(412)), "violated");
  assert.equal(judged(look(500), look(400)), "violated");
  assert.equal(judged(look(412), look(304)), "held", "once");
  assert.equal(judged(look(412)), "missing", "once");
  assert.equal(judged(look(429), look(503)), "missing", "it asks to wait");
  assert.equal(judged(look(500, 200, 500), look(500, 200, 500)), "missing", "it fails anyway");
});

test("an ETag that nothing has is never answered with 304", () => {
  assert.equal(judged(look(304, 304), look(304, 304)), "violated");
  assert.equal(judged(look(304, 304), look(304)), "held", "once");
  assert.equal(judged(look(304, 400), look(304, 400)), "held", "of an odd form, perhaps");
});
