/** The effect of a write in spellings and situations: the one that it has plainly, and no other. */
import { operations } from "../../../../generated/operations.ts";
import type { Amount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { drawEach, drawPairs } from "../../../plan/draw.ts";
import { repetition } from "../../../plan/situations.ts";
import { asksTheSame, type Spelling } from "../../../plan/spellings.ts";
import { outcomeOf, succeeded } from "../../../wire/exchange.ts";
import { held, missing, type Run } from "../../kit/check.ts";
import { brokenIn, confirmDrawn, oneByOne } from "../../kit/drawn.ts";
import { onInconclusive } from "../../kit/inconclusive.ts";
import { besideOthers, longestPauseMs, situatedToken } from "../../kit/situation.ts";
import { alterationIn, notSent, usableSpellings } from "../../kit/spelled.ts";
import type { Fact } from "../../kit/verdict.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { bodyIn, limitsNamed } from "../write-form.ts";
import { changedElsewhere, changesByItself, staysByItself, wholeOf } from "./card-compare.ts";
import type { Snapshot } from "./card-list.ts";
import type { Control } from "./card-log.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";
import { spellableWrite } from "./drawn-writes.ts";
import { createNearKeys, keysOfOne, nearKey } from "./near-key.ts";
import { areAllSeen, isSeen, severalWrites } from "./seen-writes.ts";
import { isContent } from "./situated-content.ts";
import { isOfKey, nearKeyIn, sendBefore, usableSituations } from "./situated-write.ts";

/** How often the card is read before a missing effect is held against a server: somebody else may write, too. */
const calmLooks = 40;

/** The spellings and situations in which a server takes a write, and in which it has its effect. */
export async function usableForEffects(run: Run, card: CardUnderTest): Promise<readonly Spelling[]> {
  return [
    ...(await usableSpellings(run, spellableWrite(card))).filter(asksTheSame),
    // The repetition of a write has no effect of its own; what other bodies do is for histories, and keys have a rule.
    ...(await usableSituations(run, card)).filter(
      (one) => one !== repetition && !isContent(one) && !isOfKey(one),
    ),
  ];
}

/**
 * Judges whether a write has the same effect in these spellings and situations, combined so that a few writes show the
 * effect of all.
 *
 * @param usable - Those in which the server takes the write.
 * @param name - What is judged: each place is drawn by itself.
 */
export async function judgeEffects(
  run: Run,
  card: CardUnderTest,
  usable: readonly Spelling[],
  name: string,
): Promise<readonly Fact[]> {
  const hindered = notSent(run, usable);
  if (hindered !== null || usable.length === 0) return hindered === null ? [] : [hindered];
  const plain = await card.control();
  // Where not even a plain write has its effect and no other one, that is for other checks.
  const isOtherwise = (control: Control) => control.accepted && !isSeen(card, control);
  if (!plain.accepted || ownControls(card).some(isOtherwise)) return [];
  if (alsoChanged(plain.before, plain.after, card, plain.value) !== null) return [];
  const draw = run.draw.strength === "pairs" ? drawPairs : drawEach;
  const rows = draw(usable, run.draw, { name: `${name} of ${card.form.operation}` });
  // Writes with keys that are almost the same are different ones.
  const nextKey = createNearKeys();
  const judge = oneByOne((row) =>
    onInconclusive(judgeEffect(run, card, row, nextKey()), ({ fact }): Fact => fact),
  );
  await card.write(card.nextValue(), { purpose: "spelling", idempotencyKey: nextKey() });
  const facts = await judge(rows);
  const confirmed = await confirmDrawn(run, brokenIn(rows, facts), { judge });
  const isCertain =
    confirmed.length === 0 ||
    (await staysByItself(card, { looks: calmLooks, besideMs: longestPauseMs(run) }, wholeOf));
  // What the plain write shows as well is for other checks.
  const told = confirmed.filter((fact) => fact.kind !== "violated" || fact.spelled !== undefined);
  return isCertain ? [...facts.filter(({ kind }) => kind === "held"), ...told] : [changesByItself];
}

/** True if each of several plain writes was carried out soon, so that one that is not to be seen is not just late. */
async function areCarriedOutSoon(card: CardUnderTest): Promise<boolean> {
  while (ownControls(card).length < severalWrites) await card.control();
  return areAllSeen(card, ownControls(card));
}

/** The writes of the operation so far, in the plain spelling. */
function ownControls({ form, listed }: CardUnderTest): readonly Control[] {
  return listed.log.controls.filter(({ operation }) => operation === form.operation);
}

/** What a write changed besides the limits that it names, as text; null if nothing, or if that is not known. */
function alsoChanged(
  before: Snapshot | null,
  after: Snapshot | null,
  card: CardUnderTest,
  value: Amount,
): string | null {
  const then = before?.cards.get(card.id);
  if (before === null || then === undefined || after === null) return null;
  const body = bodyIn(card.form, limitsOf(card.original) ?? {}, value);
  const limits = { ...limitsOf(then), ...limitsNamed(body) };
  const written = { ...before, cards: new Map(before.cards).set(card.id, { ...then, limits }) };
  return changedElsewhere(written, after, card.id, new Set([Number(jsonText(value))]), card.wrote);
}

async function judgeEffect(
  run: Run,
  card: CardUnderTest,
  row: readonly Spelling[],
  key: string,
): Promise<Fact> {
  const token = await situatedToken(run, operations[card.form.operation], row);
  const before = card.listed.log.latest ?? (await card.read());
  const idempotencyKey = (await nearKeyIn(card, row)) ?? key;
  await sendBefore(run, card, row, nearKey(key, keysOfOne));
  const value = card.nextValue();
  const alteration = alterationIn(row);
  const details = { purpose: "spelling", idempotencyKey, alteration, token };
  const exchange = await besideOthers(run, row, () => card.write(value, details));
  const snapshot = await card.readUntil((limits) => jsonText(limits?.[writtenLimit]) === jsonText(value));
  const amount = writtenAmount(snapshot, card.id);
  const isRead = jsonText(amount) === jsonText(value);
  const isForLater = exchange.response?.status === 202 && !isRead && !(await areCarriedOutSoon(card));
  if (!succeeded(exchange) || snapshot?.isSettled !== true || isForLater) {
    return missing(`a write ${alteration.description} was not to be seen (${outcomeOf(exchange)})`, [
      exchange.id,
    ]);
  }
  const elsewhere = alsoChanged(before, snapshot, card, value);
  if (elsewhere !== null) {
    return {
      kind: "violated",
      message: `A write as specified ${alteration.description} changed more than it says: ${elsewhere}.`,
      expected: ["no other change of this card, and none of another one"],
      received: elsewhere,
      exchanges: [exchange.id],
    };
  }
  if (isRead) return held("they had the same effect", exchange.id);
  return {
    kind: "violated",
    message: `A write as specified ${alteration.description} was answered ${outcomeOf(exchange)}, but is not what is read afterwards.`,
    expected: [jsonText(value)],
    received: jsonText(amount),
    exchanges: [exchange.id],
  };
}
