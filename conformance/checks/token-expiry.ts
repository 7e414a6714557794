/** When a token ends: it is used shortly before that and shortly after. */
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";
import { readToken, type Token } from "../wire/tokens.ts";
import { drawnReads } from "./drawn-reads.ts";
import { ask } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import { plainRead } from "./kit/plain-read.ts";
import { judgeRefusal, type RefusalRule } from "./kit/refusal.ts";
import type { Fact } from "./kit/verdict.ts";
import { issued, issuedAs, newSpelledTokens } from "./tokens-in-spellings.ts";

/** What is demanded of a request with an expired token. */
const refused: RefusalRule = { expected: "401", status: 401 };

const longestBeforeEndMs = 3000;
const afterEndMs = 2000;
/** How long before its end a token is used for the last time: what its connection remembers of it is new then. */
const lastUseMs = 500;

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

/** How the purposes of requests with an expired token begin. */
export const afterExpiry = "token.dies";

/** What the life of a token has shown. */
interface TokenLife {
  readonly token: Token;
  readonly lives: Fact;
  readonly dies: Fact;
}

/** What the lives of tokens have shown. */
interface TokenLives {
  readonly used: readonly [TokenLife, ...TokenLife[]];
  /** What became of one that was first used after its end: its life must not begin with that. */
  readonly unused: readonly Fact[];
}

/**
 * Uses tokens shortly before they expire and shortly after: a plain one first, and others that were asked for in
 * spellings that are drawn.
 *
 * @throws Inconclusive if there is no token, or the wait for its expiry is not allowed.
 */
function tokenLives(run: Run): Promise<TokenLives> {
  return run.memoize("token lives", async () => {
    const { session, tokens, callWith } = run.probe;
    const read = plainRead();
    // Before the others: a server on which each token ends the one before tells nothing by this one.
    const idle = readToken(await tokens.request("token"));
    const isExact = await beginOfSecond(run);
    const plain = issued(run, await tokens.request("token"));
    if (plain.lifetime === null || plain.lifetime <= 0)
      throw new Inconclusive("expires_in is not a positive number");
    const life = plain.expiresAt - plain.exchange.startedAt;
    if (life + afterEndMs > run.waitMs || life + afterEndMs > session.remainingMs() / 2) {
      const seconds = Math.ceil((life + afterEndMs) / 1000);
      const why = `needs a wait of ${seconds} s; allow it with --wait ${seconds} and a longer --budget`;
      throw new Inconclusive({ kind: "skipped", why });
    }
    // Their ends have to be so near to each other that they are waited for together.
    const isNear = ({ expiresAt }: Token) => Math.abs(expiresAt - plain.expiresAt) < beforeEndMs(life) / 2;
    const others = (await newSpelledTokens(run)).filter(({ token }) => isNear(token));
    // What is handed out again is the same token, and is used.
    const isUsed = (token: Token) =>
      [plain, ...others.map((one) => one.token)].some(({ value }) => value === token.value);
    // One that lives longer than the others, by its own words, need not have ended with them.
    const isOver = idle !== null && idle.expiresAt <= plain.expiresAt && !isUsed(idle);
    const unused = isOver ? [idle] : [];
    const all = [{ row: [], token: plain }, ...others];
    const use = (purpose: string, token: Token) => callWith(purpose, read, token);
    // The plain one first and alone: on the connection that was used last.
    const useAll = async (purpose: string) => [
      await use(purpose, plain),
      ...(await Promise.all(others.map(({ token }) => use(purpose, token)))),
    ];
    const ends = all.map(({ token }) => token.expiresAt);
    const before = await useAll("token.lives");
    const lastAnswer = Math.max(...before.map(({ endedAt }) => endedAt));
    await session.sleep(Math.max(0, Math.min(...ends) - beforeEndMs(life) - lastAnswer));
    const late = await useAll("token.lives");
    const control = await ask(run, "control", read);
    await session.sleep(Math.max(0, plain.expiresAt - lastUseMs - control.endedAt));
    const { endedAt } = await use("token.lives", plain);
    await session.sleep(Math.max(0, Math.max(...ends) + afterEndMs - endedAt));
    const used = await useAll(afterExpiry);
    const firstUses = await Promise.all(unused.map((token) => use(afterExpiry, token)));
    const after = await ask(run, "control", read);
    const judgeDead = (before: Exchange, dead: Exchange, alteration = withExpiredToken) =>
      judgeRefusal({ before, altered: { ...dead, alteration }, after }, refused);
    const lives = all.map(({ row, token }, index): TokenLife => {
      const [first, last, dead] = [before[index], late[index], used[index]] as [Exchange, Exchange, Exchange];
      return {
        token,
        lives: issuedAs(
          row,
          handedOutBefore(run, token, judgeLate(token, isExact, { before: first, late: last, control })),
        ),
        dies: issuedAs(row, judgeDead(first, dead)),
      };
    }) as [TokenLife, ...TokenLife[]];
    return {
      used: lives,
      unused: firstUses.map((dead) =>
        judgeDead(control, dead, `${withExpiredToken} that nothing was sent with before`),
      ),
    };
  });
}

/** What is wrong with a request whose token has expired, in words. */
export const withExpiredToken = "with an expired token";

/** A token that has expired. @throws Inconclusive if there is no token, or the wait for its expiry is not allowed. */
export async function expiredToken(run: Run): Promise<Token> {
  return (await tokenLives(run)).used[0].token;
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

/** The same fact; where the token had been handed out before, it has lost the time since: which is no chance. */
function handedOutBefore(run: Run, { value, exchange }: Token, fact: Fact): Fact {
  const first = run.probe.session.exchanges.find((one) => readToken(one)?.value === value);
  if (fact.kind !== "violated" || first === undefined || first.id === exchange.id) return fact;
  const seconds = ((exchange.startedAt - first.startedAt) / 1000).toFixed(1);
  const message = `${fact.message} It had been handed out ${seconds} s before as well.`;
  return { ...fact, message, isLasting: true };
}

const lives: Check = {
  id: "token.lives",
  title: "a token is accepted until expires_in seconds have passed",
  requirements: ["auth.token.lives", "limits.token-lifetime"],
  access: "read",
  stage: "last",
  run: async (run) => (await tokenLives(run)).used.map(({ lives }) => lives),
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
    const { used, unused } = await tokenLives(run);
    const [{ dies, token }] = used;
    const facts = [...used.map((one) => one.dies), ...unused];
    if (dies.kind !== "held") return facts;
    const alteration = { description: withExpiredToken, authorization: () => `Bearer ${token.value}` };
    // Each spelling and page: the wait has cost more than they do.
    const draw = { ...run.draw, rows: run.draw.rows === 0 ? 0 : Number.POSITIVE_INFINITY };
    const drawn = await drawnReads({ ...run, draw }, "an expired token", { rule: refused }, alteration);
    return [...facts, ...drawn];
  },
};

/** Checks of when a token ends. */
export const expiryChecks: readonly Check[] = [lives, dies];
