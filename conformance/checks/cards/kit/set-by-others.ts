/** Whether somebody else sets the limit that a run writes: pure. */
import { jsonText } from "../../../base/json-text.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { cardsIn, writtenIn } from "../identity.ts";
import { limitsOf } from "../limits.ts";
import { bodySent, limitsNamed } from "../write-form.ts";

/**
 * True if a log shows a value of the usual limit of a card that this run did not ask for, after its first write: then
 * one that it asked for in vain may have come in the same way.
 */
export function isSetByOthers(log: readonly Exchange[], id: string): boolean {
  const known = new Set<string>();
  let isWritten = false;
  for (const exchange of log) {
    if (writtenIn(exchange) === id) {
      known.add(jsonText(limitsNamed(bodySent(exchange)).daily));
      isWritten = true;
    } else if (exchange.response?.includes(id) === true) {
      for (const seen of cardsIn(exchange)) {
        if (seen.id !== id) continue;
        const value = jsonText(limitsOf(seen.card)?.daily);
        if (isWritten && !known.has(value)) return true;
        known.add(value);
      }
    }
  }
  return false;
}
