/** Writes as specified in other spellings: they are accepted, and have the same effect. */
import { operations } from "../../../generated/operations.ts";
import type { Amount } from "../../base/exact-json.ts";
import { jsonText } from "../../base/json-text.ts";
import { drawEach, drawPairs } from "../../plan/draw.ts";
import { afterRefused, afterWrite, laterToken, narrowToken, repetition } from "../../plan/situations.ts";
import { asksTheSame, type Spelling } from "../../plan/spellings.ts";
import { outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { brokenIn, confirmDrawn } from "../kit/drawn.ts";
import { besideOthers, situatedToken } from "../kit/situation.ts";
import {
  alterationIn,
  judgeSituations,
  judgeSpellings,
  notSent,
  orNotSent,
  refusedTogether,
  usableSpellings,
} from "../kit/spelled.ts";
import { type Combinable, judgePairs } from "../kit/spelled-pairs.ts";
import type { Fact } from "../kit/verdict.ts";
import { withCard } from "./kit/acceptance.ts";
import { changedElsewhere, fieldsBesideDaily, staysByItself } from "./kit/card-compare.ts";
import type { Snapshot } from "./kit/card-list.ts";
import { type CardUnderTest, dailyOf } from "./kit/card-under-test.ts";
import { spellableWrite } from "./kit/drawn-writes.ts";
import { createNearKeys, keysOfOne, nearKey } from "./kit/near-key.ts";
import { isContent } from "./kit/situated-content.ts";
import { nearKeyIn, sendBefore, triedSituations, usableSituations } from "./kit/situated-write.ts";
import { writeCheck } from "./kit/write-check.ts";
import { limitsOf } from "./limits.ts";
import { bodyIn, limitsNamed, writeOperations } from "./write-form.ts";

/** One check for each write. */
export const spelledWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "spelling",
    title: "a write as specified is accepted in every spelling, with the same effect",
    requirements: ["request.spelling", "error.refusal.client-error"],
    run: (run) =>
      withCard(run, operation, async (card) =>
        orNotSent(run, [
          ...(await judgeSpellings(run, spellableWrite(card))),
          ...(await judgeSituations(spellableWrite(card), await situationsToWork(run, card))),
          ...(await judgePairs(run, await combinableWrite(run, card))),
          ...(await judgeEffects(run, card)),
        ]),
      ),
  }),
);

/** The situations in which a write is to be taken: how a repetition is answered is open, and so are other contents. */
async function situationsToWork(run: Run, card: CardUnderTest) {
  const tried = await triedSituations(run, card);
  return tried.filter(({ situation }) => situation !== repetition && !isContent(situation));
}

/** Situations that take no other request beside them, and no pause. */
const combined = [laterToken, narrowToken, afterRefused, afterWrite];

/** A write in every spelling, with every token, and after others. */
async function combinableWrite(run: Run, card: CardUnderTest): Promise<Combinable> {
  const { name, isGranted } = spellableWrite(card);
  const situations = (await usableSituations(run, card)).filter((one) => combined.includes(one));
  const usable = [...(await usableSpellings(run, spellableWrite(card))), ...situations];
  const send = async (row: readonly Spelling[]) => {
    const token = await situatedToken(run, operations[card.form.operation], row);
    await sendBefore(run, card, row);
    const altered = row.length === 0 ? {} : { alteration: alterationIn(row) };
    return card.write(card.nextValue(), { purpose: "spelling", token, ...altered });
  };
  return { name, isGranted, usable, refused: await refusedTogether(run, spellableWrite(card)), send };
}

/** How often the card is read before a missing effect is held against a server: somebody else may write, too. */
const calmLooks = 40;

/** Combines the spellings that are accepted, so that a few writes show the effect of all. */
async function judgeEffects(run: Run, card: CardUnderTest): Promise<readonly Fact[]> {
  const plain = await card.control();
  // Where not even a plain write has its effect and no other one, that is for other checks.
  if (!plain.accepted || jsonText(dailyOf(plain.after, card.id)) !== jsonText(plain.value)) return [];
  if (alsoChanged(plain.before, plain.after, card, plain.value) !== null) return [];
  const usable = [
    ...(await usableSpellings(run, spellableWrite(card))).filter(asksTheSame),
    // The repetition of a write has no effect of its own; what other bodies do is for histories.
    ...(await usableSituations(run, card)).filter((one) => one !== repetition && !isContent(one)),
  ];
  const hindered = notSent(run, usable);
  if (hindered !== null) return [hindered];
  const draw = run.draw.strength === "pairs" ? drawPairs : drawEach;
  const rows = draw(usable, run.draw, { name: `the effect of ${card.form.operation}` });
  // Writes with keys that are almost the same are different ones.
  const nextKey = createNearKeys();
  const judge = async (some: readonly (readonly Spelling[])[]) => {
    const facts: Fact[] = [];
    for (const row of some) facts.push(await judgeEffect(run, card, row, nextKey()));
    return facts;
  };
  await card.write(card.nextValue(), { purpose: "spelling", idempotencyKey: nextKey() });
  const facts = await judge(rows);
  const confirmed = await confirmDrawn(brokenIn(rows, facts), { judge, mayBeChance: () => true });
  const isCertain =
    confirmed.length === 0 ||
    (await staysByItself(card, calmLooks, (now) => [limitsOf(now)?.daily, fieldsBesideDaily(now)]));
  return isCertain
    ? [...facts.filter(({ kind }) => kind === "held"), ...confirmed]
    : [missing("the card also changes while this run writes nothing; that may be somebody else's doing")];
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
  const snapshot = await card.readUntil((limits) => jsonText(limits?.daily) === jsonText(value));
  const daily = dailyOf(snapshot, card.id);
  if (!succeeded(exchange) || snapshot?.isSettled !== true || exchange.response?.status === 202) {
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
  if (jsonText(daily) === jsonText(value)) return held("they had the same effect", exchange.id);
  return {
    kind: "violated",
    message: `A write as specified ${alteration.description} was answered ${outcomeOf(exchange)}, but is not what is read afterwards.`,
    expected: [jsonText(value)],
    received: jsonText(daily),
    exchanges: [exchange.id],
  };
}
