/** A token that is refused within its lifetime, wherever in a run that happens. */
import { api, type Operation, operations } from "../../generated/operations.ts";
import { headerOf } from "../base/headers.ts";
import { mark } from "../base/redact.ts";
import { type Exchange, succeeded } from "../wire/exchange.ts";
import { readToken, type Token } from "../wire/tokens.ts";
import { noToken } from "./kit/ask.ts";
import { type Check, held, isServed, missing, prepare, type Run } from "./kit/check.ts";
import { mainList } from "./kit/paged.ts";
import { plainRead } from "./kit/plain-read.ts";
import type { Fact } from "./kit/verdict.ts";
import { otherSecret, wrongSecret } from "./token-defects.ts";
import { beforeEndMs, wholeSecondMs } from "./token-expiry.ts";
import { walks } from "./walks.ts";

/** A read that was refused with 401 within the lifetime of its token, and what showed that the token was the reason. */
export interface RefusedInLife {
  readonly refused: Exchange;
  /** The same read with the same token: accepted, or refused again. */
  readonly again: Exchange;
  /** The same read with another token, accepted; null if the first token was accepted again. */
  readonly other: Exchange | null;
  /** When the token was certainly accepted, in milliseconds since the epoch. */
  readonly since: number;
}

/** A token, until when it certainly lives, and when it was first issued, in milliseconds since the epoch. */
interface IssuedToken {
  readonly token: Token;
  readonly until: number;
  readonly issuedAt: number;
}

/**
 * The tokens that a log shows to be issued, up to some time. A value that is issued again lives as long as the answer
 * says that promises most: whoever has that answer knows of no other.
 */
