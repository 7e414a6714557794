/** A read shows what a write has changed as soon as that is answered, where the words of the description promise it. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { shortened } from "../../base/text.ts";
import { bodySent, type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, prepare } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptanceOf } from "./acceptance.ts";
import { inPath } from "./arguments.ts";
import { partOf } from "./asked.ts";
import { namingOf } from "./named-item.ts";
import { type Described, isWrite, nameOf, operationCheck, type Row } from "./operation.ts";
import { withOperation } from "./with-operation.ts";

/** How often it has to be late in all of a run: somebody else may write as well. */
const tellingTimes = 3;

/** A read of one item, and what it has shown of the part that a write changes; undefined where the item is not there. */
interface Seen {
  readonly exchange: Exchange;
  readonly value: unknown;
}

/** The check of a list, or of a read of one of its items, in which writes change something; none where nothing is promised. */
export function currentReadCheck(one: Described): Check[] {
  const writers = writersOf(one);
  if (one.row.showsWrites !== true || writers.length === 0) return [];
  return operationCheck(one, {
    family: "current",
    title: "it shows what a write has changed as soon as that is answered",
    access: "write",
    stage: "log",
    run: async (run) => {
      for (const row of writers) {
        const writer = { row, description: one.description };
        await prepare(run, () => withOperation(run, writer, (args) => acceptanceOf(run, writer, args)));
      }
      return [judgeCurrent(one, run.probe.session.exchanges)];
    },
  });
}

/** The writes that change a part of what it shows. */
function writersOf(one: Described): readonly Row[] {
  const naming = namingOf(one);
  const list = listingOf(one.row) !== null ? one.row.id : naming?.isItem === true ? naming.list.row.id : null;
  return Object.values(one.description.operations).filter(
    (row) => isWrite(row) && list !== null && row.changes?.operation === list,
  );
}

/** A write, and what a read has shown before and after it. */
interface Followed {
  readonly write: Exchange;
  readonly was: unknown;
  /** What it has made, as a later read shows it; undefined where the next one was not late. */
  readonly is?: unknown;
}

/**
 * Judges what was read after each write whose answer, or body, says what it has made: a read that shows once more what was
 * there before, and what was made a moment later, without another write in between, was late.
 */
export function judgeCurrent(one: Described, log: readonly Exchange[]): Fact {
  const followed = writersOf(one).flatMap((row) => {
    const telling = firstOfTheirKeys(row, log).filter((sent) => succeeded(sent) && sent.alteration === null);
    const ids = [...new Set(telling.map((sent) => idIn(row, sent)))];
    return ids.flatMap((id) => {
      const writes = telling.filter((sent) => idIn(row, sent) === id);
      return id === null ? [] : followedOf(one, row, id, { writes, log });
    });
  });
  const late = followed.filter((one) => "is" in one);
  const [first] = late;
  if (first !== undefined && late.length >= tellingTimes)
    return {
      kind: "violated",
      isLasting: true,
      message: `${nameOf(one.row)} shows what was there before a write after that was answered, and what it has changed only later (${late.length} times).`,
      expected: [shortened(jsonText(first.is), 200)],
      received: shortened(jsonText(first.was ?? null), 200),
      exchanges: late.map(({ write }) => write.id),
    };
  const seen = followed.find((one) => !("is" in one));
  return seen === undefined
    ? missing("no read was seen to show what a write has changed")
    : held("what a write has changed was shown by the next read", seen.write.id);
}

/** What reads have shown of an item around the writes to it, as far as that tells something. */
function followedOf(
  one: Described,
  row: Row,
  id: string,
  { writes, log }: Readonly<Record<"writes" | "log", readonly Exchange[]>>,
): readonly Followed[] {
  const reads = readsOf(one, row, id, log);
  const toItem = log.filter((sent) => isWriteOf(one, id, sent));
  return writes.flatMap((write): Followed[] => {
    const made = madeBy(row, write);
    const isMade = ({ value }: Seen) => made.some((one) => isDeepStrictEqual(one, value));
    const before = reads.findLast(({ exchange }) => exchange.endedAt <= write.startedAt);
    const isAlone = ({ exchange: { endedAt } }: Seen) =>
      toItem.every(
        (sent) =>
          sent === write ||
          sent.startedAt >= endedAt ||
          sent.endedAt <= (before?.exchange.startedAt ?? Number.NEGATIVE_INFINITY),
      );
    const after = reads.filter((read) => isAlone(read) && isAfter(one, read.exchange, write, log));
    const [first] = after;
    if (before === undefined || first === undefined || isMade(before)) return [];
    if (isMade(first)) return [{ write, was: before.value }];
    const shown = after.find(isMade);
    return shown !== undefined && isDeepStrictEqual(first.value, before.value)
      ? [{ write, was: before.value, is: shown.value }]
      : [];
  });
}

/** What a write may have made of the part that it changes: what its answer shows, or what it has asked for. */
function madeBy({ changes }: Row, write: Exchange): readonly unknown[] {
  const { json } = write.response ?? {};
  const body = write.request.body === null ? undefined : bodySent(write);
  const asked = changes?.member === undefined ? body : partOf(body, changes.member);
  return [valueAt(json, changes?.target ?? ""), json, asked].filter((value) => value !== undefined);
}

/** All reads of an item by one operation that have an answer, with the part that a write changes. */
function readsOf(one: Described, writer: Row, id: string, log: readonly Exchange[]): readonly Seen[] {
  const target = writer.changes?.target ?? "";
  const listing = listingOf(one.row);
  return log.flatMap((exchange) => {
    if (exchange.operation !== one.row.id || !succeeded(exchange)) return [];
    const { json } = exchange.response ?? {};
    if (listing === null)
      return idIn(one.row, exchange) === id ? [{ exchange, value: valueAt(json, target) }] : [];
    const items = valueAt(json, listing.items);
    const item = (Array.isArray(items) ? items : []).find(
      (item) => inPath(valueAt(item, listing.id?.pointer ?? "")) === id,
    );
    return item === undefined ? [] : [{ exchange, value: valueAt(item, target) }];
  });
}

/** True for a read that was begun after a write, and whose cursor, if it has one, was given out after it. */
function isAfter({ row }: Described, read: Exchange, write: Exchange, log: readonly Exchange[]): boolean {
  if (read.startedAt < write.endedAt) return false;
  const { paginated } = row;
  const cursor = paginated === null ? null : new URL(read.request.url).searchParams.get(paginated.parameter);
  if (cursor === null) return true;
  const from = log.find(
    ({ operation, response }) =>
      operation === row.id && valueAt(response?.json, paginated?.cursor ?? "") === cursor,
  );
  return from !== undefined && from.startedAt >= write.endedAt;
}

/** True for any request but a read in whose path there is this id. */
function isWriteOf({ description }: Described, id: string, { operation, request }: Exchange): boolean {
  const row = description.operations[operation ?? ""];
  return (
    (row === undefined || isWrite(row)) && new URL(request.url).pathname.split("/").map(decoded).includes(id)
  );
}

/** The value of the last parameter in the path of a request; null where it has none. */
function idIn({ path, changes }: Row, { request }: Exchange): string | null {
  const segments = path.split("/");
  const parameter = changes?.parameter ?? path.match(/\{(\w+)\}$/)?.[1];
  const fromEnd = segments.indexOf(`{${parameter}}`) - segments.length;
  const value = new URL(request.url).pathname.split("/").at(fromEnd);
  return fromEnd >= 0 || value === undefined ? null : decoded(value);
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

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
