/** Tokens that were asked for in spellings that are drawn, or for fewer scopes: each is a token like any other. */
import { api } from "../../generated/operations.ts";
import { drawEach, isAskedFor, whenWords } from "../plan/draw.ts";
import { inCompany, narrowToken } from "../plan/situations.ts";
import { type Spelling, spellings } from "../plan/spellings.ts";
import type { Exchange } from "../wire/exchange.ts";
import { readToken, type Token } from "../wire/tokens.ts";
import { noToken } from "./kit/ask.ts";
import type { Run } from "./kit/check.ts";
import { Inconclusive, ifConclusive } from "./kit/inconclusive.ts";
import { plainOperation } from "./kit/plain-read.ts";
import { besideOthers } from "./kit/situation.ts";
import { alterationIn, isToWork } from "./kit/spelled.ts";
import { tokenFor } from "./kit/token-for.ts";
import type { Fact } from "./kit/verdict.ts";
import { tokenRequests } from "./token-request.ts";

/** A token, and how it was asked for. */
export interface SpelledToken {
  readonly row: readonly Spelling[];
  readonly token: Token;
  /** Asks for another one in the same way. */
  readonly request: () => Promise<Exchange>;
}

/**
 * New tokens for the plain read, as few as meet each spelling in which a token request has to work, and one in each
 * that a server may refuse, if it does not.
 */
export async function newSpelledTokens(run: Run): Promise<readonly SpelledToken[]> {
  if (run.draw.rows === 0) return [];
  const [{ request: plain }] = await tokenRequests(run);
  const usable = [...spellings, narrowToken].filter(
    (spelling) => spelling.applies(plain) && isAskedFor(spelling, run.draw),
  );
  const must = usable.filter(isToWork);
  const rows = [
    ...drawEach(must, run.draw, { name: "tokens" }),
    ...usable.filter((one) => !must.includes(one)).map((one) => [one]),
  ];
  const tokens: SpelledToken[] = [];
  for (const row of rows) {
    const scopes = row.includes(narrowToken) ? (plainOperation?.scopes ?? api.scopes) : api.scopes;
    const { description, rewrite = (request) => request } = alterationIn(row);
    // Where it is refused, that is for the check of the token request in every spelling.
    const request = () => run.probe.tokens.request("spelling", { description, rewrite }, scopes);
    const token = readToken(await request());
    if (token !== null) tokens.push({ row, token, request });
  }
  return tokens;
}

/** How many tokens are asked for in company: what goes wrong with every third one is wrong with one of them. */
const inCompanyOfReads = 3;

/** The same, with other requests. */
const besideTokens: Spelling = { ...inCompany, when: "other token requests are on their way" };

/**
 * New tokens that are asked for while reads are on their way, and then as many at the same time, each just before one for
 * a single scope: what is asked for belongs to one request.
 */
export async function newTokensInCompany(run: Run): Promise<readonly SpelledToken[]> {
  if (run.draw.rows === 0 || !isAskedFor(inCompany, run.draw)) return [];
  const plain = () => run.probe.tokens.request("token");
  const request = () => besideOthers(run, [inCompany], plain);
  const tokens: SpelledToken[] = [];
  const add = (exchange: Exchange, spelling: Spelling) => {
    const token = readToken(exchange);
    if (token !== null) tokens.push({ row: [spelling], token, request });
  };
  for (let asked = 0; asked < inCompanyOfReads; asked += 1) add(await request(), inCompany);
  const forOne = () => run.probe.tokens.request("token", undefined, api.scopes.slice(0, 1));
  const together = await Promise.all(
    Array.from({ length: inCompanyOfReads }, () => [plain(), forOne()] as const).map(([own]) => own),
  );
  for (const exchange of together) add(exchange, besideTokens);
  return tokens;
}

/** Right after a token for fewer scopes: what keeps tokens for a client may give the one that it has. */
const afterNarrow: Spelling = { ...narrowToken, when: "a token for fewer scopes was asked for just before" };

/**
 * A new token for all scopes, asked for right after one for a single scope; null where the server gives none for that, or
 * all of them, and where it issues none.
 */
export async function newTokenAfterNarrow(run: Run): Promise<Pick<SpelledToken, "row" | "token"> | null> {
  const scopes: readonly string[] = api.scopes.slice(0, 1);
  if (scopes.length === api.scopes.length || run.draw.rows === 0 || !isAskedFor(narrowToken, run.draw))
    return null;
  if ((await ifConclusive(tokenFor(run, scopes))) === null) return null;
  const exchange = await run.probe.tokens.undisturbed(async (request) => {
    await request("token", undefined, scopes);
    return request("token");
  });
  const token = readToken(exchange);
  return token === null ? null : { row: [afterNarrow], token };
}

/** The token issued by a request. @throws Inconclusive if it issued none. */
export function issued(run: Run, exchange: Exchange): Token {
  const token = readToken(exchange);
  if (token === null) throw new Inconclusive(noToken(run));
  return token;
}

/** The same fact; a contradiction tells how the token was asked for. */
export function issuedAs(row: readonly Spelling[], fact: Fact): Fact {
  if (fact.kind !== "violated" || row.length === 0) return fact;
  return { ...fact, message: `${fact.message} It was asked for in a request ${whenWords(row)}.` };
}
