/** Defective writes in spellings that are drawn: many at the same time, between writes without a defect. */
import { api } from "../../../../generated/operations.ts";
import { drawEach, isSameSpelling } from "../../../plan/draw.ts";
import { afterPause, afterWrite, inCompany, laterToken, repetition } from "../../../plan/situations.ts";
import { asksTheSame, type Spelling, type SpellingName } from "../../../plan/spellings.ts";
import type { Alteration } from "../../../wire/alteration.ts";
import { succeeded } from "../../../wire/exchange.ts";
import { missing, type Run } from "../../kit/check.ts";
import { type Broken, brokenIn, confirmDrawn, drawFor, failedAgain, oneByOne } from "../../kit/drawn.ts";
import type { WriteDefect } from "../../kit/refusal.ts";
import { isPatient } from "../../kit/situation.ts";
import { alterationIn, isToWork, notSent, type Spellable, usableSpellings } from "../../kit/spelled.ts";
import type { Fact } from "../../kit/verdict.ts";
import { writeOperations } from "../write-form.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import type { RefusedWrite, RefusedWrites } from "./judge-write.ts";
import { isSetByOthers } from "./set-by-others.ts";
import { isContent } from "./situated-content.ts";
import { usableSituations } from "./situated-write.ts";
import { judgeTogether } from "./write-batches.ts";
import { refuseWrites } from "./write-refusals.ts";

/** A write as specified, in any spelling. */
export function spellableWrite(card: CardUnderTest): Spellable {
  return {
    name: card.form.operation,
    send: (alteration) =>
      card.write(card.nextValue(), {
        purpose: "spelling",
        ...(alteration === undefined ? {} : { alteration }),
      }),
    isGranted: succeeded,
    ...(card.form.way?.contentType === undefined ? {} : { unlike: "content-type" }),
  };
}

/**
 * Combinations that together hold each spelling in which the server takes every one of these writes, and does with it
 * what it does otherwise.
 *
 * @param name - What is sent in them: each place is drawn by itself.
 */
export async function everySpelling(
  run: Run,
  cards: readonly CardUnderTest[],
  name: string,
): Promise<readonly (readonly Spelling[])[]> {
  const [first = [], ...others] = await Promise.all(
    cards.map((card) => usableSpellings(run, spellableWrite(card))),
  );
  const common = first.filter((one) => asksTheSame(one) && others.every((usable) => usable.includes(one)));
  return drawEach(common, run.draw, { name });
}

/** A defect in spellings that were drawn for it. */
interface DrawnDefect extends WriteDefect {
  readonly of: WriteDefect;
  readonly row: readonly Spelling[];
}

/**
 * Sends what was refused in the plain spelling in others as well: many at the same time, and then the card is read
 * once. What is not refused there is sent again by itself; spellings are shrunk.
 *
 * @returns What came of all of them.
 */
export async function drawnWrites(
  run: Run,
  card: CardUnderTest,
  plain: RefusedWrites,
): Promise<RefusedWrites> {
  const hindered = run.draw.only === undefined ? null : notSent(run, await usableFor(run, card));
  if (hindered !== null) {
    const isHeld = ({ rule }: WriteDefect, fact: Fact) => rule !== null && fact.kind === "held";
    return withDrawn(plain, (defect, { fact }) => (isHeld(defect, fact) ? [hindered] : []));
  }
  const { results } = await judgeTogether(run, card, await spelledDefects(run, card, plain));
  const facts = await confirmSpelled(run, card, results);
  return withDrawn(plain, (defect) => facts.get(defect) ?? []);
}

/** The same results, with what came of the defects in spellings. */
function withDrawn(
  plain: RefusedWrites,
  drawnOf: (defect: WriteDefect, plain: RefusedWrite) => readonly Fact[],
): RefusedWrites {
  return new Map(
    [...plain].map(([defect, result]) => [defect, { ...result, drawn: drawnOf(defect, result) }]),
  );
}

/** The spellings and situations in which the server takes the write. */
async function usableFor(run: Run, card: CardUnderTest): Promise<readonly Spelling[]> {
  const spelled = await usableSpellings(run, spellableWrite(card));
  // Those to be refused are sent many at the same time, each in the company of others; and their keys are new.
  const situations = (await usableSituations(run, card)).filter(
    (one) => one !== inCompany && one.dimension !== "key",
  );
  const isLate = isPatient(run) && !situations.includes(afterPause);
  return [...spelled, ...situations, ...(isLate ? [afterPause] : [])];
}

/** The defects that were refused in the plain spelling, in those that are drawn for them. */
async function spelledDefects(
  run: Run,
  card: CardUnderTest,
  plain: RefusedWrites,
): Promise<readonly DrawnDefect[]> {
  if (run.draw.rows === 0) return [];
  const all = await usableFor(run, card);
  const held = [...plain].filter(([{ rule }, { fact }]) => rule !== null && fact.kind === "held");
  const turn = [writeOperations.indexOf(card.form.operation), writeOperations.length] as const;
  const checks = new Set<string>();
  return held.flatMap(([defect]): DrawnDefect[] => {
    const name = defect.alteration.description;
    const rows = [...drawFor(run, fitting(run, defect, all), { name, turn })];
    // A shortcut for bodies that change nothing comes before every check or before none: one defect of each tells.
    if (!checks.has(defect.check) && run.draw.only === undefined)
      rows.push(...all.filter(isContent).map((one) => [one]));
    checks.add(defect.check);
    return rows.map((row, index) => ({
      ...defect,
      alteration: aged(alterationIn(row, defect.alteration), index),
      of: defect,
      row,
    }));
  });
}

