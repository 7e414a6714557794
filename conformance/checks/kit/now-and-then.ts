/** Requests as specified that are refused now and then: a series of them, each beside one in the plain spelling. */
import { whenWords } from "../../plan/draw.ts";
import type { Spelling } from "../../plan/spellings.ts";
import { type Exchange, isPlainRefusal, outcomeOf } from "../../wire/exchange.ts";
import { ifConclusive } from "./inconclusive.ts";
import type { Fact } from "./verdict.ts";

/** A request as specified, in any combination of spellings and situations; in the plain one without any. */
export interface Repeatable {
  readonly send: (row: readonly Spelling[]) => Promise<Exchange>;
  /** True for a response that grants what is asked. */
  readonly isGranted: (exchange: Exchange) => boolean;
}

/** How many pairs a series has, and how many of its requests have to be refused: of the plain ones, none may be. */
const pairs = 20;
const refusedAtLeast = 4;

/**
 * Sends a series, as far as it takes.
 *
 * @returns The refused requests; null where they are too few, or a request in the plain spelling was not granted.
 */
async function refusedInSeries(
  { send, isGranted }: Repeatable,
  row: readonly Spelling[],
): Promise<{ readonly refused: readonly Exchange[]; readonly sent: number } | null> {
  const refused: Exchange[] = [];
  for (let sent = 1; sent <= pairs; sent += 1) {
    const suspect = await ifConclusive(send(row));
    const control = await ifConclusive(send([]));
    if (control === null || !isGranted(control)) return null;
    if (suspect !== null && isPlainRefusal(suspect)) refused.push(suspect);
    if (refused.length === refusedAtLeast) return { refused, sent };
    if (refused.length + (pairs - sent) < refusedAtLeast) return null;
  }
  return null;
}

/**
 * Judges combinations in which a request as specified was refused, but not each time: what they have in common, or
 * else the first of them, is sent in a series, and what makes no difference to it is left out.
 *
 * @returns null where no series shows it.
 */
export async function judgeNowAndThen(
  repeatable: Repeatable,
  rows: readonly (readonly Spelling[])[],
): Promise<Fact | null> {
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const common = first.filter((spelling) => others.every((row) => row.includes(spelling)));
  for (const start of common.length === 0 || others.length === 0 ? [first] : [common, first]) {
    let seen = await refusedInSeries(repeatable, start);
    if (seen === null) continue;
    let needed = start;
    for (const spelling of start.length === 1 ? [] : start) {
      const without = needed.filter((other) => other !== spelling);
      const still = without.length === 0 ? null : await refusedInSeries(repeatable, without);
      if (still !== null) [needed, seen] = [without, still];
    }
    const { refused, sent } = seen;
    return {
      kind: "violated",
      message: `A request as specified is refused now and then ${whenWords(needed)}.`,
      expected: ["2xx, as each time in the plain spelling"],
      received: `${refused.map(outcomeOf)[0]}, ${refused.length} of ${sent} times, and never without it`,
      exchanges: refused.map(({ id }) => id),
      isLasting: true,
      spelled: needed,
    };
  }
  return null;
}
