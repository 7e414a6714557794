/** Reads beside a write: a cache that is filled too late keeps what was there before. */
import { isWrite } from "../../../wire/is-write.ts";
import type { Run } from "../../kit/check.ts";
import { pageQuery, readBack } from "../../kit/paged.ts";
import { pagesOf } from "../../kit/walk.ts";
import { cardPages } from "../kit/card-list.ts";
import type { ListedCard } from "../kit/card-log.ts";
import { readWhole, type WholeState } from "./whole-state.ts";

/** How many reads begin while a write is carried out, from its beginning on. */
const readsDuringWrite = 3;

/** A read, and when it begins. */
export interface ReadDuring {
  /** Milliseconds after the beginning of the write. */
  readonly afterMs: number;
  readonly pageSize: number | null;
  /** Reads the page that the card is on, if others come before it, or else the whole list. */
  readonly readPage: () => Promise<unknown>;
  /** Reads the whole list in pages of that size. */
  readonly read: () => Promise<WholeState | null>;
}

/**
 * Reads that begin while a write is carried out, as far as the last one tells how long that takes. What leads to the page
 * that the card is on is read before.
 *
 * @param sizes - The page sizes in which everything is read otherwise.
 * @param number - Another one each time.
 */
export async function readsDuring(
  run: Run,
  card: Pick<ListedCard, "id" | "list">,
  sizes: readonly (number | null)[],
  number: number,
): Promise<readonly ReadDuring[]> {
  // A list that is longer than a page takes too many requests.
  if (sizes.length === 1) return [];
  const tookMs = run.probe.session.exchanges.findLast((one) => isWrite(one.operation))?.durationMs ?? 0;
  const reads: ReadDuring[] = [];
  for (let turn = 0; turn < readsDuringWrite; turn += 1) {
    const pageSize = otherSize(sizes, number * readsDuringWrite + turn);
    const read = () => readWhole(run, pageSize, card.id);
    const cursor = await cursorTo(run, card, pageSize);
    const query = pageQuery(cardPages, pageSize, cursor);
    const readOne = () => run.probe.call(readBack, { operation: cardPages.id, query });
    const readPage = cursor === null ? read : readOne;
    reads.push({ afterMs: (tookMs * turn) / readsDuringWrite, pageSize, readPage, read });
  }
  return reads;
}

/**
 * The cursor to the page that the card is on, as far as earlier pages tell; null for the first page, which is not read: what
 * a cache has already is not put into it while a write is carried out.
 */
async function cursorTo(
  run: Run,
  { id, list: { ids } }: Pick<ListedCard, "id" | "list">,
  pageSize: number | null,
): Promise<string | null> {
  const place = ids.indexOf(id);
  if (pageSize === null || place < pageSize) return null;
  let read = 0;
  for await (const { items, next } of pagesOf(run.probe, readBack, cardPages, pageSize)) {
    const size = items?.length ?? 0;
    read += size;
    if (size === 0 || typeof next !== "string" || place < read) return null;
    if (place < read + size) return next;
  }
  return null;
}

/**
 * A page size in which nothing has been read since the last write, so that no cache knows such a page.
 *
 * @param number - Another one each time.
 */
function otherSize(sizes: readonly (number | null)[], number: number): number | null {
  const [largest = null] = sizes;
  const other = largest === null ? 0 : largest - 1 - (number % Math.ceil(largest / 2));
  return other < 1 || sizes.includes(other) ? largest : other;
}
