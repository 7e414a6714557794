import assert from "node:assert/strict";
import { test } from "node:test";
import { faultNamed } from "../sandbox/faults.ts";
import { json } from "../sandbox/response.ts";
import type { RequestContext, Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith } from "../selftest/verdicts.ts";
import type { Exchange } from "../wire/exchange.ts";
import { type ExchangeDetails, exchange, wireRequest } from "../wire/testing.ts";
import { refusedInLife } from "./token-accepted.ts";

/** Tokens live this long, in milliseconds. */
const lifeMs = 60_000;

/** When, with which token, and how a read was answered; without a status, the token is issued. */
type Line = readonly [at: number, token: string, status?: number | undefined, more?: ExchangeDetails];

/** A log from short lines. */
function log(...lines: readonly Line[]) {
  return lines.map(([at, token, status, more], index): Exchange => {
    const issue = {
      operation: "requestToken",
      body: { access_token: token, expires_in: lifeMs / 1000 },
    } as const;
    const request = wireRequest({ headers: [["Authorization", `Bearer ${token}`]] });
    const details = status === undefined ? issue : { status, request };
    return { ...exchange({ id: `x${index}`, startedAt: at, ...details, ...more }), endedAt: at + 10 };
  });
}

const seen = (...lines: readonly Line[]) =>
  refusedInLife(log(...lines)).map(({ refused, again, other }) => [refused.id, again.id, other?.id ?? null]);

/** One is issued, another too, and the first is still accepted: newer tokens end no older ones. */
const begin = [
  [0, "one"],
  [20, "two"],
  [40, "one", 200],
] as const;

test("a read that is refused and then accepted with the same token counts", () => {
  assert.deepEqual(seen(...begin, [60, "one", 401], [80, "one", 200]), [["x3", "x4", null]]);
});

test("a read that is refused twice and accepted with another token counts", () => {
  const lines = [...begin, [60, "one", 401], [80, "one", 401], [100, "two", 200]] as const;
  assert.deepEqual(seen(...lines), [["x3", "x4", "x5"]]);
});

test("a refusal that was not sent again, or that another token does not mend, shows nothing", () => {
  assert.deepEqual(seen(...begin, [60, "one", 401], [100, "two", 200]), []);
  assert.deepEqual(seen(...begin, [60, "one", 401], [80, "one", 401]), []);
  assert.deepEqual(seen(...begin, [60, "one", 401], [80, "one", 401], [100, "two", 401]), []);
  assert.deepEqual(seen(...begin, [60, "one", 401], [80, "one", 503], [100, "two", 200]), []);
});

test("a token that was never accepted is the matter of another check", () => {
  assert.deepEqual(seen([0, "one"], [20, "one", 401], [40, "one", 200]), []);
});

test("where no token is seen to outlive a newer one, the newer one may have ended it", () => {
  const ended = [
    [80, "one", 401],
    [100, "one", 401],
    [120, "two", 200],
  ] as const;
  assert.deepEqual(seen([0, "one"], [20, "one", 200], [40, "two"], ...ended), []);
  assert.equal(seen([0, "one"], [20, "one", 200], [40, "two"], [60, "one", 200], ...ended).length, 1);
});

test("near the end of a lifetime, and after it, a refusal is in order", () => {
  const late = lifeMs - 2900;
  assert.deepEqual(seen(...begin, [late, "one", 401], [late + 20, "one", 200]), []);
  assert.deepEqual(seen(...begin, [lifeMs + 20, "one", 401], [lifeMs + 40, "one", 200]), []);
});

test("a value that is issued again lives as long as the newer answer says, from then on", () => {
  const used = [
    [0, "one"],
    [20, "one", 200],
  ] as const;
  const refused = [
    [lifeMs + 20, "one", 401],
    [lifeMs + 40, "one", 200],
  ] as const;
  const again = (at: number, seconds: number) =>
    [at, "one", undefined, { body: { access_token: "one", expires_in: seconds } }] as const;
  assert.equal(seen(...used, again(lifeMs / 2, lifeMs / 1000), ...refused).length, 1);
  assert.deepEqual(seen(...used, again(lifeMs / 2, lifeMs / 2000), ...refused), [], "with less to live");
  const later = again(lifeMs + 30, lifeMs / 1000);
  assert.deepEqual(seen(...used, refused[0], later, refused[1]), [], "it had ended");
});

