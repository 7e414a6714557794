/** Every defect of a token request, between two requests without it, in the plain spelling and in others. */
import type { Spelling } from "../plan/spellings.ts";
import { type Exchange, outcomeOf, succeeded } from "../wire/exchange.ts";
import { readToken, type TokenRequestAlteration } from "../wire/tokens.ts";
import { type Check, missing, type Run } from "./kit/check.ts";
import { brokenIn, confirmDrawn, drawFor, oneByOne } from "./kit/drawn.ts";
import { Inconclusive, onInconclusive } from "./kit/inconclusive.ts";
import { isServerError, judgeRefusal, type RefusalRule, type RefusedRequest } from "./kit/refusal.ts";
import { alterationIn, usableSpellings } from "./kit/spelled.ts";
import type { Fact } from "./kit/verdict.ts";
import { spellableToken } from "./spelled-tokens.ts";
import { type TokenDefect, tokenRequestDefects } from "./token-defects.ts";
import { tokenRequests } from "./token-request.ts";

const noToken: RefusalRule = {
  expected: "a refusal (any 4xx), and no token",
  granted: (exchange) => readToken(exchange) !== null,
};

/** A defective token request, and the judgement on it. */
interface RefusedTokenRequest extends RefusedRequest {
  readonly alteration: TokenRequestAlteration;
}

/** How often a request is sent if the server fails: a single failure may be chance. */
const rounds = 2;

/**
 * Sends defective token requests between two without a defect, all at the same time; where they may lock the client out,
 * one at a time, since a server may forget a wrong login after a right one.
 */
async function refuse(
  run: Run,
  { id, mayLockOut }: TokenDefect,
  alterations: readonly TokenRequestAlteration[],
): Promise<readonly RefusedTokenRequest[]> {
  const results: RefusedTokenRequest[] = [];
  let [, before] = await tokenRequests(run);
  const size = mayLockOut ? 1 : alterations.length;
  for (let start = 0; start < alterations.length; start += size) {
    let batch = alterations.slice(start, start + size);
    if (start > 0 && !succeeded(before)) before = await run.probe.tokens.request("control");
    if (!succeeded(before)) {
      const why = `the same request without the defect was not accepted before (${outcomeOf(before)})`;
      results.push(
        ...batch.map((alteration) => ({ alteration, exchange: null, fact: missing(why, [before.id]) })),
      );
      continue;
    }
    for (let round = 1; batch.length > 0; round += 1) {
      const sent = await run.probe.tokens.undisturbed((request) =>
        Promise.all(batch.map((alteration) => onInconclusive(request(id, alteration), (reason) => reason))),
      );
      const after = await run.probe.tokens.request("control");
      const judged = batch.map((alteration, index) => ({
        alteration,
        ...judgeOne(before, sent[index] as Exchange | Inconclusive, after),
      }));
      before = after;
      const isDoubtful = ({ fact }: RefusedTokenRequest) => round < rounds && isServerError(fact);
      batch = judged.filter(isDoubtful).map(({ alteration }) => alteration);
      results.push(...judged.filter((one) => !isDoubtful(one)));
    }
  }
  return results;
}

function judgeOne(before: Exchange, altered: Exchange | Inconclusive, after: Exchange): RefusedRequest {
  if (altered instanceof Inconclusive) return { exchange: null, fact: altered.fact };
  return { exchange: altered, fact: judgeRefusal({ before, altered, after }, noToken) };
}

/** The defective token requests of one check in the plain spelling, sent once per run. */
export function refusedTokenRequests(run: Run, defect: TokenDefect): Promise<readonly RefusedTokenRequest[]> {
  return run.memoize(defect, () => refuse(run, defect, defect.alterations));
}

