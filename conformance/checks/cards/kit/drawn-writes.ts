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
import { judgeOne, type RefusedWrites, refuseWrites, sendDefect } from "./write-refusals.ts";

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
 * Sends what was refused in the plain spelling in others as well: many at the same time, and then the card is read
 * once. What seems to be accepted or carried out there is sent again by itself, and shrunk.
 */
export async function drawnWrites(
  run: Run,
  card: CardUnderTest,
  plain: RefusedWrites,
): Promise<ReadonlyMap<WriteDefect, readonly Fact[]>> {
  if (run.draw.rows === 0) return new Map();
  const usable = await usableSpellings(run, spellableWrite(card));
  const held = [...plain].filter(([{ rule }, { fact }]) => rule !== null && fact.kind === "held");
  const hindered = notSent(run, usable);
  if (hindered !== null) return new Map(held.map(([defect]) => [defect, [hindered]]));
  const turn = [writeOperations.indexOf(card.form.operation), writeOperations.length] as const;
  const all = held.flatMap(([defect]): DrawnDefect[] =>
    drawFor(run, usable, { name: defect.alteration.description, turn }).map((row) => ({
      ...defect,
      rule: anyRefusal,
      alteration: alterationIn(row, defect.alteration),
      of: defect,
      row,
    })),
  );
  const broken = await brokenAmong(run, card, all);
  const facts = new Map<WriteDefect, readonly Fact[]>();
  const causes: (readonly Spelling[])[] = [];
  for (const [defect] of held) {
    const rows = broken.filter((one) => one.of === defect).map(({ row }) => row);
    if (rows.length === 0) continue;
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

/** Those that were accepted or carried out; where somebody's value is on the card afterwards, that one at least. */
async function brokenAmong(
  run: Run,
  card: CardUnderTest,
  all: readonly DrawnDefect[],
): Promise<readonly DrawnDefect[]> {
  const broken: DrawnDefect[] = [];
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
      if (judged.fact.kind === "violated") broken.push(one);
    }
    before = after;
  }
  return broken;
}
