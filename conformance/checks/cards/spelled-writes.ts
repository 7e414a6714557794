/** Writes as specified in other spellings: they are accepted, and have the same effect. */
import { randomUUID } from "node:crypto";
import { operations } from "../../../generated/operations.ts";
import { jsonText } from "../../base/json-text.ts";
import { drawEach } from "../../plan/draw.ts";
import { repetition } from "../../plan/situations.ts";
import { asksTheSame, type Spelling } from "../../plan/spellings.ts";
import { outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { brokenIn, confirmDrawn } from "../kit/drawn.ts";
import { situatedToken } from "../kit/situation.ts";
import { alterationIn, judgeSituations, judgeSpellings, notSent, usableSpellings } from "../kit/spelled.ts";
import type { Fact } from "../kit/verdict.ts";
import { withCard } from "./kit/acceptance.ts";
import { changedElsewhere, fieldsBesideDaily, staysByItself } from "./kit/card-compare.ts";
import type { Snapshot } from "./kit/card-list.ts";
import { type CardUnderTest, dailyOf } from "./kit/card-under-test.ts";
import { spellableWrite } from "./kit/drawn-writes.ts";
import { nearKey } from "./kit/near-key.ts";
import { sendBefore, triedSituations, usableSituations } from "./kit/situated-write.ts";
import { writeCheck } from "./kit/write-check.ts";
import { limitsOf } from "./limits.ts";
import { bodyIn, limitsNamed, writeOperations } from "./write-form.ts";

/** One check for each write. */
export const spelledWriteChecks: readonly Check[] = writeOperations.map((operation) =>
  writeCheck(operation, {
    id: "spelling",
    title: "a write as specified is accepted in every spelling, with the same effect",
    requirements: ["request.spelling"],
    run: (run) =>
      withCard(run, operation, async (card) => [
        ...(await judgeSpellings(run, spellableWrite(card))),
        ...(await judgeSituations(spellableWrite(card), await situationsToWork(run, card))),
        ...(await judgeEffects(run, card)),
      ]),
  }),
);

/** The situations in which a write is to be taken: how a repetition is answered is open. */
async function situationsToWork(run: Run, card: CardUnderTest) {
  return (await triedSituations(run, card)).filter(({ situation }) => situation !== repetition);
}

/** How often the card is read before a missing effect is held against a server: somebody else may write, too. */
const calmLooks = 40;

/** Combines the spellings that are accepted, so that a few writes show the effect of all. */
async function judgeEffects(run: Run, card: CardUnderTest): Promise<readonly Fact[]> {
  const plain = await card.control();
  // Where not even a plain write is seen afterwards, that is for another check.
  if (!plain.accepted || jsonText(dailyOf(plain.after, card.id)) !== jsonText(plain.value)) return [];
  const usable = [
    ...(await usableSpellings(run, spellableWrite(card))).filter(asksTheSame),
    // The repetition of a write has no effect of its own.
    ...(await usableSituations(run, card)).filter((situation) => situation !== repetition),
  ];
  const hindered = notSent(run, usable);
  if (hindered !== null) return [hindered];
  const rows = drawEach(usable, run.draw, { name: `the effect of ${card.form.operation}` });
  const judge = async (some: readonly (readonly Spelling[])[]) => {
    const facts: Fact[] = [];
    for (const row of some) facts.push(await judgeEffect(run, card, row));
    return facts;
  };
  const facts = await judge(rows);
  const confirmed = await confirmDrawn(brokenIn(rows, facts), { judge, mayBeChance: () => true });
  const isCertain =
    confirmed.length === 0 ||
    (await staysByItself(card, calmLooks, (now) => [limitsOf(now)?.daily, fieldsBesideDaily(now)]));
  return isCertain
    ? [...facts.filter(({ kind }) => kind === "held"), ...confirmed]
    : [missing("the card also changes while this run writes nothing; that may be somebody else's doing")];
}

/** What was there before, with the limits that a write sets. */
function asWritten(before: Snapshot, card: CardUnderTest, value: number): Snapshot {
  const then = before.cards.get(card.id);
  if (then === undefined) return before;
  const body = bodyIn(card.form, limitsOf(card.original) ?? {}, value);
  const limits = { ...limitsOf(then), ...limitsNamed(body) };
  return { ...before, cards: new Map(before.cards).set(card.id, { ...then, limits }) };
}

async function judgeEffect(run: Run, card: CardUnderTest, row: readonly Spelling[]): Promise<Fact> {
  const token = await situatedToken(run, operations[card.form.operation], row);
  const before = card.listed.log.latest ?? (await card.read());
  const key = randomUUID();
  await sendBefore(run, card, row, key);
  const value = card.nextValue();
  const alteration = alterationIn(row);
  const { exchange, daily, snapshot, isSettled } = await card.writeAndRead(value, value, {
    purpose: "spelling",
    // Two writes with keys that are almost the same are two writes, also right after each other.
    idempotencyKey: nearKey(key, 1),
    alteration,
    token,
  });
  if (!succeeded(exchange) || !isSettled || exchange.response?.status === 202) {
    return missing(`a write ${alteration.description} was not to be seen (${outcomeOf(exchange)})`, [
      exchange.id,
    ]);
  }
  const elsewhere =
    before === null || snapshot === null
      ? null
      : changedElsewhere(asWritten(before, card, value), snapshot, card.id, new Set([value]), card.wrote);
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
