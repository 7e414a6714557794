/** Requests in other spellings than the plain one: which of them a server takes, and what of it holds in them. */
import { isDeepStrictEqual } from "node:util";
import { nameOf } from "../../plan/case.ts";
import {
  drawSpellings,
  isAskedFor,
  isSameSpelling,
  type Place,
  spelled,
  whenWords,
} from "../../plan/draw.ts";
import { shrink } from "../../plan/shrink.ts";
import { type Spelling, spellings } from "../../plan/spellings.ts";
import type { Alteration, SignedParts } from "../../wire/alteration.ts";
import { type Exchange, notNow, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { signedString } from "../../wire/signed-string.ts";
import { held, missing, type Run } from "./check.ts";
import { isNoRefusal } from "./refusal.ts";
import type { Fact } from "./verdict.ts";

/** A request as specified that can be sent in any spelling. */
export interface Spellable {
  /** The name of the operation, for what is memoized and drawn. */
  readonly name: string;
  /** Sends it; without an alteration in the plain spelling. */
  readonly send: (alteration?: Alteration) => Promise<Exchange>;
  /** The aspect in which it differs from the specification, since the server takes it only so. */
  readonly unlike?: string;
  /** True for a response that grants what is asked. */
  readonly isGranted: (exchange: Exchange) => boolean;
}

/** A spelling, and the response to a request as specified in it. */
interface Tried {
  readonly spelling: Spelling;
  readonly exchange: Exchange;
  readonly isGranted: boolean;
}

/** An alteration in these spellings, told in words. */
export function alterationIn(row: readonly Spelling[], alteration?: Alteration): Alteration {
  const words = whenWords(row);
  const description = `${alteration?.description ?? ""} ${words}`.trim();
  const signedPath = row.find((spelling) => spelling.signedPath !== undefined)?.signedPath;
  return {
    ...(signedPath === undefined
      ? {}
      : { signed: (parts: SignedParts) => signedString({ ...parts, path: signedPath(parts.path) }) }),
    ...alteration,
    description,
    rewrite: spelled(row),
  };
}

/** The spellings that a request as specified can have; none where the plain one is refused. */
function possibleSpellings(run: Run, { name, send, isGranted, unlike }: Spellable) {
  return run.memoize(`possible spellings of ${name}`, async () => {
    const plain = await send();
    if (!isGranted(plain)) return [];
    return spellings.filter(
      (spelling) =>
        spelling.dimension !== unlike && spelling.applies(plain.request) && isAskedFor(spelling, run.draw),
    );
  });
}

/** The response to a request as specified in one spelling. */
async function tryOne({ send, isGranted }: Spellable, spelling: Spelling): Promise<Tried> {
  const exchange = await send(alterationIn([spelling]));
  return { spelling, exchange, isGranted: isGranted(exchange) };
}

/**
 * The response to a request as specified in each spelling that has to be taken, once per run. Several are sent in one
 * request: what is taken together is taken, and only what is refused together is sent one by one.
 */
function triedSpellings(run: Run, spellable: Spellable): Promise<readonly Tried[]> {
  const { name, send, isGranted } = spellable;
  return run.memoize(`spellings of ${name}`, async () => {
    const must = (await possibleSpellings(run, spellable)).filter(isToWork);
    const each = { ...run.draw, rows: Number.POSITIVE_INFINITY, strength: "spellings" } as const;
    const rows = drawSpellings(must, each, { name: `every spelling of ${name}` });
    const together = await Promise.all(
      rows.map(async (row) => ({ row, exchange: await send(alterationIn(row)) })),
    );
    return Promise.all(
      must.map((spelling) => {
        const taken = together.find(({ row, exchange }) => row.includes(spelling) && isGranted(exchange));
        if (taken === undefined) return tryOne(spellable, spelling);
        return { spelling, exchange: taken.exchange, isGranted: true };
      }),
    );
  });
}

const isToWork = ({ expectation }: Spelling) => expectation === "must work";

/** The spellings in which a server takes a request: in the others, nothing shows why a request is refused. */
export async function usableSpellings(run: Run, spellable: Spellable): Promise<readonly Spelling[]> {
  const tried = await triedSpellings(run, spellable);
  const others = await run.memoize(`other spellings of ${spellable.name}`, async () => {
    const either = (await possibleSpellings(run, spellable)).filter((one) => !isToWork(one));
    return Promise.all(either.map((spelling) => tryOne(spellable, spelling)));
  });
  return [...tried, ...others].filter(({ isGranted }) => isGranted).map(({ spelling }) => spelling);
}

/** The fact that the combination that is asked for can't be sent; null where it can, or where none is. */
export function notSent({ draw: { only } }: Run, usable: readonly Spelling[]): Fact | null {
  const lacking = (only ?? []).filter((name) => !usable.some((one) => isSameSpelling(name, one)));
  if (lacking.length === 0) return null;
  return missing(
    `this server does not, or need not, take the request with ${lacking.map(nameOf).join(", ")}`,
  );
}

/** How often a refusal of a spelling is repeated, and how many of all these have to be refused. */
const repetitions = 4;
const refusedAtLeast = 4;

/**
 * Judges whether a request as specified is taken in every spelling that means the same. A refusal counts if it is
 * repeated between plain requests that are granted.
 */
export async function judgeSpellings(run: Run, spellable: Spellable): Promise<readonly Fact[]> {
  const tried = await triedSpellings(run, spellable);
  const facts: Fact[] = [];
  for (const { spelling, exchange, isGranted } of tried) {
    facts.push(
      isGranted
        ? held("every spelling was taken", exchange.id)
        : await judgeRefusedSpelling(spellable, spelling, exchange),
    );
  }
  if (facts.length > 0) return facts;
  return [notSent(run, []) ?? missing("the request as specified is not accepted")];
}

async function judgeRefusedSpelling(
  { send, isGranted }: Spellable,
  spelling: Spelling,
  first: Exchange,
): Promise<Fact> {
  const seen = [first];
  let controls = 0;
  for (let time = 0; time < repetitions; time += 1) {
    const again = await send(alterationIn([spelling]));
    const control = await send();
    if (isGranted(control)) controls += 1;
    if (!isGranted(again)) seen.push(again);
  }
  const ids = seen.map(({ id }) => id);
  const isAnswered = seen.every(
    (one) => one.response !== null && !succeeded(one) && !notNow.includes(one.response.status),
  );
  const all = repetitions + 1;
  const words = `a request as specified was answered ${outcomeOf(first)} ${whenWords([spelling])}`;
  if (seen.length < refusedAtLeast || controls < repetitions || !isAnswered) {
    return missing(`${words}, in ${seen.length} of ${all} times`, ids);
  }
  return {
    kind: "violated",
    message: `A request as specified is refused ${whenWords([spelling])}.`,
    expected: [`2xx as without it (${spelling.basis})`],
    received: `${outcomeOf(first)}, in ${seen.length} of ${all} times`,
    exchanges: ids,
    isLasting: true,
    spelled: [spelling],
  };
}

/** The combinations of spellings that are drawn for one defect; the run counts them. */
export function drawFor(
  run: Run,
  usable: readonly Spelling[],
  place: Place,
): readonly (readonly Spelling[])[] {
  const rows = drawSpellings(usable, run.draw, place);
  run.noteDrawn(rows, usable);
  return rows;
}

/**
 * Draws the combinations of spellings for one defect, and judges it in each: what contradicts the rule in some of
 * them is shrunk to the spellings that matter, and repeated.
 */
export async function judgeDrawn(
  run: Run,
  place: Place,
  usable: readonly Spelling[],
  { judge, mayBeChance }: DrawnJudge,
): Promise<readonly Fact[]> {
  const rows = drawFor(run, usable, place);
  const facts = rows.length === 0 ? [] : await judge(rows);
  return [
    ...(await confirmDrawn(brokenIn(rows, facts), { judge, mayBeChance })),
    ...(await failedAgain(rows, facts, judge)),
  ];
}

/** How often a failure is repeated: what happens once, or twice in a row, may be chance. */
const failuresAgain = 3;

/** The fact of the first combination in which the server fails instead of refusing, if it does so each time. */
export async function failedAgain(
  rows: readonly (readonly Spelling[])[],
  facts: readonly (Fact | undefined)[],
  judge: DrawnJudge["judge"],
): Promise<readonly Fact[]> {
  const index = facts.findIndex((fact) => fact !== undefined && isNoRefusal(fact));
  const [first, row] = [facts[index], rows[index]];
  if (first === undefined || row === undefined) return [];
  for (let time = 0; time < failuresAgain; time += 1) {
    const [again] = await judge([row]);
    if (again === undefined || !isNoRefusal(again)) return [];
  }
  return [first];
}

type Violation = Extract<Fact, { kind: "violated" }>;

/** The same fact; a contradiction with these spellings in its words. */
export function factIn(row: readonly Spelling[], fact: Fact): Fact {
  if (fact.kind !== "violated" || row.length === 0) return fact;
  return { ...fact, message: `${fact.message.replace(/\.$/, "")}, ${whenWords(row)}.` };
}

/** A combination in which a rule was contradicted, and how. */
export interface Broken {
  readonly row: readonly Spelling[];
  readonly violation: Violation;
}

/** Those of these combinations of which the fact is a contradiction. */
export function brokenIn(
  rows: readonly (readonly Spelling[])[],
  facts: readonly (Fact | undefined)[],
): readonly Broken[] {
  return rows.flatMap((row, index) => {
    const fact = facts[index];
    return fact?.kind === "violated" ? [{ row, violation: fact }] : [];
  });
}

/** How what is drawn is judged. */
export interface DrawnJudge {
  /** Sends a request in each of these combinations, and judges what came of it, one fact each. */
  readonly judge: (rows: readonly (readonly Spelling[])[]) => Promise<readonly Fact[]>;
  /** True for a contradiction that chance may make as well: it counts only if it is seen each time. */
  readonly mayBeChance: (violation: Violation) => boolean;
}

/**
 * Shrinks combinations in which a rule was contradicted, and says what is left of each different cause.
 *
 * @param known - Causes that were found for other defects: they are tried first, and new ones are added.
 */
export async function confirmDrawn(
  broken: readonly Broken[],
  { judge, mayBeChance }: DrawnJudge,
  known: (readonly Spelling[])[] = [],
): Promise<readonly Fact[]> {
  const causes: (readonly Spelling[])[] = [];
  const facts: Fact[] = [];
  for (const { row, violation: first } of broken) {
    const isPartOf = (cause: readonly Spelling[]) => cause.every((spelling) => row.includes(spelling));
    if (causes.some(isPartOf)) continue;
    let last = first;
    const isSeen = async (some: readonly Spelling[]) => {
      const [fact] = await judge([some]);
      if (fact?.kind === "violated") last = fact;
      return fact?.kind === "violated";
    };
    const likely = known.find(isPartOf);
    const isLikely = likely !== undefined && (await isSeen(likely));
    const { needed: least, seen, sent } = await shrink(isLikely ? likely : row, isSeen);
    const general = least.map((spelling) => spelling.moreGeneral ?? spelling);
    const isGeneral = !isDeepStrictEqual(general, least) && seen > 0 && (await isSeen(general));
    const needed = isGeneral ? general : least;
    const isCertain = !mayBeChance(last);
    if (seen === 0) {
      causes.push(row);
      const words = `a contradiction ${whenWords(row)} was seen once, and not again`;
      facts.push(isCertain ? once(first, sent) : missing(words, first.exchanges));
      continue;
    }
    if (causes.some((cause) => isDeepStrictEqual(cause, needed))) continue;
    causes.push(needed);
    if (!known.some((cause) => isDeepStrictEqual(cause, needed))) known.push(needed);
    const words = `a contradiction ${whenWords(needed)} was seen ${seen} of ${sent} times`;
    facts.push(isCertain || seen === sent ? told(last, needed, seen, sent) : missing(words, last.exchanges));
  }
  return facts;
}

/** What was seen once, and no chance makes: by what it is brought about is not known. */
function once(violation: Violation, sent: number): Fact {
  const received = `${violation.received}, and not again when it was repeated ${sent} times`;
  return { ...violation, isLasting: true, received };
}

function told(violation: Violation, needed: readonly Spelling[], seen: number, sent: number): Fact {
  const times = seen < sent ? `, ${seen} of ${sent} times` : "";
  return {
    ...violation,
    isLasting: true,
    received: `${violation.received}${times}`,
    // What was seen in the plain spelling in the end is not for a case.
    ...(needed.length === 0 ? {} : { spelled: needed }),
  };
}