test("other requests say nothing: altered ones, writes, other statuses, tokens of unknown lifetime", () => {
  const altered = { alteration: "with Accept absent" };
  assert.deepEqual(seen(...begin, [60, "one", 401, altered], [80, "one", 200]), []);
  const write = { operation: "updateCardLimits" } as const;
  assert.deepEqual(seen(...begin, [60, "one", 401, write], [80, "one", 200, write]), []);
  assert.deepEqual(seen(...begin, [60, "one", 403], [80, "one", 200]), []);
  assert.deepEqual(seen(...begin, [60, "three", 200], [80, "three", 401], [100, "three", 200]), []);
});

test("tokens of a recording are all alike, and so say nothing", () => {
  assert.deepEqual(
    seen([0, "[redacted]"], [20, "[redacted]", 200], [40, "[redacted]", 401], [60, "[redacted]", 200]),
    [],
  );
});

test("what was under way at a time counts once", () => {
  const both = [
    [60, "one", 401],
    [60, "one", 401],
    [80, "one", 200],
    [80, "one", 200],
  ] as const;
  assert.equal(seen(...begin, ...both).length, 1);
  assert.equal(seen(...begin, ...both, [100, "one", 401], [120, "one", 200]).length, 2);
});

test("tokens that may have ended at the same moment count once, those that end at their age each", () => {
  const ended = (token: string, at: number) =>
    [
      [at, token, 401],
      [at + 20, token, 401],
      [at + 40, "two", 200],
    ] as const;
  const third = [
    [50, "three"],
    [55, "three", 200],
  ] as const;
  assert.equal(seen(...begin, ...third, ...ended("one", 100), ...ended("three", 200)).length, 1);
  const later = [
    [200, "three"],
    [220, "three", 200],
  ] as const;
  assert.equal(seen(...begin, ...ended("one", 100), ...later, ...ended("three", 300)).length, 2);
});

test("a token that ends once it is not used is used once more at the end of a run", async () => {
  /** When each token was issued or used last, in the time of the sandbox. */
  const used = new Map<string, number>();
  const tokenOf = ({ request }: RequestContext) => request.headers.get("authorization") ?? "";
  const idleFor = (ms: number): Partial<Seams> => ({
    reply: (reply, { now }) => {
      const { access_token: token } = (reply.body ?? {}) as { access_token?: string };
      if (token !== undefined) used.set(`Bearer ${token}`, now);
      return reply;
    },
    intercept: (context) => {
      const since = used.get(tokenOf(context));
      if (since === undefined) return null;
      if (context.now - since > ms) return json(401, { message: "It has ended.", type: "InvalidRequest" });
      used.set(tokenOf(context), context.now);
      return null;
    },
  });
  const verdictOf = async (ms: number) => {
    const result = await proofRun({
      sandbox: { faults: [idleFor(ms)] },
      wrap: (request, next, clock) => {
        clock.advance(30);
        return next(request);
      },
      select: ({ id }) => ["token.accepted", "token.fresh"].includes(id),
    });
    return result.checks.find(({ id }) => id === "token.accepted")?.verdict;
  };
  assert.equal(await verdictOf(500), "failed");
  assert.equal(await verdictOf(3_600_000), "passed");
});

test("a token that is worn out after some uses is found, though one read alone met the end of one", async () => {
  const { seams } = faultNamed("token.worn-out");
  const result = await proofRun({ sandbox: { faults: [seams] }, run: { cases: 0 } });
  assert.deepEqual(idsWith(result, "failed"), ["token.accepted"]);
});

test("a token that one of three servers forgets by age is found, though one read alone met that", async () => {
  const issuedAt = new Map<string, number>();
  const refused: number[] = [];
  let reads = 0;
  const forgetful: Partial<Seams> = {
    reply: (reply, { now }) => {
      const { access_token: token } = (reply.body ?? {}) as { access_token?: string };
      if (token !== undefined) issuedAt.set(`Bearer ${token}`, now);
      return reply;
    },
    intercept: ({ operation, request, now }) => {
      if (operation !== "listCards") return null;
      reads += 1;
      const at = issuedAt.get(request.headers.get("authorization") ?? "") ?? now;
      // Only what is read at the end of the run comes so late.
      if (reads % 3 !== 0 || now - at < 1775) return null;
      refused.push(reads);
      return json(401, { message: "It is unknown.", type: "InvalidRequest" });
    },
  };
  const result = await proofRun({
    sandbox: { faults: [forgetful] },
    wrap: (request, next, clock) => {
      clock.advance(30);
      return next(request);
    },
    select: ({ id }) => ["token.accepted", "token.fresh", "list.limit"].includes(id),
  });
  assert.deepEqual(idsWith(result, "failed"), ["token.accepted"], refused.join());
});
