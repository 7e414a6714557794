/** Accepted writes that were read, and after which the card is again as this run had written it before: the server has undone them. */
import { isDeepStrictEqual } from "node:util";
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Fact } from "../kit/verdict.ts";
import type { CardUnderTest } from "./kit/card-under-test.ts";
import { limitsOf, writtenLimit } from "./limits.ts";

/** How often the amount is written first to which later writes may be undone, and how far apart: in milliseconds. */
const [times, apartMs] = [6, 700];
/** How long after a write the card is read, in milliseconds: what works on a copy for seconds has then written it back. */
const lookMs = 4_000;
/** How often it is tried, and how often it has to be undone: once may be somebody else, who puts all limits as they were. */
const [tries, telling] = [4, 2];
/** How long after the last write no copy is behind any more, in milliseconds. */
const settledMs = 10_000;
/** How often the card is read then: of several copies, each answers once. */
const looks = 6;

/** How long all of it takes at most, in milliseconds, beside the requests. */
export const undoingMs = times * apartMs + tries * lookMs + settledMs;

/** A write of an own amount that was read; null where it was not accepted or not read. */
async function written(card: CardUnderTest) {
  const amount = card.nextValue();
  const exchange = await card.write(amount);
  if (!succeeded(exchange)) return null;
  const read = await card.readUntil((limits) => jsonText(limits?.[writtenLimit]) === jsonText(amount));
  const limits = limitsOf(read?.cards.get(card.id));
  return jsonText(limits?.[writtenLimit]) === jsonText(amount) ? { amount, exchange, limits } : null;
}

/** The limits of the card as they are read now. */
async function limitsNow(card: CardUnderTest) {
  return limitsOf((await card.read())?.cards.get(card.id)) ?? null;
}

/**
 * Writes some amounts that nobody else writes, and looks whether the card is some seconds later as it was before the write,
 * which only this run has made so. null where that is not seen twice, or where the write shows up again.
 */
export async function undoneWrites(card: CardUnderTest): Promise<Fact | null> {
  const base = card.nextValue();
  for (let left = times; left > 0; left -= 1) {
    if (!succeeded(await card.write(base))) return null;
    await card.sleep(apartMs);
  }
  let before = await limitsNow(card);
  if (jsonText(before?.[writtenLimit]) !== jsonText(base)) return null;
  const undone: { readonly amount: number; readonly exchange: Exchange }[] = [];
  for (let left = tries; left > 0 && undone.length < telling; left -= 1) {
    const write = await written(card);
    if (write === null) return null;
    await card.sleep(lookMs);
    const now = await limitsNow(card);
    if (isDeepStrictEqual(now, before)) undone.push(write);
    else if (isDeepStrictEqual(now, write.limits)) before = now;
    else return null;
  }
  if (undone.length < telling) return null;
  await card.sleep(settledMs);
  for (let left = looks; left > 0; left -= 1)
    if (!isDeepStrictEqual(await limitsNow(card), before)) return null;
  const last = undone.at(-1);
  return {
    kind: "violated",
    message: "Accepted writes that had been read were undone within seconds, with nobody's doing.",
    expected: [`limits.${writtenLimit} ${last?.amount} until it is written again`],
    received: `limits.${writtenLimit} ${jsonText(before?.[writtenLimit])}, as before the write`,
    pointer: `/limits/${writtenLimit}`,
    exchanges: undone.map(({ exchange }) => exchange.id),
    isLasting: true,
  };
}
