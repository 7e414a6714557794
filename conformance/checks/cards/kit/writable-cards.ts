/** The cards on which writes may be tried. */
import { isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import { RunEnded } from "../../../base/run-ended.ts";
import type { Run } from "../../kit/check.ts";
import { Inconclusive } from "../../kit/inconclusive.ts";
import { idOf } from "../../kit/walk.ts";
import { type WholeList, wholeList } from "../../kit/whole-list.ts";
import { limitsOf, type RawCard, writtenLimit } from "../limits.ts";
import { cardIn, cardPages } from "./card-list.ts";
import { emptyLog, type ListedCard } from "./card-log.ts";

const mostCards = 3;
/** A card further behind would take as many requests for each of the many looks at it. */
const mostPages = 10;

/**
 * The named card, or those that {@link lastIds} gives.
 *
 * @throws Inconclusive if there is none, or nothing can be signed.
 */
export function writableCards(run: Run): Promise<readonly ListedCard[]> {
  return run.memoize("writable cards", async () => {
    if (run.target.signingKey === null) {
      throw new Inconclusive("no signing key was given, so nothing can be signed");
    }
    const list = await wholeList(run, cardPages);
    requireNamedCard(run, list);
    const ids = run.card === null ? lastIds(list) : [run.card];
    if (ids.length === 0) throw new Inconclusive("the list has no card to write to");
    const listed = ids.flatMap((id) => listedCard(list, id) ?? []);
    if (listed.length > 0) return listed;
    throw new Inconclusive(
      `limits.${writtenLimit} of ${ids.join(", ")} is not a number, so it could not be put back`,
    );
  });
}

/** A card of a list that may be written to; null where its limit could not be put back. */
function listedCard(list: WholeList, id: string): ListedCard | null {
  const original = cardIn(list, id);
  if (original === undefined || !isAmount(limitsOf(original)?.[writtenLimit])) return null;
  return { id, original, list, others: mostAlike(list, id, original), log: emptyLog() };
}

/**
 * Cards that may be written to besides this one: none for which it may be taken, as others are judged by those; first
 * of all those with letters beyond ASCII, which a careless server spoils. None where the card to write to was named.
 */
export function cardsBeside(run: Pick<Run, "card">, { id, list, others }: ListedCard): readonly ListedCard[] {
  if (run.card !== null) return [];
  const ids = idsIn(list).filter((one) => one !== id && !others.includes(one));
  const isBeyondAscii = (one: string) => /[^\x20-\x7e]/.test(jsonText(cardIn(list, one)));
  return [...new Set([...ids.filter(isBeyondAscii), ...ids.toReversed()])]
    .flatMap((one) => listedCard(list, one) ?? [])
    .slice(0, mostCards);
}

/** The ids on the first pages. */
function idsIn({ walk: { pages } }: Pick<WholeList, "walk">): readonly string[] {
  const ids = new Set(pages.slice(0, mostPages).flatMap((page) => page.ids ?? []));
  return [...ids].filter((id) => id !== null);
}

/**
 * The last ids of the first pages, the very last one first; before them the last one that another id begins with, which a
 * careless server looks for as well.
 */
export function lastIds(list: Pick<WholeList, "walk">): readonly string[] {
  const ids = idsIn(list).toReversed();
  const beginning = ids.find((id) => ids.some((other) => other !== id && other.startsWith(id)));
  return [...new Set([...(beginning === undefined ? [] : [beginning]), ...ids])].slice(0, mostCards);
}

/**
 * The other cards for which a server may take this one: that which has most fields in common with it, such as the
 * holder, that whose id begins alike, and that whose id ends alike; the one that is most alike in each of these.
 */
export function mostAlike({ walk }: WholeList, id: string, original: RawCard): readonly string[] {
  const own = Object.entries(original).map(([name, value]) => [name, jsonText(value)] as const);
  const others = walk.pages.flatMap(({ items }) =>
    (items ?? []).flatMap((card) => {
      const cardId = idOf(cardPages.paginated, card);
      if (cardId === null || cardId === id) return [];
      const start = commonStart(cardId, id);
      const end = commonStart([...cardId].reverse().join(""), [...id].reverse().join(""));
      const common = own.filter(([name, text]) => jsonText(card[name]) === text).length;
      // Of cards with as many, that whose id begins alike: less than one field, however long it is.
      return [{ cardId, alike: [common + start / (id.length + 1), start, end] }];
    }),
  );
  const found: string[] = [];
  for (const kind of [0, 1, 2]) {
    const [most] = others
      .filter(({ cardId }) => !found.includes(cardId))
      .toSorted((one, other) => (other.alike[kind] ?? 0) - (one.alike[kind] ?? 0));
    if (most !== undefined) found.push(most.cardId);
  }
  return found;
}

/** How many characters two texts begin with alike. */
function commonStart(one: string, other: string): number {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at === -1 ? one.length : at;
}

/** Ends the run if the named card is missing: a mistake to report before anything is written. */
function requireNamedCard(run: Run, list: WholeList): void {
  const isWhole = list.walk.end === "last-page";
  if (run.card === null || list.ids.includes(run.card) || !isWhole) return;
  const [example] = list.ids;
  const hint = example === undefined ? "the list is empty" : `it has ${list.ids.length}, such as ${example}`;
  const message = `the card ${run.card} is not in the list of this server (${hint}); give one of them with --card`;
  run.abort(new RunEnded(message, 2));
  throw new Inconclusive(message);
}