/**
 * The spellings and situations that leave a defect as it is: one of the key cannot have the key of another write, and how
 * another body under a key that was used is answered is open. What repeats a write comes right after it as well.
 */
export function fitting(
  { draw }: Run,
  { alteration }: WriteDefect,
  all: readonly Spelling[],
): readonly Spelling[] {
  const mayRepeat = alteration.idempotencyKey === undefined && alteration.asksOther !== true;
  const unfit = all.includes(repetition) && mayRepeat ? afterWrite : repetition;
  return all.filter(
    (one) =>
      one !== unfit &&
      // Whether a write of which nothing is to be seen was carried out does not show.
      (!isContent(one) || draw.only !== undefined) &&
      !(one.dimension === laterToken.dimension && alteration.scopes !== undefined),
  );
}

/**
 * A write that was signed some seconds ago, which is as good: so those that are sent at the same time differ in what
 * is signed, as those of different clients do.
 */
function aged(alteration: Alteration, seconds: number): Alteration {
  const age = Math.min(seconds, Math.floor(api.timestampWindowSeconds / 4));
  return { timestamp: (now) => String(now - age), ...alteration };
}

/** Shrinks the spellings in which a defect was not refused. */
async function confirmSpelled(
  run: Run,
  card: CardUnderTest,
  judged: ReadonlyMap<DrawnDefect, RefusedWrite>,
): Promise<ReadonlyMap<WriteDefect, readonly Fact[]>> {
  const results = new Map<WriteDefect, { row: readonly Spelling[]; fact: Fact }[]>();
  for (const [one, { fact }] of judged) {
    results.set(one.of, [...(results.get(one.of) ?? []), { row: one.row, fact }]);
  }
  const facts = new Map<WriteDefect, readonly Fact[]>();
  const causes: (readonly Spelling[])[] = [];
  /** Those of them that were confirmed for a check: a defect more of the same check says nothing new. */
  const ofChecks = new Map<string, (readonly SpellingName[])[]>();
  // Chance never accepts or carries out what is to be refused; but somebody else may set its value.
  const isByOthers = () => isSetByOthers(run.probe.session.exchanges, card.id);
  for (const [defect, found] of results) {
    const judge = oneByOne(async (row) => {
      const one = { ...defect, alteration: alterationIn(row, defect.alteration), row };
      const fact = (await refuseWrites(run, card, [one])).get(one)?.fact;
      return fact ?? missing("it could not be sent");
    });
    const rows = found.map(({ row }) => row);
    const seen = found.map(({ fact }) => fact);
    const known = ofChecks.get(defect.check) ?? [];
    const isNew = ({ row }: Broken) =>
      isByOthers() ||
      !known.some((cause) => cause.every((name) => row.some((one) => isSameSpelling(name, one))));
    const mayBeChance = (violation: { readonly received: string }) =>
      isOtherStatus(violation) || isByOthers();
    const broken = brokenIn(rows, seen).filter(isNew);
    const all = await confirmDrawn(run, broken, { judge, mayBeChance }, causes);
    const confirmed: Fact[] = [];
    for (const fact of all) {
      const isStatus = fact.kind === "violated" && isOtherStatus(fact);
      if (!isStatus || (await isTaken(card, rows.flat(), fact.spelled ?? []))) confirmed.push(fact);
    }
    ofChecks.set(defect.check, [...known, ...confirmed.flatMap(causeOf)]);
    facts.set(defect, [...confirmed, ...(await failedAgain(rows, seen, judge))]);
  }
  return facts;
}

/** The spellings that bring about what was confirmed, if they are known. */
function causeOf(fact: Fact): (readonly SpellingName[])[] {
  return fact.kind === "violated" && fact.spelled !== undefined ? [fact.spelled] : [];
}

/**
 * True where a write without the defect is taken in these spellings, and has to be: another one may be refused in its own
 * way, whatever else is wrong.
 *
 * @param all - Those that the names are of.
 */
async function isTaken(
  card: CardUnderTest,
  all: readonly Spelling[],
  names: readonly SpellingName[],
): Promise<boolean> {
  const row = [...new Set(all)].filter((spelling) => names.some((name) => isSameSpelling(name, spelling)));
  if (!row.every(isToWork)) return false;
  const alteration = alterationIn(row);
  return succeeded(await card.write(card.nextValue(), { purpose: "spelling", alteration }));
}

/** True for a refusal with another status than the documented one. */
function isOtherStatus({ received }: { readonly received: string }): boolean {
  return /^[45]\d\d$/.test(received);
}
