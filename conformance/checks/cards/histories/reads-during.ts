/** Reads beside a write: a cache that is filled too late keeps what was there before. */
import { isWrite } from "../../../wire/is-write.ts";
import type { Run } from "../../kit/check.ts";
import { readWhole, type WholeState } from "./whole-state.ts";

/** How many reads begin while a write is carried out, from its beginning on. */
const readsDuringWrite = 3;

/** A read, and when it begins. */
export interface ReadDuring {
  /** Milliseconds after the beginning of the write. */
  readonly afterMs: number;
  readonly pageSize: number | null;
  /** Reads the whole list in pages of that size. */
  readonly read: () => Promise<WholeState | null>;
}

/**
 * Reads that begin while a write is carried out, as far as the last one tells how long that takes.
 *
 * @param id - The card under test.
 * @param sizes - The page sizes in which everything is read otherwise.
 * @param number - Another one each time.
 */
export function readsDuring(
  run: Run,
  id: string,
  sizes: readonly (number | null)[],
  number: number,
): readonly ReadDuring[] {
  // A list that is longer than a page takes too many requests.
  if (sizes.length === 1) return [];
  const tookMs = run.probe.session.exchanges.findLast((one) => isWrite(one.operation))?.durationMs ?? 0;
  return Array.from({ length: readsDuringWrite }, (_, turn) => {
    const pageSize = otherSize(sizes, number * readsDuringWrite + turn);
    const afterMs = (tookMs * turn) / readsDuringWrite;
    return { afterMs, pageSize, read: () => readWhole(run, pageSize, id) };
  });
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
