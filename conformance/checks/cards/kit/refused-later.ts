/** Whether what a refused write asked for is read at some later time: pure. */
import { jsonText } from "../../../base/json-text.ts";
import { type Exchange, isRefusal, notNow, outcomeOf } from "../../../wire/exchange.ts";
import { held } from "../../kit/check.ts";
import type { Fact } from "../../kit/verdict.ts";
import { cardsIn, writtenIn } from "../identity.ts";
import { limitsOf, writtenLimit } from "../limits.ts";
import { limitSent, type WriteOperation } from "../write-form.ts";
import { isSetByOthers } from "./set-by-others.ts";

/** A value that a write asked for, and the refusals of all writes that did. */
interface Asked {
  readonly refusals: Exchange[];
  /** True where it may lawfully be read: it was there before, or a write of it may have been carried out. */
  isKnown: boolean;
}

/**
 * Looks in a log for values that were asked for by refused writes alone, and are read after these were answered. Every
 * write of a run has a value of its own, so that nobody else is likely to have set it.
 */
export function judgeRefusedLater(log: readonly Exchange[], operation: WriteOperation): readonly Fact[] {
  const values = new Map<string, Asked>();
  const askedFor = (card: string, value: unknown) => {
    const name = nameOf(card, value);
    const known = values.get(name) ?? { refusals: [], isKnown: false };
    values.set(name, known);
    return known;
  };
  const ids = new Set(log.flatMap((exchange) => writtenIn(exchange) ?? []));
  const found = new Map<Exchange, Exchange>();
  for (const exchange of log) {
    const card = writtenIn(exchange);
    if (card !== null) {
      const asked = askedFor(card, limitSent(exchange));
      if (exchange.operation === operation && isFinal(exchange)) asked.refusals.push(exchange);
      else asked.isKnown = true;
      continue;
    }
    // A long list is not read where none of these stands in it.
    const isAbout = [...ids].some((id) => exchange.response?.includes(id) === true);
    for (const { id, card: seen } of isAbout ? cardsIn(exchange) : []) {
      if (!ids.has(id)) continue;
      const value = limitsOf(seen)?.[writtenLimit];
      const asked = askedFor(id, value);
      const [refused] = asked.refusals.filter(({ endedAt }) => endedAt <= exchange.startedAt);
      if (refused === undefined) asked.isKnown ||= asked.refusals.length === 0;
      if (refused === undefined || asked.isKnown) continue;
      if (!found.has(refused)) found.set(refused, exchange);
    }
  }
  const [first] = found;
  if (first !== undefined)
    return isSetByOthers(log, writtenIn(first[0]) ?? "") ? [] : [carriedOut(...first, found.size)];
  const last = [...values.values()].flatMap(({ refusals }) => refusals).at(-1);
  return last === undefined ? [] : [held("no refused value was read later", last.id)];
}

/** As many such values as no chance brings: who counts a limit up comes by one of them. */
const enough = 2;

function carriedOut(refused: Exchange, read: Exchange, times: number): Fact {
  return {
    kind: "violated",
    message: `A request ${refused.alteration ?? "as specified"} was answered ${outcomeOf(refused)}, but its limit was read later.`,
    expected: ["no change of the card"],
    received: "the limit has the refused value",
    exchanges: [refused.id, read.id],
    ...(times >= enough ? { isLasting: true } : {}),
  };
}

const nameOf = (card: string, value: unknown) => `${card} ${jsonText(value)}`;

/** A refusal that does not ask to come again. */
function isFinal(exchange: Exchange): boolean {
  return isRefusal(exchange) && !notNow.includes(exchange.response?.status ?? 0);
}
