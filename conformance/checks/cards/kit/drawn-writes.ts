/** Defective writes in spellings that are drawn: many at the same time, between writes without a defect. */
import type { Spelling } from "../../../plan/spellings.ts";
import { succeeded } from "../../../wire/exchange.ts";
import { missing, type Run } from "../../kit/check.ts";
import { ifConclusive } from "../../kit/inconclusive.ts";
import type { RefusalRule, WriteDefect } from "../../kit/refusal.ts";
import {
  alterationIn,
  confirmDrawn,
  drawFor,
  notSent,
  type Spellable,
  usableSpellings,
} from "../../kit/spelled.ts";
import type { Fact } from "../../kit/verdict.ts";
import { writeOperations } from "../write-form.ts";
import type { CardUnderTest } from "./card-under-test.ts";
import {
  judgeOne,
  type RefusedWrite,
  type RefusedWrites,
  refuseWrites,
  sendDefect,
} from "./write-refusals.ts";

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

/** A defect in spellings that were drawn for it. */
interface DrawnDefect extends WriteDefect {
  readonly of: WriteDefect;
  readonly row: readonly Spelling[];
}

/**
 * Sends what was refused in the plain spelling in others as well, and further forms in the plain one: many at the
 * same time, and then the card is read once. What is not refused there is sent again by itself; spellings are shrunk.
 *
 * @returns The results of all of them.
 */
export async function drawnWrites(
  run: Run,
  card: CardUnderTest,
  plain: RefusedWrites,
  forms: readonly WriteDefect[],
): Promise<RefusedWrites> {
  const hindered =
    run.draw.only === undefined ? null : notSent(run, await usableSpellings(run, spellableWrite(card)));
  if (hindered !== null) {
    const isHeld = ({ rule }: WriteDefect, fact: Fact) => rule !== null && fact.kind === "held";
    return new Map(
      [...plain].map(([defect, result]) => [
        defect,
        { ...result, drawn: isHeld(defect, result.fact) ? [hindered] : [] },
      ]),
    );
  }
  const all = [...(await spelledDefects(run, card, plain)), ...forms];
  const judged = await judgeTogether(run, card, all);
  const isClear = ({ fact, elsewhere }: RefusedWrite) => fact.kind === "held" && elsewhere === null;
  const unclear = forms.filter((form) => {
    const result = judged.get(form);
    return result === undefined || !isClear(result);
  });
  const alone: RefusedWrites = unclear.length === 0 ? new Map() : await refuseWrites(run, card, unclear);
  const facts = await confirmSpelled(run, card, judged);
  return new Map([
    ...[...plain].map(([defect, result]) => [defect, { ...result, drawn: facts.get(defect) ?? [] }] as const),
    ...forms.flatMap((form) => {
      const result = alone.get(form) ?? judged.get(form);
      return result === undefined ? [] : [[form, result] as const];
    }),
  ]);
}

/** The defects that were refused in the plain spelling, in those that are drawn for them. */
async function spelledDefects(
  run: Run,
  card: CardUnderTest,
  plain: RefusedWrites,
): Promise<readonly DrawnDefect[]> {
  if (run.draw.rows === 0) return [];
  const usable = await usableSpellings(run, spellableWrite(card));
  const held = [...plain].filter(([{ rule }, { fact }]) => rule !== null && fact.kind === "held");
  const turn = [writeOperations.indexOf(card.form.operation), writeOperations.length] as const;
  return held.flatMap(([defect]): DrawnDefect[] =>
    drawFor(run, usable, { name: defect.alteration.description, turn }).map((row) => ({
      ...defect,
      rule: anyRefusal,
      alteration: alterationIn(row, defect.alteration),
      of: defect,
      row,
    })),
  );
}

/** Shrinks the spellings in which a defect was not refused. */
async function confirmSpelled(
  run: Run,
  card: CardUnderTest,
  judged: ReadonlyMap<WriteDefect | DrawnDefect, RefusedWrite>,
): Promise<ReadonlyMap<WriteDefect, readonly Fact[]>> {
  const broken = new Map<WriteDefect, (readonly Spelling[])[]>();
  for (const [one, { fact }] of judged) {
    if (!("of" in one) || fact.kind !== "violated") continue;
    broken.set(one.of, [...(broken.get(one.of) ?? []), one.row]);
  }
  const facts = new Map<WriteDefect, readonly Fact[]>();
  const causes: (readonly Spelling[])[] = [];
  for (const [defect, rows] of broken) {
    const judge = async (some: readonly (readonly Spelling[])[]) => {
      const judged: Fact[] = [];
      for (const row of some) {
        const one = { ...defect, rule: anyRefusal, alteration: alterationIn(row, defect.alteration) };
        const fact = (await refuseWrites(run, card, [one])).get(one)?.fact;
        judged.push(fact ?? missing("it could not be sent"));
      }
      return judged;
    };
    facts.set(defect, await confirmDrawn(rows, { judge, mayBeChance }, causes));
  }
  return facts;
}

/** Chance never accepts or carries out what is to be refused. */
const mayBeChance = () => false;

/** With which status a write is refused is judged in the plain spelling. */
const anyRefusal: RefusalRule = { expected: "a refusal (any 4xx)" };

/** How many drawn writes are sent before the card is read. */
const drawnAtOnce = 15;

/** What came of each of them; where one's value is on the card afterwards, another one may have been carried out too. */
async function judgeTogether<D extends WriteDefect>(
  run: Run,
  card: CardUnderTest,
  all: readonly D[],
): Promise<ReadonlyMap<D, RefusedWrite>> {
  const results = new Map<D, RefusedWrite>();
  let before = all.length === 0 ? null : await ifConclusive(card.control());
  for (let start = 0; start < all.length && before?.accepted === true; start += drawnAtOnce) {
    const batch = all.slice(start, start + drawnAtOnce);
    const sent = await Promise.all(batch.map((one) => sendDefect(run, card, one)));
    const seen = await card.readSettled();
    const after = await ifConclusive(card.control());
    for (const [index, one] of batch.entries()) {
      const judged = judgeOne(
        card,
        one,
        sent.map((each) => ({ ...each, seen })),
        index,
        before,
        after,
      );
      results.set(one, judged);
    }
    before = after;
  }
  return results;
}
