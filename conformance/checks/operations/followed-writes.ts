/** What reads have shown before and after each write, found in what was sent. Pure. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";
import { inPath } from "./arguments.ts";
import { partOf } from "./asked.ts";
import { namingOf } from "./named-item.ts";
import { type Described, isWrite, type Row } from "./operation.ts";

/** What a read has shown of one item. */
export interface Seen {
  readonly exchange: Exchange;
  readonly item: unknown;
  /** The part that a write changes; undefined where it is not shown. */
  readonly value: unknown;
}

/** A write that was carried out, and changed what its answer, or its body, says. */
export interface Followed {
  readonly row: Row;
  readonly write: Exchange;
  /** The last read before it, which has shown something else. */
  readonly before: Seen;
  /** Those after it, as long as nothing else was written to the item; at least one. */
  readonly after: readonly [Seen, ...Seen[]];
  /** True for a read that shows what the write has made. */
  readonly isMade: (seen: Seen) => boolean;
}

/** The writes that change a part of what a list, or a read of one of its items, shows. */
export function writersOf(one: Described): readonly Row[] {
  const naming = namingOf(one);
  const list = listingOf(one.row) !== null ? one.row.id : naming?.isItem === true ? naming.list.row.id : null;
  return Object.values(one.description.operations).filter(
    (row) => isWrite(row) && list !== null && row.changes?.operation === list,
  );
}

/** Every write that changed something of what an operation shows, with what that has shown of it. */
export function followedWrites(one: Described, log: readonly Exchange[]): readonly Followed[] {
  const pages = pagesOf(one, log);
  return writersOf(one).flatMap((row) => {
    const telling = firstOfTheirKeys(row, log).filter(
      // What is accepted for later may wait for somebody.
      (sent) => succeeded(sent) && sent.response?.status !== 202 && sent.alteration === null,
    );
    if (telling.length === 0) return [];
    const reads = readsOf(one, row, log);
    const ids = [...new Set(telling.map((sent) => idIn(row, sent)))];
    return ids.flatMap((id) => {
      const writes = telling.filter((sent) => idIn(row, sent) === id);
      if (id === null) return [];
      const toItem = log.filter((sent) => isWriteOf(one, id, sent));
      return followedOf(one, row, { reads: reads.get(id) ?? [], pages, writes, toItem });
    });
  });
}

/** What was sent to an item. */
interface Sent {
  readonly reads: readonly Seen[];
  /** The pages of the operation that shows it, by the cursor that each shows of the next one. */
  readonly pages: ReadonlyMap<unknown, readonly Exchange[]>;
  /** Those of one operation that tell by themselves. */
  readonly writes: readonly Exchange[];
  /** Whatever may have changed it. */
  readonly toItem: readonly Exchange[];
}

/** What reads have shown of an item around the writes to it. */
function followedOf(one: Described, row: Row, { reads, pages, writes, toItem }: Sent): readonly Followed[] {
  return writes.flatMap((write) => {
    const made = madeBy(row, write);
    const isMade = ({ value }: Seen) => made.some((one) => isDeepStrictEqual(one, value));
    const before = reads.findLast(({ exchange }) => exchange.endedAt <= write.startedAt);
    const since = before?.exchange.startedAt ?? Number.NEGATIVE_INFINITY;
    const others = toItem.filter((sent) => sent !== write && sent.endedAt > since);
    // From the next write on, whatever is shown may be the doing of that one.
    const until = Math.min(...others.map(({ startedAt }) => startedAt));
    const [next, ...more] = reads
      .filter(({ exchange }) => exchange.startedAt >= write.endedAt && exchange.endedAt <= until)
      .filter(({ exchange }) => isAfter(one.row, exchange, write, pages));
    return before === undefined || next === undefined || isMade(before)
      ? []
      : [{ row, write, before, after: [next, ...more], isMade }];
  });
}

/** What a write may have made of the part that it changes: what its answer shows, or what it has asked for. */
function madeBy({ changes }: Row, write: Exchange): readonly unknown[] {
  const { json } = write.response ?? {};
  const body = write.request.body === null ? undefined : bodySent(write);
  const asked = changes?.member === undefined ? body : partOf(body, changes.member);
  return [valueAt(json, changes?.target ?? ""), json, asked].filter((value) => value !== undefined);
}