function tokensIn(
  log: readonly Exchange[],
  upTo = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, IssuedToken> {
  const tokens = new Map<string, IssuedToken>();
  for (const exchange of log) {
    const token = exchange.operation === api.token ? readToken(exchange) : null;
    // A recording tells none from another.
    if (token === null || token.lifetime === null || token.value === mark || exchange.endedAt > upTo)
      continue;
    const until = token.expiresAt - Math.max(wholeSecondMs, beforeEndMs(token.lifetime * 1000));
    const before = tokens.get(token.value);
    if (before === undefined) tokens.set(token.value, { token, until, issuedAt: exchange.endedAt });
    else if (until > before.until) tokens.set(token.value, { ...before, token, until });
  }
  return tokens;
}

/** The token of an exchange, as sent. */
function tokenOf({ request }: Exchange): string {
  return /^Bearer (\S+)$/.exec(headerOf(request.headers, "authorization") ?? "")?.[1] ?? "";
}

/** True for a request as specified whose 401 can only be about its token: of a signed one, it may be about the signature. */
function isPlainUse({ operation, alteration, response }: Exchange): boolean {
  if (operation === null || alteration !== null || response === null) return false;
  const { scopes, signed }: Operation = operations[operation];
  return scopes !== null && signed === null;
}

const isSameRead = (a: Exchange, b: Exchange) =>
  a.operation === b.operation && a.request.url === b.request.url;

/**
 * The reads that were refused although their token lived. One counts only if the token had been accepted before,
 * and if the log shows what is at fault: the same read was accepted with the same token, or refused once more with
 * it and then accepted with another. Where no token is seen to outlive the issue of a newer one, a newer token may
 * be what has ended it, of which there is a check of its own.
 */
export function refusedInLife(log: readonly Exchange[]): readonly RefusedInLife[] {
  const tokens = tokensIn(log);
  const uses = log.filter(isPlainUse);
  const livesAt = (exchange: Exchange) => {
    const value = tokenOf(exchange);
    // Most are never issued again, and live as long as is said at any time.
    if (exchange.endedAt >= (tokens.get(value)?.until ?? 0)) return false;
    return exchange.endedAt < (tokensIn(log, exchange.startedAt).get(value)?.until ?? 0);
  };
  const outlives = uses.some((one) => {
    const own = tokens.get(tokenOf(one));
    const isOlder = ({ issuedAt }: { issuedAt: number }) =>
      own !== undefined && issuedAt > own.issuedAt && issuedAt <= one.startedAt;
    return succeeded(one) && [...tokens.values()].some(isOlder);
  });
  const accepted = new Map<string, number>();
  const found = uses.flatMap((refused, index): RefusedInLife[] => {
    const token = tokenOf(refused);
    if (succeeded(refused)) accepted.set(token, refused.startedAt);
    const since = accepted.get(token);
    if (refused.response?.status !== 401 || !livesAt(refused) || since === undefined) return [];
    const later = uses.slice(index + 1).filter((one) => isSameRead(one, refused));
    const again = later.find(
      (one) => tokenOf(one) === token && one.startedAt >= refused.endedAt && livesAt(one),
    );
    if (again === undefined) return [];
    if (succeeded(again)) return [{ refused, again, other: null, since: refused.startedAt }];
    const other = later.find(
      (one) => tokenOf(one) !== token && one.startedAt >= again.endedAt && succeeded(one),
    );
    return outlives && again.response?.status === 401 && other !== undefined
      ? [{ refused, again, other, since }]
      : [];
  });
  return occasions(found);
}

/** One of several that may have one cause: that all tokens ended at a time, or chance while some were under way. */
function occasions(found: readonly RefusedInLife[]): readonly RefusedInLife[] {
  let until = Number.NEGATIVE_INFINITY;
  return [...found]
    .sort((one, other) => one.refused.startedAt - other.refused.startedAt)
    .filter(({ refused, again, other, since }) => {
      if (refused.startedAt < until || since <= until) return false;
      until = other === null ? again.endedAt : refused.startedAt;
      return true;
    });
}

/**
 * Uses the token that was left alone longest once more, now that the run ends. Where it is refused, a new one is left
 * alone for as long: if that is refused as well, time is the reason, and nothing that happened to all tokens; but for a
 * wrong secret, which is sent once more then.
 */
async function useLongUnused(run: Run): Promise<void> {
  const { session } = run.probe;
  const { exchanges } = session;
  const lastUsed = new Map<string, number>();
  for (const one of exchanges) if (isPlainUse(one) && succeeded(one)) lastUsed.set(tokenOf(one), one.endedAt);
  const at = exchanges.at(-1)?.endedAt ?? 0;
  const usedAt = ({ token }: IssuedToken) => lastUsed.get(token.value) ?? Number.POSITIVE_INFINITY;
  const [unused] = [...tokensIn(exchanges).values()]
    .filter((one) => lastUsed.has(one.token.value) && one.until > at)
    .sort((one, other) => usedAt(one) - usedAt(other));
  const { opens, newToken } = useOf(run);
  if (unused === undefined || (await opens(unused.token)) || (await opens(unused.token))) return;
  const next = await newToken();
  if (next === null || !(await opens(next))) return;
  if (exchanges.some(({ purpose }) => purpose === wrongSecret.id)) {
    // A wrong secret may have ended all that were there.
    await run.probe.tokens.request(wrongSecret.id, otherSecret);
    if (!(await opens(next)) && !(await opens(next))) {
      await opens(await newToken());
      return;
    }
  }
  // Nor does a newer token end it.
  await newToken();
  const age = (exchanges.at(-1)?.endedAt ?? at) - unused.issuedAt;
  // A part of that time may be enough.
  const pause = Math.min(age, run.waitMs);
  if (!(await opens(next)) || session.remainingMs() < 2 * pause) return;
  await session.sleep(pause);
  if (!(await opens(next)) && !(await opens(next))) await opens(await newToken());
}

/** How often the oldest token is used where a read was refused: by each of a few servers behind one address. */
const usesOfOldest = 10;

/** Where one read alone was refused, uses the oldest token some more times: its age may be the reason, and chance. */
async function useOldest(run: Run): Promise<void> {
  const { exchanges } = run.probe.session;
  if (refusedInLife(exchanges).length !== 1) return;
  const now = exchanges.at(-1)?.endedAt ?? 0;
  const used = new Set(exchanges.filter((one) => isPlainUse(one) && succeeded(one)).map(tokenOf));
  const living = [...tokensIn(exchanges).values()].filter(
    ({ token, until }) => used.has(token.value) && until > now,
  );
  const [oldest] = living.sort((one, other) => one.issuedAt - other.issuedAt);
  if (oldest === undefined) return;
  const { opens } = useOf(run);
  for (let use = 0; use < usesOfOldest; use += 1) await opens(oldest.token);
}

/** Most uses of a token to see whether it ends after as many as another one. */
const mostUses = 200;

/** Where one read alone was refused, uses a new token as often as that of the read had been: it may be worn out by then. */
async function useAsOften(run: Run): Promise<void> {
  const { exchanges } = run.probe.session;
  const [first, ...others] = refusedInLife(exchanges);
  if (first === undefined || others.length > 0) return;
  const value = tokenOf(first.refused);
  const uses = exchanges.filter((one) => tokenOf(one) === value && one.startedAt <= first.refused.startedAt);
  const { opens, newToken } = useOf(run);
  const token = await newToken();
  for (let use = 0; use <= Math.min(uses.length, mostUses); use += 1) {
    if (await opens(token)) continue;
    if (!(await opens(token))) await opens(await newToken());
    return;
  }
}

/** New tokens for the check of this file, and whether the plain read is given with one. */
function useOf({ probe: { tokens, callWith } }: Run) {
  const id = "token.accepted";
  return {
    newToken: async () => readToken(await tokens.request(id)),
    opens: async (token: Token | null) => token !== null && succeeded(await callWith(id, plainRead(), token)),
  };
}

/** As often as a read has to be refused: once may be chance. */
const enough = 2;

function judge(found: readonly RefusedInLife[]): Fact {
  const [first] = found as readonly [RefusedInLife, ...RefusedInLife[]];
  const exchanges = found.flatMap(({ refused, again, other }) => [
    refused.id,
    again.id,
    ...(other === null ? [] : [other.id]),
  ]);
  if (found.length < enough)
    return missing("a token was refused within its lifetime, and only once", exchanges);
  return {
    kind: "violated",
    message: `A read was refused within the lifetime of its token, ${found.length} times.`,
    expected: ["a token is accepted until expires_in seconds have passed"],
    received:
      first.other === null
        ? "401, and success when it was sent again with the same token"
        : "401, 401 when it was sent again with the same token, and success with another one",
    exchanges,
    // Each was sent again already; a fresh token need not come to the point where the others were refused.
    isLasting: true,
  };
}

const title = "no read is refused with 401 within the lifetime of its token";

/** What the log shows of tokens that were in use. */
export const tokenAcceptedChecks: readonly Check[] = [
  {
    id: "token.accepted",
    title,
    requirements: ["auth.token.lives"],
    access: "read",
    stage: "log",
    run: async (run) => {
      await prepare(run, async () => mainList && walks(run, mainList));
      await prepare(run, () => useLongUnused(run));
      await prepare(run, () => useOldest(run));
      await prepare(run, () => useAsOften(run));
      const { exchanges } = run.probe.session;
      const found = refusedInLife(exchanges);
      if (found.length > 0) return [judge(found)];
      const used = exchanges.filter((one) => isPlainUse(one) && succeeded(one));
      const isKnown = (await isServed(run)) && used.length > 0;
      return [
        isKnown
          ? held(`none of ${used.length} reads that were served was refused before`, used[0]?.id)
          : missing(used.length === 0 ? "no read was served" : noToken(run)),
      ];
    },
  },
];
