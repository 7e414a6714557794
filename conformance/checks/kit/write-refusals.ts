/** Sends defective writes in batches, each batch between two writes without a defect. */

import type { Alteration } from "../../wire/alteration.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { changedElsewhere } from "./card-compare.ts";
import type { Snapshot } from "./card-list.ts";
import { type CardUnderTest, type Control, dailyOf } from "./card-under-test.ts";
import { missing, type Run } from "./check.ts";
import { judgeRefusal, type RefusalRule } from "./refusal.ts";
import type { Fact } from "./verdict.ts";

/** A defect, and what the specification demands of it. */
export interface Defect {
  /** Id of the check that it belongs to. */
  readonly check: string;
  readonly alteration: Alteration;
  readonly rule: RefusalRule;
}

/** What came of one defective write. */
export interface RefusedWrite {
  readonly defect: Defect;
  readonly fact: Fact;
  /** null where it was not sent. */
  readonly exchange: Exchange | null;
  readonly effect: "none" | "applied" | "unknown";
  /** What else it has changed, in words; null where nothing. */
  readonly elsewhere: string | null;
}

/** Small enough to tell by its value which refused write had an effect, and to stay within a token's life. */
const batchSize = 6;
/** How often a batch is sent again, where something else may be why it was answered as it was. */
const mostAgain = 1;

/**
 * Sends every defect once. Each has a daily limit of its own, so that the card tells afterwards whether one
 * of them was carried out. The last one that was hides those before it: a batch with an effect is sent once more,
 * and the card is read after each of its writes.
 */
export async function refuseWrites(
  run: Run,
  card: CardUnderTest,
  defects: readonly Defect[],
): Promise<RefusedWrite[]> {
  const results: RefusedWrite[] = [];
  let before = await card.control();
  for (let start = 0; start < defects.length; start += batchSize) {
    const batch = defects.slice(start, start + batchSize);
    let isSingly = batch.length === 1;
    for (let again = 0; ; ) {
      const isAccepted = before?.accepted === true;
      const sent = isAccepted ? await sendBatch(run, card, batch, isSingly) : [];
      const after = isAccepted ? await card.control() : before;
      const judged = batch.map((defect, index) => judgeOne(card, defect, sent, index, before, after));
      const isRenewed = before !== null && after !== null && usedToken(before) !== usedToken(after);
      before = after;
      if (!isSingly && judged.some(({ effect, elsewhere }) => effect === "applied" || elsewhere !== null)) {
        isSingly = true;
        continue;
      }
      const isFailing = judged.some(({ fact }) => fact.kind === "missing" && fact.serverError === true);
      // A token that was renewed inside the batch may be why a request was refused, and a server may fail once.
      if ((isRenewed || isFailing) && again < mostAgain) {
        again += 1;
        continue;
      }
      results.push(...judged);
      break;
    }
  }
  return results;
}

interface SentDefect {
  readonly value: number;
  readonly exchange: Exchange | null;
  readonly problem: string | null;
  /** The card when this write, and perhaps the rest of its batch, had been sent. */
  readonly seen: Snapshot | null;
}

async function sendBatch(
  run: Run,
  card: CardUnderTest,
  batch: readonly Defect[],
  isSingly: boolean,
): Promise<readonly SentDefect[]> {
  const sent: SentDefect[] = [];
  for (const { check, alteration } of batch) {
    const value = card.nextValue();
    const token = alteration.scopes === undefined ? null : await narrowToken(run, alteration.scopes);
    if (typeof token === "string") {
      sent.push({ value, exchange: null, problem: token, seen: null });
      continue;
    }
    const send = (purpose: string, call: Call) =>
      token === null ? run.probe.call(purpose, call) : run.probe.callWith(purpose, call, token);
    const exchange = await card.write(value, { purpose: check, alteration, send });
    sent.push({ value, exchange, problem: null, seen: isSingly ? await card.readSettled() : null });
  }
  if (isSingly) return sent;
  const seen = await card.readSettled();
  return sent.map((one) => ({ ...one, seen }));
}

/** A token that really lacks a scope, or in words why there is none. */
export async function narrowToken(run: Run, scopes: readonly string[]) {
  const token = await run.probe.tokens.narrow(scopes);
  if (token === null) return "the server gives no token for fewer scopes";
  const extra = token.scopes?.filter((scope) => !scopes.includes(scope)) ?? [];
  return extra.length === 0 ? token : `the server grants ${extra.join(" ")} although it was not asked for`;
}

function judgeOne(
  card: CardUnderTest,
  defect: Defect,
  batch: readonly SentDefect[],
  index: number,
  before: Control | null,
  after: Control | null,
): RefusedWrite {
  const unsent = (fact: Fact): RefusedWrite => ({
    defect,
    fact,
    exchange: null,
    effect: "unknown",
    elsewhere: null,
  });
  if (before === null) return unsent(missing("the control write could not be sent"));
  const sent = batch[index];
  if (sent === undefined) {
    const status = before.exchange.response?.status ?? before.exchange.failure?.message;
    return unsent(missing(`the write as specified is not accepted (${status})`, [before.exchange.id]));
  }
  if (sent.exchange === null) return unsent(missing(sent.problem ?? "no token"));
  const { exchange, value, seen } = sent;
  const daily = dailyOf(seen, card.id);
  // Where not even an accepted write can be seen, the absence of an effect says nothing.
  const isVisible = dailyOf(before.after, card.id) === before.value;
  const isKnown = daily !== null && isVisible && seen?.isSettled === true;
  const effect = daily === value ? "applied" : isKnown ? "none" : "unknown";
  const then = batch[index - 1]?.seen ?? before.after;
  const values = new Set(batch.map((one) => one.value));
  const elsewhere =
    then !== null && seen !== null && then !== seen
      ? changedElsewhere(then, seen, card.id, values, card.wrote)
      : null;
  const fact = judgeRefusal(
    { before: before.exchange, altered: exchange, after: after?.exchange ?? null, effect },
    defect.rule,
  );
  return { defect, exchange, fact, effect, elsewhere };
}

function usedToken({ exchange }: Control): string | undefined {
  return exchange.request.headers.find(([name]) => name === "Authorization")?.[1];
}
