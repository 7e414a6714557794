/** Every field of every card, as far as it should change only by writes. */
import { isAmount } from "../../../base/exact-json.ts";
import { jsonText } from "../../../base/json-text.ts";
import type { Run } from "../../kit/check.ts";
import { readBack } from "../../kit/paged.ts";
import { idOf, pagesOf } from "../../kit/walk.ts";
import { fieldsBesideWritten } from "../kit/card-compare.ts";
import { cardPages, readingPageSize } from "../kit/card-list.ts";
import type { ListedCard } from "../kit/card-log.ts";
import { limitsOf, limitText, type RawCard, writtenLimit } from "../limits.ts";

/** Fields of a card as JSON, by name. */
export type CardFields = ReadonlyMap<string, string>;

/** All cards that were read, by id. */
export interface WholeState {
  readonly cards: ReadonlyMap<string, CardFields>;
  readonly exchanges: readonly string[];
}

/** What differs between two states. */
export interface Difference {
  readonly card: string;
  readonly field: string;
  readonly was: string;
  readonly is: string;
}

const ofLimit = "limits.";

/** A list of more pages, or more cards, is read only up to the card under test. */
const [mostPages, mostCards] = [5, 1000];
/** A list without an end, in which the card under test is missing, cannot be read. */
const endlessPages = 200;

/** Above this number of items, a list is not read in pages of the usual size. */
const mostUnsized = 60;

/**
 * The page sizes with which the whole list is read: the largest, which is that of each read after a write, and one that
 * needs a few pages.
 *
 * @param isHalved - True for two pages after each write, where there are as many: of two servers that take turns, the
 *   same one gets all writes if one read follows each.
 */
export async function pageSizes(
  run: Run,
  { id, list }: ListedCard,
  isHalved = false,
): Promise<readonly (number | null)[]> {
  const count = list.ids.length;
  const largest = await readingPageSize(run, list, count);
  if (largest === null || count > largest) return [largest];
  const half = isHalved && count > 1 ? [Math.ceil(count / 2)] : [];
  const fewPages = Math.ceil(count / 3);
  // On a page that a cursor leads to, the card may be another than on the first one.
  const place = list.ids.indexOf(id);
  const sized = place > 0 && place < fewPages ? place : fewPages;
  // Without a size as well, in as many pages as that takes.
  const usual = sized < largest ? [sized, null] : [null];
  const others = count <= mostUnsized ? usual : usual.slice(0, -1);
  return [...half, largest, ...others.filter((size) => size === null || !half.includes(size))];
}

/** Reads all cards, or at least those up to the one with this id. Returns null if a page cannot be read. */
export async function readWhole(run: Run, pageSize: number | null, id: string): Promise<WholeState | null> {
  const cards = new Map<string, CardFields>();
  const exchanges: string[] = [];
  for await (const { exchange, items, next } of pagesOf(run.probe, readBack, cardPages, pageSize)) {
    if (items === null || exchanges.length === endlessPages) return null;
    exchanges.push(exchange.id);
    for (const card of items) {
      const cardId = idOf(cardPages.paginated, card);
      if (cardId !== null) cards.set(cardId, fieldsOf(card));
    }
    const isLong = exchanges.length >= mostPages || cards.size >= mostCards;
    if (typeof next !== "string" || (isLong && cards.has(id)))
      return cards.has(id) ? { cards, exchanges } : null;
  }
  return null;
}

function fieldsOf(card: RawCard): CardFields {
  const amount = limitsOf(card)?.[writtenLimit];
  const fields = { ...fieldsBesideWritten(card), [ofLimit + writtenLimit]: isAmount(amount) ? amount : null };
  const textOf = (name: string) => (name.startsWith(ofLimit) ? limitText : jsonText);
  return new Map(Object.entries(fields).map(([name, value]) => [name, textOf(name)(value)]));
}

/** The limits of a card, by their own names. */
export function limitsIn({ cards }: WholeState, id: string): CardFields {
  const fields = [...(cards.get(id) ?? [])].filter(([name]) => name.startsWith(ofLimit));
  return new Map(fields.map(([name, text]) => [name.slice(ofLimit.length), text]));
}

/** All that differs, apart from the limits of the card under test; cards that were not read both times do not. */
export function differences(before: WholeState, after: WholeState, id: string): readonly Difference[] {
  return [...after.cards].flatMap(([card, fields]) => {
    const then = before.cards.get(card);
    if (then === undefined) return [];
    return [...fields].flatMap(([field, is]) => {
      const was = then.get(field) ?? "nothing";
      return is === was || (card === id && field.startsWith(ofLimit)) ? [] : [{ card, field, was, is }];
    });
  });
}

/** The limits of a card whose values differ between two states. */
export function limitsChanged(before: WholeState, after: WholeState, id: string): readonly string[] {
  const then = limitsIn(before, id);
  return [...limitsIn(after, id)].flatMap(([name, is]) => (then.get(name) === is ? [] : [name]));
}

/**
 * The state as it was, with these limits as they are in another view: what else differs between two views is no
 * effect of a write, and has checks of its own.
 */
export function inOtherView(
  state: WholeState,
  seen: WholeState,
  id: string,
  limits: ReadonlySet<string>,
): WholeState {
  const fields = new Map(state.cards.get(id) ?? []);
  for (const name of limits) {
    const is = seen.cards.get(id)?.get(ofLimit + name);
    if (is !== undefined) fields.set(ofLimit + name, is);
  }
  return { cards: new Map(state.cards).set(id, fields), exchanges: seen.exchanges };
}
