/** Of writes to two cards at the same time, each changes its own card and nothing else of it. */
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { longestPauseMs } from "../kit/situation.ts";
import type { Fact } from "../kit/verdict.ts";
import { writableCard } from "./kit/acceptance.ts";
import {
  changedBeside,
  changesByItself,
  fieldsBesideWritten,
  hasMovedBefore,
  someLooks,
  staysByItself,
  wholeOf,
} from "./kit/card-compare.ts";
import type { Snapshot } from "./kit/card-list.ts";
import { CardUnderTest, writtenAmount } from "./kit/card-under-test.ts";
import { cardsBeside } from "./kit/writable-cards.ts";
import { writtenLimit } from "./limits.ts";
import { type WriteOperation, writeOperations } from "./write-form.ts";

const purpose = "write.at-once";

/** A write that is sent, and what was there before and afterwards. */
export interface Written {
  readonly card: Pick<CardUnderTest, "id" | "form" | "original" | "wrote">;
  readonly value: number;
  readonly exchange: Exchange;
  readonly before: Snapshot;
  /** null if the list could not be read. */
  readonly after: Snapshot | null;
}

/** Judges one of two writes beside the other one. */
export function judgeAtOnce({ card, value, exchange, before, after }: Written, other: Written): Fact {
  const ids = [exchange.id, other.exchange.id];
  if (!succeeded(exchange) || !succeeded(other.exchange)) {
    const outcomes = [exchange, other.exchange].map(outcomeOf).join(" and ");
    return missing(`the writes were answered ${outcomes}`, ids);
  }
  const amount = writtenAmount(after, card.id);
  const broken = {
    kind: "violated",
    message: `A write to ${card.id} beside one to ${other.card.id} was accepted, and did not change its own card alone.`,
    exchanges: [...ids, ...(after?.exchanges ?? [])],
  } as const;
  if (jsonText(amount) === jsonText(value)) {
    const [then, now] = [before, after].map((read) => read?.cards.get(card.id));
    const [field] = then === undefined || now === undefined ? [] : changedBeside(card, then, now);
    if (field === undefined) return held("of two writes at the same time, each changed its own card", ...ids);
    const [was, is] = [then, now].map((one) => jsonText(fieldsBesideWritten(one)[field]));
    return { ...broken, expected: [`${field} ${was}, as before`], received: `${field} ${is}` };
  }
  // After 202, or where it was sent twice, it may be carried out later. Another amount may be somebody else's.
  const mayComeLater = [exchange, other.exchange].some(
    ({ response, sentBefore }) => response?.status === 202 || sentBefore > 0,
  );
  const known = [other.value, writtenAmount(before, card.id)].map(jsonText);
  if (mayComeLater || after?.isSettled !== true || !known.includes(jsonText(amount))) {
    return missing("what was written at the same time was not read again", ids);
  }
  return {
    ...broken,
    expected: [`limits.${writtenLimit} ${value}`],
    received: `limits.${writtenLimit} ${jsonText(amount)}`,
    pointer: `/limits/${writtenLimit}`,
  };
}

/** Another card that takes the same writes, so that they are read afterwards; null where there is none. */
async function beside(run: Run, card: CardUnderTest): Promise<CardUnderTest | null> {
  for (const listed of cardsBeside(run, card.listed)) {
    const other = new CardUnderTest(run, listed, card.form);
    const { after, value, accepted } = await other.control();
    if (accepted) return writtenAmount(after, other.id) === value ? other : null;
  }
  return null;
}

/** Writes to two cards at the same time, and reads both. */
async function writeBoth(cards: readonly [CardUnderTest, CardUnderTest]): Promise<readonly Fact[] | null> {
  const befores: Snapshot[] = [];
  for (const card of cards) {
    const before = card.listed.log.latest ?? (await card.read());
    if (before === null) return null;
    befores.push(before);
  }
  const values = cards.map((card) => card.nextValue());
  const sent = await Promise.all(cards.map((card, at) => card.write(values[at] as number, { purpose })));
  const written: Written[] = [];
  for (const [at, card] of cards.entries()) {
    const value = values[at] as number;
    const after = await card.readUntil((limits) => jsonText(limits?.[writtenLimit]) === jsonText(value));
    written.push({ card, value, exchange: sent[at] as Exchange, before: befores[at] as Snapshot, after });
  }
  const [one, two] = written as [Written, Written];
  return [judgeAtOnce(one, two), judgeAtOnce(two, one)];
}

/** False where somebody else changes one of these cards as well. */
async function areStill(run: Run, cards: readonly CardUnderTest[]): Promise<boolean> {
  const watch = { looks: someLooks, besideMs: longestPauseMs(run) };
  for (const card of cards) {
    if (hasMovedBefore(run.probe.session.exchanges, card.id, fieldsBesideWritten)) return false;
    if (!(await staysByItself(card, watch, wholeOf))) return false;
  }
  return true;
}

/** Two writes of each operation, and one of each, in both orders. */
async function judge(
  run: Run,
): Promise<{ readonly cards: readonly CardUnderTest[]; readonly facts: readonly Fact[] }> {
  const [operation, ...more] = writeOperations as readonly [WriteOperation, ...WriteOperation[]];
  const first = await writableCard(run, operation);
  const others: CardUnderTest[] = [];
  for (const one of more) {
    const card = await ifConclusive(writableCard(run, one));
    if (card !== null && card.id === first.id) others.push(card);
  }
  const other = await beside(run, first);
  if (other === null) {
    const none = "there is no other card to write to at the same time";
    // Where a card was named, no other one may be written to.
    return { cards: [], facts: [run.card === null ? missing(none) : inapplicable(none)] };
  }
  const cards = [first, other];
  const facts: Fact[] = [];
  const forms = [first, ...others].map(({ form }) => form);
  for (const [at, one] of forms.entries()) {
    for (const two of forms.slice(at)) {
      // These few writes must not lack what many others have used up.
      run.keeper.renewPatience();
      const pair = [first.inForm(one), other.inForm(two)] as const;
      for (const both of [pair, [pair[1], pair[0]] as const]) {
        const shown = (await writeBoth(both)) ?? [missing("the card list could not be read")];
        facts.push(...shown);
        // Where writes are not to be seen, they are not waited for again and again.
        if (shown.some(({ kind }) => kind === "missing")) return { cards, facts };
      }
    }
  }
  return { cards, facts };
}

/** The check, where a service has two cards to write to. */
export const atOnceChecks: readonly Check[] = [
  {
    id: purpose,
    title: "of writes to two cards at the same time, each changes its own",
    requirements: ["service.limits.change"],
    access: "write",
    stage: "request",
    run: (run) =>
      run.withCardLock(async () => {
        const { cards, facts } = await judge(run);
        const isBroken = facts.some(({ kind }) => kind === "violated");
        return isBroken && !(await areStill(run, cards)) ? [changesByItself] : facts;
      }),
  },
];
