/** Whether somebody else sets the limit that a run writes: pure. */
import { jsonText } from "../../../base/json-text.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { cardsIn, writtenIn } from "../identity.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { limitSent } from "../write-form.ts";

/** What a log has shown of a card so far: its later exchanges are looked at once each. */
interface Shown {
  looked: number;
  isWritten: boolean;
  isSetByOthers: boolean;
  /** The values that were there, or asked for, as JSON. */
  readonly known: Set<string>;
}

const shown = new WeakMap<readonly Exchange[], Map<string, Shown>>();

/**
 * True if a log shows a value of the usual limit of a card that this run did not ask for, after its first write: then
 * one that it asked for in vain may have come in the same way.
 *
 * @param log - Grows, and is asked of again and again.
 */
export function isSetByOthers(log: readonly Exchange[], id: string): boolean {
  const ofLog = shown.get(log) ?? new Map<string, Shown>();
  shown.set(log, ofLog);
  const so = ofLog.get(id) ?? { looked: 0, isWritten: false, isSetByOthers: false, known: new Set() };
  ofLog.set(id, so);
  for (const exchange of log.slice(so.looked)) look(so, exchange, id);
  so.looked = log.length;
  return so.isSetByOthers;
}

function look(so: Shown, exchange: Exchange, id: string): void {
  if (writtenIn(exchange) === id) {
    so.known.add(jsonText(limitSent(exchange)));
    so.isWritten = true;
  } else if (exchange.response?.includes(id) === true) {
    for (const seen of cardsIn(exchange)) {
      if (seen.id !== id) continue;
      const value = jsonText(limitsOf(seen.card)?.[writtenLimit]);
      so.isSetByOthers ||= so.isWritten && !so.known.has(value);
      so.known.add(value);
    }
  }
}
