/** How long a token and a secret are good for. */

import { isRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { readToken, type Token } from "../wire/tokens.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { judgeRefusal } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { isTokenRequest, tokenRequests } from "./token-request.ts";

const survives: Check = {
  id: "token.survives",
  title: "a token lives on when another one is issued",
  requirements: ["auth.token.independent"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const { first, second, used, control } = await run.probe.tokens.undisturbed(async (request) => {
      const [older, newer] = [await request("token"), await request("token")];
      const tokens = [readToken(older), readToken(newer)];
      const use = async (token: Token | null | undefined, purpose: string) =>
        token ? run.probe.callWith(purpose, { operation: "listCards" }, token) : null;
      return {
        first: older,
        second: newer,
        used: await use(tokens[0], "token.survives"),
        control: await use(tokens[1], "control"),
      };
    });
    if (used === null || control === null) return [missing(noToken(run))];
    if (readPage(used).cards !== null)
      return [held("a token was accepted after a newer one was issued", used.id)];
    const late = used.endedAt >= (readToken(first)?.expiresAt ?? 0);
    if (late || !succeeded(control) || used.response?.status !== 401) {
      return [missing(`the older token: ${outcomeOf(used)}`, [used.id])];
    }
    return [
      {
        kind: "violated",
        message: "A token was refused within its lifetime, after another one had been issued.",
        expected: ["the token is accepted until expires_in seconds have passed"],
        received: outcomeOf(used),
        exchanges: [used.id, first.id, second.id],
      },
    ];
  },
};

const fresh: Check = {
  id: "token.fresh",
  title: "a token that has just been issued is accepted",
  requirements: ["token.fresh"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const facts: Fact[] = [];
    for (let time = 0; time < 3; time += 1) {
      const { token, used } = await run.probe.tokens.undisturbed(async (request) => {
        const fresh = readToken(await request("token"));
        return {
          token: fresh,
          used: fresh && (await run.probe.callWith("token.fresh", { operation: "listCards" }, fresh)),
        };
      });
      if (token === null || used === null) return [missing(noToken(run))];
      const { lifetime } = token;
      const dead = lifetime !== null && lifetime <= 0;
      if (used.endedAt >= token.expiresAt && !dead) {
        facts.push(missing("the token had run out before its first use was answered", [used.id]));
        continue;
      }
      if (used.response?.status !== 401 && !dead) {
        facts.push(
          succeeded(used) ? held("fresh tokens were accepted", used.id) : missing(outcomeOf(used), [used.id]),
        );
        continue;
      }
      facts.push({
        kind: "violated",
        message: dead
          ? "A token was issued with no lifetime."
          : "A token was refused right after it was issued.",
        expected: ["the token is accepted, and expires_in is above 0"],
        received: dead ? `expires_in ${lifetime}` : outcomeOf(used),
        pointer: "/expires_in",
        exchanges: [token.exchange.id, used.id],
      });
    }
    return facts;
  },
};

const longestBeforeEndMs = 3000;
const afterEndMs = 2000;

/** How long before the end of its life a token is used, in milliseconds: no more than a quarter of a short one. */
export function beforeEndMs(lifeMs: number): number {
  return Math.min(longestBeforeEndMs, lifeMs / 4);
}

/** A server that counts whole seconds ends a life up to a second early. */
const wholeSecondMs = 1000;
/** A token that is issued no later in a second than this loses so little that it does not matter. */
const earlyInSecondMs = 250;
const looksAtClock = 12;

/**
 * Waits for the beginning of a second of the server's clock, where the life of its tokens is so short that
 * counting in whole seconds matters.
 *
 * @returns False where the server's clock is not known well enough.
 */
async function beginOfSecond({ probe }: Run): Promise<boolean> {
  const { session, tokens } = probe;
  const known = await tokens.current();
  if (known === null || beforeEndMs((known.lifetime ?? 0) * 1000) >= wholeSecondMs) return true;
  const uncertainty = () => session.clock()?.uncertaintyMs ?? wholeSecondMs;
  // The Date of a response tells the second; the more often it is asked for, the better its beginning is known.
  for (let look = 0; look < looksAtClock && uncertainty() >= earlyInSecondMs / 2; look += 1) {
    await session.sleep(wholeSecondMs / looksAtClock);
    await probe.call("clock", { operation: "listCards" });
  }
  const uncertaintyMs = uncertainty();
  if (uncertaintyMs >= earlyInSecondMs / 2) return false;
  await session.sleep(wholeSecondMs - (session.serverNow() % wholeSecondMs) + uncertaintyMs);
  return session.serverNow() % wholeSecondMs < earlyInSecondMs;
}

/** Uses one token shortly before its end and shortly after it; null where the wait is not allowed. */
function tokenLife(run: Run): Promise<{ lives: Fact; dies: Fact }> {
  return run.memoize("token life", async () => {
    const both = (fact: Fact) => ({ lives: fact, dies: fact });
    const isExact = await beginOfSecond(run);
    const token = readToken(await run.probe.tokens.request("token"));
    if (token === null) return both(missing(noToken(run)));
    if (token.lifetime === null || token.lifetime <= 0)
      return both(missing("expires_in is no positive number"));
    const { startedAt } = token.exchange;
    const life = token.expiresAt - startedAt;
    const { session } = run.probe;
    if (life + afterEndMs > run.waitMs || life + afterEndMs > session.remainingMs() / 2) {
      const seconds = Math.ceil((life + afterEndMs) / 1000);
      return both({
        kind: "skipped",
        why: `needs a wait of ${seconds} s; allow it with --wait ${seconds} and a longer --budget`,
      });
    }
    const use = (purpose: string) => run.probe.callWith(purpose, { operation: "listCards" }, token);
    const before = await use("token.lives");
    await session.sleep(Math.max(0, life - beforeEndMs(life) - (before.endedAt - startedAt)));
    const late = await use("token.lives");
    const control = await run.probe.call("control", { operation: "listCards" });
    await session.sleep(beforeEndMs(life) + afterEndMs);
    const altered = { ...(await use("token.dies")), alteration: "with an expired token" };
    const after = await run.probe.call("control", { operation: "listCards" });
    const dies = judgeRefusal({ before, altered, after, effect: null }, { expected: "401", status: 401 });
    if (!succeeded(before) || control === null || !succeeded(control)) {
      return { lives: missing(`the list is not served (${outcomeOf(before)})`, [before.id]), dies };
    }
    if (late.endedAt >= token.expiresAt) {
      return { lives: missing("the answer came after the token had run out", [late.id]), dies };
    }
    if (late.response?.status !== 401)
      return { lives: held("accepted until shortly before its end", late.id), dies };
    const seconds = (token.expiresAt - late.endedAt) / 1000;
    if (!isExact) {
      const what =
        "the token ended within a second of its end, and the server's clock is not known well enough";
      return { lives: missing(what, [late.id]), dies };
    }
    const lives: Fact = {
      kind: "violated",
      message: `A token was refused ${seconds.toFixed(1)} s before expires_in seconds had passed.`,
      expected: ["the token is accepted until expires_in seconds have passed"],
      received: outcomeOf(late),
      exchanges: [late.id, before.id, control.id],
    };
    return { lives, dies };
  });
}

const lives: Check = {
  id: "token.lives",
  title: "a token is accepted until expires_in seconds have passed",
  requirements: ["auth.token.lives", "limits.token-lifetime"],
  access: "read",
  stage: "last",
  run: async (run) => [(await tokenLife(run)).lives],
};

const dies: Check = {
  id: "token.dies",
  title: "a token is refused with 401 after expires_in seconds",
  requirements: ["auth.token.dies", "limits.token-lifetime"],
  access: "read",
  stage: "last",
  run: async (run) => [(await tokenLife(run)).dies],
};

/** Asked once more when everything else is done, and before anything that a client may be locked out for. */
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
    // Asked again here: where the secret has ended for good, there is no other run to ask it in.
    const again = await run.probe.tokens.request("secret.stable");
    if (!isRefusal(last) || !isRefusal(again)) return [missing(outcomeOf(last), [last.id, again.id])];
    const [provoked] = run.probe.session.exchanges.filter(
      (one) => one.operation === "requestToken" && isRefusal(one),
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

/** Checks of the life of tokens and of the secret. */
export const tokenLifeChecks: readonly Check[] = [fresh, survives, lives, dies, stable];
