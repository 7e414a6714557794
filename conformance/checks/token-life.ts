/** How long a token and a secret are valid. */

import { api } from "../../generated/operations.ts";
import {
  type Exchange,
  isForLater,
  isPlainRefusal,
  isRefusal,
  outcomeOf,
  succeeded,
} from "../wire/exchange.ts";
import { readToken, type Token } from "../wire/tokens.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { isRead, plainRead } from "./kit/plain-read.ts";
import { type Fact, lastingIfSeveral, violations } from "./kit/verdict.ts";
import { expiryChecks } from "./token-expiry.ts";
import { isTokenRequest, tokenRequests } from "./token-request.ts";
import { issued, issuedAs, newSpelledTokens, newTokensInCompany } from "./tokens-in-spellings.ts";

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
    if (isRead(used)) return [endedBy(newer, older, used), ...(await survivesSpelled(run))];
    return succeeded(control)
      ? [endedBy(newer, older, used)]
      : [missing(`the older token: ${outcomeOf(used)}`, [used.id])];
  },
};

/** What the use of an older token shows, after a newer one was issued. */
function endedBy(newer: Token, older: Token, used: Exchange): Fact {
  if (isRead(used)) return held("a token was accepted after a newer one was issued", used.id);
  if (used.endedAt >= older.expiresAt || used.response?.status !== 401)
    return missing(`the older token: ${outcomeOf(used)}`, [used.id]);
  return {
    kind: "violated",
    message: "A token was refused within its lifetime, after another one had been issued.",
    expected: ["the token is accepted until expires_in seconds have passed"],
    received: outcomeOf(used),
    exchanges: [used.id, older.exchange.id, newer.exchange.id],
  };
}

/** Tokens in spellings that are drawn, and an older one than these. */
function spelledTokens(run: Run) {
  return run.memoize("spelled tokens", async () => {
    const older = readToken(await run.probe.tokens.request("token"));
    return { older, newer: await newSpelledTokens(run) };
  });
}

/** Whether the older of these tokens lives on; if it does not, each of the others is asked for once more after it. */
async function survivesSpelled(run: Run): Promise<readonly Fact[]> {
  const { older, newer } = await spelledTokens(run);
  const use = (token: Token) => run.probe.callWith("token.survives", plainRead(), token);
  if (older === null || newer.length === 0 || isRead(await use(older))) return [];
  const facts: Fact[] = [];
  for (const { row, request } of newer) {
    const next = readToken(await run.probe.tokens.request("token"));
    const ending = readToken(await request());
    if (next !== null && ending !== null) facts.push(issuedAs(row, endedBy(ending, next, await use(next))));
  }
  return facts.filter(({ kind }) => kind === "violated");
}

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
    const isUsual = facts.every(({ kind }) => kind === "held");
    for (const { row, token } of [...(await spelledTokens(run)).newer, ...(await newTokensInCompany(run))]) {
      const use = () => run.probe.callWith("token.fresh", plainRead(), token);
      const used = await use();
      // Any request may be refused now and then: what is wrong with a token shows each time.
      const isOther = isUsual && judgeSpelled(token, used) !== null;
      const fact = isOther ? judgeSpelled(token, await use()) : null;
      facts.push(issuedAs(row, fact ?? judgeFresh(token, used)));
    }
    return facts;
  },
};

/** All tokens of the run, also those that were issued between writes. */
const lifetime: Check = {
  id: "token.lifetime",
  title: "every token has a lifetime that is longer than zero",
  requirements: ["token.fresh"],
  access: "read",
  stage: "log",
  run: async (run) => {
    await tokenRequests(run);
    const tokens = run.probe.session.exchanges.flatMap((exchange) => readToken(exchange) ?? []);
    if (tokens.length === 0) return [missing(noToken(run))];
    const facts = tokens.map((token): Fact => {
      if (!isDead(token)) return held("expires_in was above 0 in each token response", token.exchange.id);
      return {
        kind: "violated",
        message: "A token was issued with no lifetime.",
        expected: ["expires_in is above 0"],
        received: `expires_in ${token.lifetime}`,
        pointer: "/expires_in",
        exchanges: [token.exchange.id],
      };
    });
    // They may come only after a write.
    return lastingIfSeveral(facts);
  },
};

function isDead({ lifetime }: Token): boolean {
  return lifetime !== null && lifetime <= 0;
}

/** A token that names all scopes, and yet does not open what tokens do that were asked for in the plain spelling. */
function judgeSpelled({ scopes, exchange }: Token, used: Exchange): Fact | null {
  const isWhole = scopes === null || api.scopes.every((scope) => scopes.includes(scope));
  if (!isWhole || used.response?.status === 401 || !isPlainRefusal(used)) return null;
  return {
    kind: "violated",
    message: `A token was refused with ${outcomeOf(used)}, and tokens that were asked for as usual are accepted.`,
    expected: ["2xx, as with every token for all scopes"],
    received: outcomeOf(used),
    exchanges: [exchange.id, used.id],
  };
}

function judgeFresh(token: Token, used: Exchange): Fact {
  const { expiresAt, exchange } = token;
  if (isDead(token)) return missing("the token was issued with no lifetime", [exchange.id]);
  if (used.endedAt >= expiresAt)
    return missing("the token had run out before its first use was answered", [used.id]);
  if (used.response?.status !== 401) {
    return succeeded(used)
      ? held("fresh tokens were accepted", used.id)
      : missing(outcomeOf(used), [used.id]);
  }
  return {
    kind: "violated",
    message: "A token was refused right after it was issued.",
    expected: ["the token is accepted"],
    received: outcomeOf(used),
    exchanges: [exchange.id, used.id],
  };
}

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
      (one) => one.operation === api.token && (isRefusal(one) || isForLater(one)),
    );
    if (provoked !== undefined && (!isTokenRequest(provoked) || isForLater(provoked))) {
      const what = isForLater(provoked)
        ? "one token request too many"
        : "a token request that is to be refused";
      return [missing(`${what} came first, for which the client may be locked out`)];
    }
    return violations({
      message: "The secret gave a token at the start of the run and is refused at its end.",
      expected: ["a token"],
      received: outcomeOf(last),
      exchanges: [last.id, again.id, first.id],
      isLasting: true,
    });
  },
};

/** Checks of the lifetime of tokens and of the secret. */
export const tokenLifeChecks: readonly Check[] = [fresh, lifetime, survives, ...expiryChecks, stable];
