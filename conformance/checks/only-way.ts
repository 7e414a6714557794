/** Where a request as specified is refused: whether another one is accepted, so that the server wants that. */
import { type Exchange, isRefusal, outcomeOf, quoted } from "../wire/exchange.ts";
import { missing } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";

/** A request that differs from the specified one and was accepted. */
export interface OtherWay {
  /** In words that complete "it is accepted …": "in JSON instead of a form". */
  readonly description: string;
  readonly exchange: Exchange;
}

/** What is asked of a server. */
export interface OnlyWay {
  /** The request, for the message: "card list request". */
  readonly what: string;
  /** What was to come, for the report. */
  readonly wanted: string;
  /** What came of the request as specified. */
  readonly specified: Exchange;
  readonly isAccepted: (exchange: Exchange) => boolean;
  /** The first other way that is accepted; null where none is. */
  readonly other: () => Promise<OtherWay | null>;
  /** Sends the request as specified once more. */
  readonly again: () => Promise<Exchange>;
}

/** Judges whether a server takes a request as specified, or only in another way. */
export async function judgeOnlyWay(asked: OnlyWay): Promise<Fact> {
  const { what, wanted, specified, isAccepted } = asked;
  if (isAccepted(specified)) return { kind: "held", seen: wanted, exchange: specified.id };
  const other = isRefusal(specified) ? await asked.other() : null;
  if (other === null) return missing(`the ${what} was answered ${quoted(specified)}`, [specified.id]);
  const control = await asked.again();
  // Once may have its reasons; a server that wants the other way refuses the specified one again.
  if (!isRefusal(control)) {
    return missing(`refused once (${outcomeOf(specified)}), and then not`, [specified.id, control.id]);
  }
  const { description, exchange } = other;
  return {
    kind: "violated",
    message: `The ${what} as specified is refused, but accepted ${description}.`,
    expected: [wanted],
    received: `${outcomeOf(specified)} as specified, ${outcomeOf(exchange)} ${description}`,
    exchanges: [specified.id, exchange.id],
  };
}
