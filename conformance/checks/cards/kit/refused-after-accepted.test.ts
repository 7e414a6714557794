import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../../generated/operations.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { exchange } from "../../../wire/testing.ts";
import { failingSince, refusedNowAndThen } from "./refused-after-accepted.ts";

let made = 0;
const write = (status: number, { key = `k${++made}`, alteration = null as string | null } = {}): Exchange => {
  const one = exchange({ id: `w${++made}`, operation: "updateCardLimits", status, alteration });
  return { ...one, request: { ...one.request, headers: [[api.headers.idempotencyKey, key]] } };
};
const judged = (log: readonly Exchange[]) => refusedNowAndThen(log, "updateCardLimits")?.kind ?? null;

test("writes as specified that are answered with 415 three times, and were accepted before", () => {
  assert.equal(judged([write(200), write(415), write(415), write(415)]), "violated");
});

test("what may pass, may concern the value or was never accepted is no such contradiction", () => {
  assert.equal(judged([write(200), write(415), write(415)]), null);
  assert.equal(judged([write(415), write(415), write(415), write(200)]), null);
  for (const status of [400, 403, 409, 422, 429, 500, 503]) {
    assert.equal(judged([write(200), ...[1, 2, 3, 4].map(() => write(status))]), null, String(status));
  }
});

test("a card that is gone for good was removed, and one that comes back was not", () => {
  const gone = [write(204), write(404), write(404), write(404)];
  assert.equal(judged(gone), null);
  assert.equal(judged([...gone, write(204)]), "violated");
});

test("altered writes and repetitions say nothing", () => {
  const altered = [1, 2, 3].map(() => write(415, { alteration: "with another media type" }));
  const repeated = [1, 2, 3].map(() => write(404, { key: "one" }));
  assert.equal(judged([write(200, { key: "one" }), ...altered, ...repeated, write(200)]), null);
});

const times = (count: number, status: number) => Array.from({ length: count }, () => write(status));
const failing = (log: readonly Exchange[]) => failingSince(log, "updateCardLimits")?.kind ?? null;

test("a server that fails at each of eight writes since it accepted one", () => {
  assert.equal(failing([write(200), ...times(8, 500)]), "violated");
  assert.equal(
    failing([...times(3, 500), write(200), write(400, { alteration: "unsigned" }), ...times(8, 500)]),
    "violated",
  );
});

test("fewer failures, one that passed, or one of a gateway may be chance; and what was never accepted has a check of its own", () => {
  assert.equal(failing([write(200), ...times(7, 500)]), null);
  assert.equal(failing([write(200), ...times(8, 500), write(200)]), null);
  assert.equal(failing([write(200), ...times(7, 500), write(502), ...times(3, 500)]), null);
  assert.equal(failing([write(200), ...times(8, 422)]), null);
  assert.equal(failing(times(9, 500)), null);
  assert.equal(failingSince([write(200), ...times(8, 500)], "replaceCardLimits"), null);
});
