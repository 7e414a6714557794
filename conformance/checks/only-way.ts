/** If a request as specified is refused: whether another one is accepted, which the server then expects. */
import { type Exchange, isRefusal, outcomeOf, quoted } from "../wire/exchange.ts";
import { missing } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";

/** A request that differs from the specified one and was accepted. */
export interface OtherWay {
  /** Text that completes "it is accepted …": "in JSON instead of a form". */
  readonly description: string;
  readonly exchange: Exchange;
}

/** What is asked of a server. */
export interface OnlyWay {
  /** The request, for the message: "token request". */
  readonly what: string;
  /** What was expected, for the report. */
  readonly wanted: string;
  /** The result of the request as specified. */
  readonly specified: Exchange;
  readonly isAccepted: (exchange: Exchange) => boolean;
  /** The first other way that is accepted; null if none is. */
  readonly other: () => Promise<OtherWay | null>;
  /** Sends the request as specified once more. */
  readonly again: () => Promise<Exchange>;
}

/** Judges whether a server accepts a request as specified, or only in another way. */
export async function judgeOnlyWay(asked: OnlyWay): Promise<Fact> {
  const { what, wanted, specified, isAccepted } = asked;
  if (isAccepted(specified)) return { kind: "held", seen: wanted, exchange: specified.id };
  const other = isRefusal(specified) ? await asked.other() : null;
  if (other === null) return missing(`the ${what} was answered ${quoted(specified)}`, [specified.id]);
  const control = await asked.again();
  // A single refusal may be chance; a server that expects the other way refuses the specified one again.
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
