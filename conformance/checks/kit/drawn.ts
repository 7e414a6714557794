/** What is drawn: it is judged in each combination of spellings, and what contradicts a rule is shrunk and repeated. */
import { isDeepStrictEqual } from "node:util";
import { drawSpellings, type Place, whenWords } from "../../plan/draw.ts";
import { shrink } from "../../plan/shrink.ts";
import type { Spelling } from "../../plan/spellings.ts";
import { hasEnded, missing, type Run } from "./check.ts";
import { isNoRefusal } from "./refusal.ts";
import type { Fact, Violation } from "./verdict.ts";

/** How what is drawn is judged. */
export interface DrawnJudge {
  /** Sends a request in each of these combinations, and judges what came of it, one fact each. */
  readonly judge: (rows: readonly (readonly Spelling[])[]) => Promise<readonly Fact[]>;
  /** True for a contradiction that chance may make as well, as any by default: it counts only if it is seen each time. */
  readonly mayBeChance?: (violation: Violation) => boolean;
  /** All combinations that were sent at the same time; none if each was sent alone. */
  readonly together?: readonly (readonly Spelling[])[];
}

/** Judges the combinations one after the other. */
export function oneByOne(judgeOne: (row: readonly Spelling[]) => Promise<Fact>): DrawnJudge["judge"] {
  return async (rows) => {
    const facts: Fact[] = [];
    for (const row of rows) facts.push(await judgeOne(row));
    return facts;
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
  drawn: DrawnJudge,
): Promise<readonly Fact[]> {
  const { judge } = drawn;
  const rows = drawFor(run, usable, place);
  const facts = rows.length === 0 ? [] : await judge(rows);
  return [
    ...(await confirmDrawn(run, brokenIn(rows, facts), { ...drawn, together: rows })),
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

/** The same fact; a contradiction with these spellings in its words. */
export function factIn(row: readonly Spelling[], fact: Fact): Fact {
  if (fact.kind !== "violated" || row.length === 0) return fact;
  return { ...fact, message: `${fact.message.replace(/\.$/, "")}, ${whenWords(row)}.` };
}

/** How often what is left of a combination is sent again: more often where each time may be chance. */
const timesCertain = 4;
const timesByChance = 8;

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

/**
 * Shrinks combinations in which a rule was contradicted, and says what is left of each different cause.
 *
 * @param known - Causes that were found for other defects, to which new ones are added: where chance makes none of
 * this, a combination with one of them is sent once more with that alone, and neither shrunk nor repeated.
 */
export async function confirmDrawn(
  run: Pick<Run, "probe">,
  broken: readonly Broken[],
  { judge, mayBeChance = () => true, together = [] }: DrawnJudge,
  known: (readonly Spelling[])[] = [],
): Promise<readonly Fact[]> {
  const causes: (readonly Spelling[])[] = [];
  const facts: Fact[] = [];
  for (const { row, violation: first } of broken) {
    const isPartOf = (cause: readonly Spelling[]) => cause.every((spelling) => row.includes(spelling));
    if (causes.some(isPartOf)) continue;
    if (hasEnded(run)) {
      causes.push(row);
      facts.push(unrepeated(first, row, mayBeChance(first)));
      continue;
    }
    let last = first;
    const isSeen = async (some: readonly Spelling[]) => {
      const [fact] = await judge([some]);
      if (fact?.kind === "violated") last = fact;
      return fact?.kind === "violated";
    };
    const times = mayBeChance(first) ? timesByChance : timesCertain;
    const likely = known.find(isPartOf);
    const isLikely = likely !== undefined && (await isSeen(likely));
    const isKnown = isLikely && !mayBeChance(last);
    const start = isLikely ? likely : row;
    // What chance may make, and does not come again, is not worth to be shrunk.
    const isGone = !isLikely && mayBeChance(first) && !(await isSeen(row)) && !(await isSeen(row));
    const shrunk = isKnown ? { needed: start, seen: 1, sent: 1 } : { needed: start, seen: 0, sent: 2 };
    const { needed: least, seen, sent } = isKnown || isGone ? shrunk : await shrink(start, isSeen, times);
    const general = least.map((spelling) => spelling.moreGeneral ?? spelling);
    const isGeneral = !isKnown && !isDeepStrictEqual(general, least) && seen > 0 && (await isSeen(general));
    const needed = isGeneral ? general : least;
    const isCertain = !mayBeChance(last);
    if (seen === 0) {
      causes.push(row);
      const words = `a contradiction ${whenWords(row)} was seen once, and not again`;
      const beside = isCertain || together.length < 2 ? null : await seenTogether(together, row, judge);
      facts.push(isCertain ? once(first, sent) : (beside ?? missing(words, first.exchanges)));
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

/** How often combinations are sent together again, where one of them alone does not show what they have shown. */
const timesTogether = 3;

/** What one combination contradicts each time that all are sent together; null if it is another one, or none. */
async function seenTogether(
  rows: readonly (readonly Spelling[])[],
  row: readonly Spelling[],
  judge: DrawnJudge["judge"],
): Promise<Violation | null> {
  let seen: Violation | null = null;
  for (let time = 0; time < timesTogether; time += 1) {
    const broken = brokenIn(rows, await judge(rows)).find((one) => one.row === row);
    if (broken === undefined) return null;
    seen = broken.violation;
  }
  return seen === null ? null : inTogether(seen);
}

/** The same contradiction, of what was sent at the same time as other requests, and is not seen alone. */
export function inTogether<F extends Fact>(fact: F): F {
  if (fact.kind !== "violated") return fact;
  const message = `${fact.message.replace(/\.$/, "")}, while other requests are being answered.`;
  return { ...fact, message, isLasting: true };
}

/** What the run ended too early to repeat. */
function unrepeated(violation: Violation, row: readonly Spelling[], mayBeChance: boolean): Fact {
  const words = "the run ended before it could be repeated";
  return mayBeChance
    ? missing(`a contradiction ${whenWords(row)} was seen once; ${words}`, violation.exchanges)
    : { ...violation, isLasting: true, received: `${violation.received}; ${words}` };
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
