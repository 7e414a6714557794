/** How long a token and a secret are valid. */

import { api } from "../../generated/operations.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { readToken, type Token } from "../wire/tokens.ts";
import { drawnReads } from "./drawn-reads.ts";
import { ask, noToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import { isRead, plainRead } from "./kit/plain-read.ts";
import { judgeRefusal, type RefusalRule } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { isTokenRequest, tokenRequests } from "./token-request.ts";

/** What is demanded of a request with an expired token. */
const refused: RefusalRule = { expected: "401", status: 401 };

/** The token issued by a request. @throws Inconclusive if it issued none. */
function issued(run: Run, exchange: Exchange): Token {
  const token = readToken(exchange);
  if (token === null) throw new Inconclusive(noToken(run));
  return token;
}

const survives: Check = {
  id: "token.survives",
  title: "a token lives on when another one is issued",
  requirements: ["auth.token.independent"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const { callWith, tokens } = run.probe;
    const { older, newer, used, control } = await tokens.undisturbed(async (request) => {
      const [older, newer] = [await request("token"), await request("token")].map((one) =>
        issued(run, one),
      ) as [Token, Token];
      const used = await callWith("token.survives", plainRead(), older);
      return { older, newer, used, control: await callWith("control", plainRead(), newer) };
    });
    if (isRead(used)) return [held("a token was accepted after a newer one was issued", used.id)];
    const late = used.endedAt >= older.expiresAt;
    if (late || !succeeded(control) || used.response?.status !== 401) {
      return [missing(`the older token: ${outcomeOf(used)}`, [used.id])];
    }
    return [
      {
        kind: "violated",
        message: "A token was refused within its lifetime, after another one had been issued.",
        expected: ["the token is accepted until expires_in seconds have passed"],
        received: outcomeOf(used),
        exchanges: [used.id, older.exchange.id, newer.exchange.id],
      },
    ];
  },
};

const times = 3;

const fresh: Check = {
  id: "token.fresh",
  title: "a token that has just been issued is accepted",
  requirements: ["token.fresh"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const facts: Fact[] = [];
    while (facts.length < times) {
      const { token, used } = await run.probe.tokens.undisturbed(async (request) => {
        const token = issued(run, await request("token"));
        return { token, used: await run.probe.callWith("token.fresh", plainRead(), token) };
      });
      facts.push(judgeFresh(token, used));
    }
    return facts;
  },
};

function judgeFresh({ lifetime, expiresAt, exchange }: Token, used: Exchange): Fact {
  const dead = lifetime !== null && lifetime <= 0;
  if (!dead && used.endedAt >= expiresAt)
    return missing("the token had run out before its first use was answered", [used.id]);
  if (!dead && used.response?.status !== 401) {
    return succeeded(used)
      ? held("fresh tokens were accepted", used.id)
      : missing(outcomeOf(used), [used.id]);
  }
  return {
    kind: "violated",
    message: dead ? "A token was issued with no lifetime." : "A token was refused right after it was issued.",
    expected: ["the token is accepted, and expires_in is above 0"],
    received: dead ? `expires_in ${lifetime}` : outcomeOf(used),
    pointer: "/expires_in",
    exchanges: [exchange.id, used.id],
  };
}

const longestBeforeEndMs = 3000;
const afterEndMs = 2000;

/** How long before its expiry a token is used, in milliseconds: at most a quarter of a short lifetime. */
export function beforeEndMs(lifeMs: number): number {
  return Math.min(longestBeforeEndMs, lifeMs / 4);
}

/** A server that counts whole seconds may end a lifetime up to a second early. */
export const wholeSecondMs = 1000;
/** A token issued no later than this within a second loses so little that it does not matter. */
const earlyInSecondMs = 250;
const looksAtClock = 12;

/**
 * Waits for the start of a second on the server's clock, if the lifetime of its tokens is so short that
 * counting in whole seconds matters.
 *
 * @returns False if the server's clock is not known accurately enough.
 */
async function beginOfSecond({ probe }: Run): Promise<boolean> {
  const { session, tokens } = probe;
  const known = await tokens.current();
  if (known === null || beforeEndMs((known.lifetime ?? 0) * 1000) >= wholeSecondMs) return true;
  const uncertainty = () => session.clock()?.uncertaintyMs ?? wholeSecondMs;
  // The Date of a response shows the second; with more responses, its start is known more accurately.
  for (let look = 0; look < looksAtClock && uncertainty() >= earlyInSecondMs / 2; look += 1) {
    await session.sleep(wholeSecondMs / looksAtClock);
    await probe.call("clock", plainRead());
  }
  const uncertaintyMs = uncertainty();
  if (uncertaintyMs >= earlyInSecondMs / 2) return false;
  await session.sleep(wholeSecondMs - (session.serverNow() % wholeSecondMs) + uncertaintyMs);
  return session.serverNow() % wholeSecondMs < earlyInSecondMs;
}

/**
 * Uses one token shortly before it expires and shortly after.
 *
 * @throws Inconclusive if there is no token, or the wait for its expiry is not allowed.
 */
function tokenLife(run: Run): Promise<{ lives: Fact; dies: Fact; token: Token }> {
  return run.memoize("token life", async () => {
    const { session, tokens, callWith } = run.probe;
    const read = plainRead();
    const isExact = await beginOfSecond(run);
    const token = issued(run, await tokens.request("token"));
    if (token.lifetime === null || token.lifetime <= 0)
      throw new Inconclusive("expires_in is not a positive number");
    const { startedAt } = token.exchange;
    const life = token.expiresAt - startedAt;
    if (life + afterEndMs > run.waitMs || life + afterEndMs > session.remainingMs() / 2) {
      const seconds = Math.ceil((life + afterEndMs) / 1000);
      const why = `needs a wait of ${seconds} s; allow it with --wait ${seconds} and a longer --budget`;
      throw new Inconclusive({ kind: "skipped", why });
    }
    const before = await callWith("token.lives", read, token);
    await session.sleep(Math.max(0, life - beforeEndMs(life) - (before.endedAt - startedAt)));
    const late = await callWith("token.lives", read, token);
    const control = await ask(run, "control", read);
    await session.sleep(beforeEndMs(life) + afterEndMs);
    const used = await callWith("token.dies", read, token);
    const altered = { ...used, alteration: "with an expired token" };
    const after = await ask(run, "control", read);
    const dies = judgeRefusal({ before, altered, after, effect: null }, refused);
    return { lives: judgeLate(token, isExact, { before, late, control }), dies, token };
  });
}

/** A token that has expired. @throws Inconclusive if there is no token, or the wait for its expiry is not allowed. */
export async function expiredToken(run: Run): Promise<Token> {
  return (await tokenLife(run)).token;
}

/** Judges the use of a token shortly before it expires, between two reads that are served. */
function judgeLate(
  { expiresAt }: Token,
  isExact: boolean,
  { before, late, control }: { before: Exchange; late: Exchange; control: Exchange },
): Fact {
  if (!succeeded(before) || !succeeded(control)) {
    return missing(`the read is not served (${outcomeOf(before)})`, [before.id]);
  }
  if (late.endedAt >= expiresAt) return missing("the answer came after the token had run out", [late.id]);
  if (late.response?.status !== 401) return held("accepted until shortly before its end", late.id);
  if (!isExact) {
    const what =
      "the token ended within a second of its end, and the server's clock is not known well enough";
    return missing(what, [late.id]);
  }
  const seconds = (expiresAt - late.endedAt) / 1000;
  return {
    kind: "violated",
    message: `A token was refused ${seconds.toFixed(1)} s before expires_in seconds had passed.`,
    expected: ["the token is accepted until expires_in seconds have passed"],
    received: outcomeOf(late),
    exchanges: [late.id, before.id, control.id],
  };
}

const lives: Check = {
  id: "token.lives",
  title: "a token is accepted until expires_in seconds have passed",
  requirements: ["auth.token.lives", "limits.token-lifetime"],
  access: "read",
  stage: "last",
  run: async (run) => [(await tokenLife(run)).lives],
};

/** Refused with the documented 401, since its token has expired. */
const dies: Check = {
  id: "token.dies",
  title: "a token is refused with 401 after expires_in seconds",
  requirements: ["auth.token.dies", "limits.token-lifetime"],
  access: "read",
  stage: "last",
  drawsFor: 1,
  run: async (run) => {
    const { dies, token } = await tokenLife(run);
    if (dies.kind !== "held") return [dies];
    const alteration = { description: "with an expired token", authorization: () => `Bearer ${token.value}` };
    return [dies, ...(await drawnReads(run, "an expired token", { rule: refused }, alteration))];
  },
};

/** Asked once more when everything else is done, and before anything that may lock a client out. */
const stable: Check = {
  id: "secret.stable",
  title: "the secret still gives a token at the end of the run",
  requirements: ["auth.secret.stable"],
  access: "read",
  stage: "last",
  run: async (run) => {
    const [first] = await tokenRequests(run);
    if (readToken(first) === null) return [missing(noToken(run))];
    const last = await run.probe.tokens.request("secret.stable");
    if (readToken(last) !== null) return [held("the same secret gave a token first and last", last.id)];
    // Asked again here: if the secret has become invalid for good, asking again in a new run is impossible.
    const again = await run.probe.tokens.request("secret.stable");
    if (!isRefusal(last) || !isRefusal(again)) return [missing(outcomeOf(last), [last.id, again.id])];
    const [provoked] = run.probe.session.exchanges.filter(
      (one) => one.operation === api.token && isRefusal(one),
    );
    if (provoked !== undefined && !isTokenRequest(provoked)) {
      return [
        missing("a token request that is to be refused came first, for which the client may be locked out"),
      ];
    }
    return [
      {
        kind: "violated",
        message: "The secret gave a token at the start of the run and is refused at its end.",
        expected: ["a token"],
        received: outcomeOf(last),
        exchanges: [last.id, again.id, first.id],
        isLasting: true,
      },
    ];
  },
};

/** Checks of the lifetime of tokens and of the secret. */
export const tokenLifeChecks: readonly Check[] = [fresh, survives, lives, dies, stable];