/** All defective token requests, for the rules that apply to all refusals; those that may lock the client out come last. */
export async function allRefusedTokenRequests(run: Run): Promise<readonly RefusedRequest[]> {
  const all: RefusedRequest[] = [];
  for (const defect of tokenRequestDefects) {
    const plain = await refusedTokenRequests(run, defect);
    const drawn = await drawnRequests(run, defect, plain);
    const drawnOf = (alteration: TokenRequestAlteration) => drawn.filter(({ of }) => of === alteration);
    for (const { alteration, ...one } of plain)
      all.push({ ...one, drawn: drawnOf(alteration).map(({ fact }) => fact) });
  }
  return all;
}

/** The most combinations in which something is sent that may lock the client out: enough to meet each spelling. */
const fewRows = 4;

/** A defective token request in a spelling, and the judgement on it. */
interface DrawnTokenRequest {
  /** The defect in the plain spelling. */
  readonly of: TokenRequestAlteration;
  readonly row: readonly Spelling[];
  readonly fact: Fact;
}

/** What is refused in the plain spelling is sent in others as well, once per run. */
function drawnRequests(
  run: Run,
  defect: TokenDefect,
  plain: readonly RefusedTokenRequest[],
): Promise<readonly DrawnTokenRequest[]> {
  return run.memoize(`drawn for ${defect.id}`, async () => {
    const held = plain.filter(
      ({ alteration, fact }) => fact.kind === "held" && defect.drawn.includes(alteration),
    );
    if (run.draw.rows === 0 || held.length === 0) return [];
    const usable = await usableSpellings(run, spellableToken(run));
    const rows = defect.mayLockOut ? Math.min(run.draw.rows, fewRows) : run.draw.rows;
    const drawing = { ...run, draw: { ...run.draw, rows } };
    const all = held.flatMap(({ alteration }) =>
      drawFor(drawing, usable, { name: `${defect.id} ${alteration.description}` }).map((row) => ({
        of: alteration,
        row,
        sent: inSpelling(row, alteration),
      })),
    );
    const sent = all.map((one) => one.sent);
    const results = await refuse(run, defect, sent);
    const unsent = missing("it could not be sent");
    return all.map(({ of, row, sent }) => {
      const fact = results.find(({ alteration }) => alteration === sent)?.fact ?? unsent;
      return { of, row, fact };
    });
  });
}

/** What drawn requests contradict, shortened and repeated. */
async function drawnFacts(
  run: Run,
  defect: TokenDefect,
  plain: readonly RefusedTokenRequest[],
): Promise<readonly Fact[]> {
  const drawn = await drawnRequests(run, defect, plain);
  const facts: Fact[] = [];
  const causes: (readonly Spelling[])[] = [];
  for (const alteration of new Set(drawn.map(({ of }) => of))) {
    const own = drawn.filter(({ of }) => of === alteration);
    const broken = brokenIn(
      own.map(({ row }) => row),
      own.map(({ fact }) => (fact.kind === "violated" ? fact : undefined)),
    );
    const judge = oneByOne(async (row) => {
      const [result] = await refuse(run, defect, [inSpelling(row, alteration)]);
      return result?.fact ?? missing("it could not be sent");
    });
    // Chance never grants what is to be refused.
    facts.push(...(await confirmDrawn(run, broken, { judge, mayBeChance: () => false }, causes)));
  }
  return facts;
}

function inSpelling(row: readonly Spelling[], alteration: TokenRequestAlteration): TokenRequestAlteration {
  const { description, rewrite = (request) => request } = alterationIn(row, {
    description: alteration.description,
  });
  return { ...alteration, description, rewrite };
}

/** One check per defect; each is asked alone, and those that may lock the client out come last. */
export const refusedTokenChecks: readonly Check[] = tokenRequestDefects.map((defect) => ({
  id: defect.id,
  title: defect.title,
  requirements: defect.requirements,
  access: "read",
  stage: "credentials",
  drawsFor: defect.drawn.length,
  run: async (run) => {
    const plain = await refusedTokenRequests(run, defect);
    return [...plain.map(({ fact }) => fact), ...(await drawnFacts(run, defect, plain))];
  },
}));
