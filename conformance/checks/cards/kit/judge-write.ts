/** What came of a defective write: judged by its response, and by the card after its batch. */
import { type Exchange, outcomeOf } from "../../../wire/exchange.ts";
import { missing } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { authorizationOf, judgeRefusal, type WriteDefect } from "../../kit/refusal.ts";
import type { Fact } from "../../kit/verdict.ts";
import { changedElsewhere } from "./card-compare.ts";
import type { Snapshot } from "./card-list.ts";
import type { Control } from "./card-log.ts";
import { type CardUnderTest, writtenAmount } from "./card-under-test.ts";

/** The result of one defective write. */
export interface RefusedWrite {
  readonly fact: Fact;
  /** null if it was not sent. */
  readonly exchange: Exchange | null;
  /** `hidden` if another one of its batch was carried out, which may have been the later one. */
  readonly effect: "none" | "applied" | "hidden" | "unknown";
  /** What else it changed, as text; null if nothing. */
  readonly elsewhere: string | null;
  /** What came of it in the spellings that were drawn, if it was refused in the plain one. */
  readonly drawn: readonly Fact[];
}

/** The results of defective writes, by defect. */
export type RefusedWrites = ReadonlyMap<WriteDefect, RefusedWrite>;

/** A defective write that was sent, or why it was not. */
export interface SentDefect {
  readonly value: number;
  /** True where its effect could not be seen: the card had this value already, or none was asked for. */
  readonly isSame: boolean;
  /** The exchange, or why there is none. */
  readonly exchange: Exchange | Inconclusive;
  /** The card after this write, and perhaps the rest of its batch, had been sent. */
  readonly seen: Snapshot | null;
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
  const amount = writtenAmount(seen, card.id);
  const previous = batch[index - 1]?.seen ?? null;
  // What was read once for all of them is compared with what was there before the first one.
  const then = previous === null || previous === seen ? before.after : previous;
  const isHidden =
    writtenAmount(then, card.id) !== amount &&
    batch.some((other) => other !== sent && other.value === amount);
  // If not even an accepted write becomes visible, the absence of an effect says nothing.
  const isVisible = writtenAmount(before.after, card.id) === before.value;
  const isKnown = amount !== null && isVisible && seen?.isSettled === true;
  const isApplied = amount === value && !isSame;
  const effect = isApplied ? "applied" : isHidden ? "hidden" : isKnown ? "none" : "unknown";
  const values = new Set(batch.map((one) => one.value));
  const elsewhere =
    then !== null && seen !== null ? changedElsewhere(then, seen, card.id, values, card.wrote) : null;
  const bracket = {
    before: before.exchange,
    altered: exchange,
    after: after?.exchange ?? null,
    effect: effect === "hidden" ? "unknown" : effect,
  } as const;
  const fact = judgeRefusal(bracket, rule ?? { expected: "anything" });
  return { exchange, fact, effect, elsewhere, drawn: [] };
}

/** True if the token was renewed between two writes, which may explain why one between them was refused. */
export function isRenewed(before: Control | null, after: Control | null): boolean {
  if (before === null || after === null) return false;
  return authorizationOf(before.exchange) !== authorizationOf(after.exchange);
}
