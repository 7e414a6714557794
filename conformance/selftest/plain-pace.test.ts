import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PlainAnswer, PlainRequest } from "./plain-server.ts";
import { answering, answeringSome, isOf, judgePlain, refusal, requestsOf } from "./plain-server-testing.ts";
import { linesWith } from "./verdicts.ts";

/** Takes so many of these requests in each window of so many milliseconds, and counts those that it does not take. */
function limited(
  which: RegExp,
  { most, windowMs, retryAfter }: { most: number; windowMs: number; retryAfter?: number },
) {
  let startedAt = 0;
  let taken = 0;
  const counts = { refused: 0 };
  const instead = (request: PlainRequest): PlainAnswer | null => {
    if (!isOf(which, request)) return null;
    if (Date.now() - startedAt >= windowMs) {
      startedAt = Date.now();
      taken = 0;
    }
    taken += 1;
    if (taken <= most) return null;
    counts.refused += 1;
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return { ...refusal(429, "Too many requests"), headers };
  };
  return { counts, server: { instead } };
}

const quarter = { most: 100, windowMs: 900_000 };

/** More is not asked of a server that takes no more: about 200, and more where a busy machine is slow to notice. */
const fewRequests = 500;

describe("a server that limits the number of requests", () => {
  it("is named as the cause, with its limit, where it says how long", async () => {
    const { end, ...result } = await judgePlain(limited(/./, { ...quarter, retryAfter: 900 }));
    assert.deepEqual(linesWith(result, "failed"), []);
    assert.equal(end.exitCode, 3);
    assert.match(end.incomplete[0] ?? "", /^the server allows about (9[0-9]|10[0-9]) requests in 15 min/);
    assert.equal(end.incomplete.filter((line) => line.startsWith("the server")).length, 1);
    assert.ok(result.requests.length < fewRequests, `${result.requests.length} requests`);
    assert.equal(end.writes.card, "CRD1025", "no card is written to after the limit was reached");
  });

  it("is named as the cause where it does not say how long", async () => {
    const result = await judgePlain(limited(/./, quarter));
    assert.deepEqual(linesWith(result, "failed"), []);
    assert.equal(result.end.exitCode, 3);
    assert.match(
      result.end.incomplete[0] ?? "",
      /^the server took about (9[0-9]|10[0-9]) requests, and then none for/,
    );
    assert.ok(result.requests.length < fewRequests, `${result.requests.length} requests`);
  });

  it("is waited for where that is short", async () => {
    const short = { ...refusal(429), headers: { "retry-after": "1" } };
    const result = await judgePlain(answeringSome(/./, (number) => number % 150 === 0, short));
    assert.deepEqual(linesWith(result, "failed"), []);
    assert.equal(result.end.exitCode, 0);
    assert.deepEqual(result.changed, []);
  });

  it("never says no to a run that keeps below its rate", async () => {
    // Twice the rate: what waits on a busy machine arrives at once. Without a rate it would be many more.
    const { counts, server } = limited(/./, { most: 100, windowMs: 1000, retryAfter: 1 });
    const result = await judgePlain({ server, run: { ratePerSecond: 50 } });
    assert.equal(result.end.exitCode, 0);
    assert.equal(counts.refused, 0);
  });

  it("is judged as far as it goes where only token requests are limited, and limits are put back", async () => {
    const result = await judgePlain(
      limited(requestsOf.token, { most: 6, windowMs: 900_000, retryAfter: 900 }),
    );
    assert.deepEqual(linesWith(result, "failed"), []);
    assert.equal(result.end.exitCode, 3);
    assert.match(
      result.end.incomplete[0] ?? "",
      /^the server takes no more of POST \/v1\/oauth\/token for 15 min/,
    );
    assert.ok(result.end.summary.passed > 90, `${result.end.summary.passed} passed`);
    assert.deepEqual(result.changed, []);
    assert.equal(result.end.writes.leftChanged, null);
  });

  for (const [name, which, said] of [
    ["everything", /./, /^the server takes no request for now \(429 or 503\)/],
    ["PATCH", requestsOf.patch, /^the server takes no more of PATCH \/v1\/card\/\{id\}\/limits for/],
  ] as const) {
    for (const status of [429, 503]) {
      it(`with ${status} for ${name}, always, is not waited for again and again`, async () => {
        const result = await judgePlain(answering(which, refusal(status)));
        assert.deepEqual(linesWith(result, "failed"), []);
        assert.equal(result.end.exitCode, 3);
        assert.match(result.end.incomplete[0] ?? "", said);
        const refused = result.requests.filter((request) => isOf(which, request));
        assert.ok(refused.length < 150, `${refused.length} requests in vain`);
        assert.deepEqual(result.changed, []);
      });
    }
  }
});