/** All reads of each item by one operation that have an answer, by the id of the item. */
function readsOf(
  one: Described,
  writer: Row,
  log: readonly Exchange[],
): ReadonlyMap<string, readonly Seen[]> {
  const target = writer.changes?.target ?? "";
  const reads = new Map<string, Seen[]>();
  for (const exchange of log) {
    if (exchange.operation !== one.row.id || !succeeded(exchange)) continue;
    for (const [id, item] of itemsShown(one.row, exchange)) {
      const known = reads.get(id) ?? [];
      reads.set(id, known);
      // An item that a page shows twice is taken as it stands there first.
      if (known.at(-1)?.exchange !== exchange) known.push({ exchange, item, value: valueAt(item, target) });
    }
  }
  return reads;
}

/** The items that an answer shows, by their ids as they stand in a path. */
function itemsShown(row: Row, exchange: Exchange): readonly (readonly [id: string, item: unknown])[] {
  const { json } = exchange.response ?? {};
  const listing = listingOf(row);
  const items = listing === null ? [json] : valueAt(json, listing.items);
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const id = listing === null ? idIn(row, exchange) : inPath(valueAt(item, listing.id?.pointer ?? ""));
    return id === null ? [] : [[id, item] as const];
  });
}

/** The pages of one operation, by the cursor that each shows of the next one. */
function pagesOf({ row: { id, paginated } }: Described, log: readonly Exchange[]): Sent["pages"] {
  const pages = new Map<unknown, Exchange[]>();
  for (const exchange of log) {
    if (paginated === null || exchange.operation !== id) continue;
    const next = valueAt(exchange.response?.json, paginated.cursor);
    const known = pages.get(next) ?? [];
    known.push(exchange);
    pages.set(next, known);
  }
  return pages;
}

/** True for a page of a walk that was begun after a write. */
function isAfter(
  { paginated }: Pick<Row, "paginated">,
  read: Exchange,
  write: Exchange,
  pages: Sent["pages"],
): boolean {
  if (read.startedAt < write.endedAt) return false;
  const cursor = paginated === null ? null : new URL(read.request.url).searchParams.get(paginated.parameter);
  if (cursor === null) return true;
  const from = pages.get(cursor)?.findLast(({ endedAt }) => endedAt <= read.startedAt);
  return from !== undefined && isAfter({ paginated }, from, write, pages);
}

/** True for any request but a read in whose path there is this id. */
function isWriteOf({ description }: Described, id: string, { operation, request }: Exchange): boolean {
  const row = description.operations[operation ?? ""];
  return (row === undefined || isWrite(row)) && segmentsOf(request).includes(id);
}

/** The value of the last parameter in the path of a request; null where it has none. */
function idIn({ path, changes }: Row, { request }: Exchange): string | null {
  const segments = path.split("/");
  const parameter = changes?.parameter ?? path.match(/\{(\w+)\}$/)?.[1];
  const fromEnd = segments.indexOf(`{${parameter}}`) - segments.length;
  return fromEnd >= 0 ? null : (segmentsOf(request).at(fromEnd) ?? null);
}

/** The requests of an operation but for those whose key was used before: a repetition is answered with what was so then. */
function firstOfTheirKeys({ id, idempotent }: Row, log: readonly Exchange[]): readonly Exchange[] {
  const used = new Set<string>();
  return log.filter(({ operation, request }) => {
    if (operation !== id) return false;
    const key = request.headers.find(([name]) => name.toLowerCase() === idempotent?.toLowerCase())?.[1];
    if (key === undefined) return true;
    const isFirst = !used.has(key);
    used.add(key);
    return isFirst;
  });
}

/** The decoded parts of a path, which are asked for again and again. */
function segmentsOf(request: Exchange["request"]): readonly string[] {
  const known = segments.get(request) ?? new URL(request.url).pathname.split("/").map(decoded);
  segments.set(request, known);
  return known;
}

const segments = new WeakMap<Exchange["request"], readonly string[]>();

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
