/** Sends defective writes in batches, each batch between two writes without a defect. */
import { operations } from "../../../../generated/operations.ts";
import { repetition } from "../../../plan/situations.ts";
import { type Exchange, outcomeOf } from "../../../wire/exchange.ts";
import { missing, type Run } from "../../kit/check.ts";
import { Inconclusive, ifConclusive, onInconclusive } from "../../kit/inconclusive.ts";
import { authorizationOf, isServerError, judgeRefusal, type WriteDefect } from "../../kit/refusal.ts";
import { situatedToken } from "../../kit/situation.ts";
import { tokenFor } from "../../kit/token-for.ts";
import type { Fact } from "../../kit/verdict.ts";
import { changedElsewhere } from "./card-compare.ts";
import type { Snapshot } from "./card-list.ts";
import type { Control } from "./card-log.ts";
import { type CardUnderTest, dailyOf } from "./card-under-test.ts";
import { type Repeated, sendBefore } from "./situated-write.ts";

/** The result of one defective write. */
export interface RefusedWrite {
  readonly fact: Fact;
  /** null if it was not sent. */
  readonly exchange: Exchange | null;
  readonly effect: "none" | "applied" | "unknown";
  /** What else it changed, as text; null if nothing. */
  readonly elsewhere: string | null;
  /** What came of it in the spellings that were drawn, if it was refused in the plain one. */
  readonly drawn: readonly Fact[];
}

/** The results of defective writes, by defect. */
export type RefusedWrites = ReadonlyMap<WriteDefect, RefusedWrite>;

/** Small enough to tell by its value which refused write had an effect, and to fit in a token's lifetime. */
const batchSize = 6;
/** How often a batch is sent again, if something else may explain its responses. */
const mostAgain = 1;
/** How often a write after which something else had changed is sent again: somebody else may change it once. */
const timesElsewhere = 2;

/**
 * Each defect has its own daily limit, so that the card shows afterwards whether one of them was carried out.
 * The last one carried out hides earlier ones: a batch with an effect is sent once more, and the card is read
 * after each of its writes.
 */
export async function refuseWrites(
  run: Run,
  card: CardUnderTest,
  defects: readonly WriteDefect[],
): Promise<RefusedWrites> {
  const results = new Map(await inBatches(run, card, defects));
  for (const [defect, first] of results) {
    if (first.elsewhere === null) continue;
    let last = first;
    for (let time = 0; time < timesElsewhere && last.elsewhere !== null; time += 1) {
      last = (await inBatches(run, card, [defect])).get(defect) ?? last;
    }
    // What one of them changes each time is no chance for the others either, and writes are few.
    if (last.elsewhere !== null) break;
    if (last.exchange !== null) results.set(defect, last);
  }
  return results;
}

async function inBatches(
  run: Run,
  card: CardUnderTest,
  defects: readonly WriteDefect[],
): Promise<RefusedWrites> {
  const results = new Map<WriteDefect, RefusedWrite>();
  let before = await ifConclusive(card.control());
  for (let start = 0; start < defects.length; start += batchSize) {
    const batch = defects.slice(start, start + batchSize);
    let isSingly = batch.length === 1;
    for (let again = 0; ; ) {
      const isAccepted = before?.accepted === true;
      const sent = isAccepted ? await sendBatch(run, card, batch, isSingly) : [];
      const after = isAccepted ? await ifConclusive(card.control()) : before;
      const judged = batch.map((defect, index) => judgeOne(card, defect, sent, index, before, after));
      const isRenewed =
        before !== null &&
        after !== null &&
        authorizationOf(before.exchange) !== authorizationOf(after.exchange);
      before = after;
      if (!isSingly && judged.some(({ effect, elsewhere }) => effect === "applied" || elsewhere !== null)) {
        isSingly = true;
        continue;
      }
      // A token renewed within the batch may explain why a request was refused, and a server may fail once.
      if ((isRenewed || judged.some(({ fact }) => isServerError(fact))) && again < mostAgain) {
        again += 1;
        continue;
      }
      for (const [index, defect] of batch.entries()) results.set(defect, judged[index] as RefusedWrite);
      break;
    }
  }
  return results;
}

/** A defective write that was sent, or why it was not. */
export interface SentDefect {
  readonly value: number;
  /** True where the card had this value already. */
  readonly isSame: boolean;
  /** The exchange, or why there is none. */
  readonly exchange: Exchange | Inconclusive;
  /** The card after this write, and perhaps the rest of its batch, had been sent. */
  readonly seen: Snapshot | null;
}

/**
 * Sends one defective write, with a value of its own unless it repeats another one.
 *
 * @param before - What it repeats, null for nothing, where what comes before it was sent already.
 */
export async function sendDefect(
  run: Run,
  card: CardUnderTest,
  { check, alteration, row = [] }: WriteDefect,
  before?: Repeated | null,
): Promise<Omit<SentDefect, "seen">> {
  let value = card.nextValue();
  const write = async () => {
    const operation = operations[card.form.operation];
    const token = (await tokenFor(run, alteration.scopes)) ?? (await situatedToken(run, operation, row));
    const repeated = before === undefined ? await sendBefore(run, card, row) : before;
    value = repeated?.value ?? value;
    return card.write(value, { purpose: check, alteration, token, ...repeated });
  };
  const exchange = await onInconclusive(write(), (reason) => reason);
  return { value, isSame: row.includes(repetition), exchange };
}

async function sendBatch(
  run: Run,
  card: CardUnderTest,
  batch: readonly WriteDefect[],
  isSingly: boolean,
): Promise<readonly SentDefect[]> {
  const sent: SentDefect[] = [];
  for (const defect of batch) {
    const one = await sendDefect(run, card, defect);
    sent.push({ ...one, seen: isSingly ? await card.readSettled() : null });
  }
  if (isSingly) return sent;
  const seen = await card.readSettled();
  return sent.map((one) => ({ ...one, seen }));
}

/** Judges one write of a batch: by its response, and by the card after the batch. */
export function judgeOne(
  card: CardUnderTest,
  { rule }: WriteDefect,
  batch: readonly SentDefect[],
  index: number,
  before: Control | null,
  after: Control | null,
): RefusedWrite {
  const unsent = (fact: Fact): RefusedWrite => ({
    fact,
    exchange: null,
    effect: "unknown",
    elsewhere: null,
    drawn: [],
  });
  if (before === null) return unsent(missing("the control write could not be sent"));
  const sent = batch[index];
  if (sent === undefined) {
    const what = `the write as specified is not accepted (${outcomeOf(before.exchange)})`;
    return unsent(missing(what, [before.exchange.id]));
  }
  const { exchange, value, isSame, seen } = sent;
  if (exchange instanceof Inconclusive) return unsent(exchange.fact);
  const daily = dailyOf(seen, card.id);
  // If not even an accepted write becomes visible, the absence of an effect says nothing.
  const isVisible = dailyOf(before.after, card.id) === before.value;
  const isKnown = daily !== null && isVisible && seen?.isSettled === true;
  const effect = daily === value && !isSame ? "applied" : isKnown ? "none" : "unknown";
  const then = batch[index - 1]?.seen ?? before.after;
  const values = new Set(batch.map((one) => one.value));
  const elsewhere =
    then !== null && seen !== null && then !== seen
      ? changedElsewhere(then, seen, card.id, values, card.wrote)
      : null;
  const bracket = {
    before: before.exchange,
    altered: exchange,
    after: after?.exchange ?? null,
    effect,
  } as const;
  const fact = judgeRefusal(bracket, rule ?? { expected: "anything" });
  return { exchange, fact, effect, elsewhere, drawn: [] };
}
