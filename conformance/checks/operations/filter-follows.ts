/** A filter goes by what an item shows now: once a write has changed that, the item is listed with its new value. */
import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { readBack } from "../kit/paged.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Arguments, argumentsOf, inPath } from "./arguments.ts";
import type { Seen } from "./effect-facts.ts";
import { has } from "./filter-facts.ts";
import { isAskable, type NamedFilter } from "./filter-values.ts";
import { listAbove } from "./named-item.ts";
import { type Described, nameOf, pathParameters, type Row } from "./operation.ts";
import { readItems } from "./pages.ts";
import { readSoon } from "./watch.ts";

/** What the writes of an item have shown, and how another one is sent. */
interface Written {
  readonly seen: readonly Seen[];
  readonly write: (body: unknown) => Promise<unknown>;
}

/** Judges whether the filters of a list go by what the item of a write shows since this run has changed it. */
export async function judgeFollowing(
  run: Run,
  one: Described,
  args: Arguments,
  { seen, write }: Written,
): Promise<readonly Fact[]> {
  const { row, description } = one;
  const above = description.operations[row.changes?.operation ?? ""];
  const list = above === undefined ? listAbove(one) : { row: above, description };
  const id = args.path[row.changes?.parameter ?? pathParameters(row).at(-1) ?? ""];
  if (list === null || id === undefined || filtersOf(list).length === 0) return [];
  const moved = movedBy(row, filtersOf(list), seen);
  if (moved !== null) await write(moved.body);
  const first = firstShown(run.probe.session.exchanges, list, id);
  const before = [first, row.changes === null ? (seen[0]?.before ?? null) : null].filter(
    (item) => item !== null,
  );
  const now = before.length === 0 ? null : await ifConclusive(find(run, list, id));
  if (now == null) return [];
  const facts: Fact[] = [];
  for (const named of filtersOf(list)) {
    const { name, filter } = named;
    const value = valueAt(now, filter.pointer);
    const isChanged = before.some((item) => !isDeepStrictEqual(valueAt(item, filter.pointer), value));
    if (!isChanged || !isAskable(list, named, value)) continue;
    const { length } = run.probe.session.exchanges;
    // An index may be late.
    const found = await ifConclusive(
      readSoon(
        run,
        async () => ({ item: await find(run, list, id, { [name]: String(value) }) }),
        ({ item }) => item !== null,
      ),
    );
    const sent = run.probe.session.exchanges.slice(length).map((exchange) => exchange.id);
    const still = await ifConclusive(find(run, list, id));
    if (found === null || found.item !== null || still == null || !has({ ...named, value }, still)) continue;
    facts.push({
      kind: "violated",
      message: `${nameOf(list.row)}?${name}=${value} leaves out an item that shows it since ${nameOf(row)}.`,
      expected: [`${id}, whose ${filter.pointer.slice(1)} is ${value}`],
      received: `no ${id}`,
      pointer: filter.pointer,
      exchanges: sent.slice(0, 1),
      isLasting: true,
    });
  }
  return facts;
}

/** A write that has changed what a filter looks at; null where the last one has left it so, or none has. */
export function movedBy(row: Row, filters: readonly NamedFilter[], seen: readonly Seen[]): Seen | null {
  const target = row.changes?.target ?? "";
  const pointers = filters.flatMap(({ filter: { pointer } }) =>
    `${pointer}/`.startsWith(`${target}/`) ? [pointer.slice(target.length)] : [],
  );
  const isMoved = ({ exchange, after }: Seen) =>
    succeeded(exchange) &&
    pointers.some((at) => !isDeepStrictEqual(valueAt(seen[0]?.before, at), valueAt(after, at)));
  const last = seen.at(-1);
  return last === undefined || isMoved(last) ? null : (seen.findLast(isMoved) ?? null);
}

/** An item as a list has shown it first in this run, before anything was written; null where none has. */
export function firstShown(exchanges: readonly Exchange[], list: Described, id: string): unknown {
  const listing = listingOf(list.row);
  for (const { operation, response } of exchanges) {
    if (operation !== list.row.id || response === null || response.status >= 300) continue;
    const items = valueAt(response.json, listing?.items ?? "");
    const isIt = (item: unknown) => inPath(valueAt(item, listing?.id?.pointer ?? "")) === id;
    const item = Array.isArray(items) ? items.find(isIt) : undefined;
    if (item !== undefined) return item;
  }
  return null;
}

/** The filters of a list that compare whole values. */
export function filtersOf({ row }: Described): readonly NamedFilter[] {
  const all = Object.entries(listingOf(row)?.filters ?? {});
  return all.flatMap(([name, filter]) => (filter.isText ? [] : [{ name, filter }]));
}

/** The item of a list with an id, by its filters; null where it is not listed. */
async function find(run: Run, list: Described, id: string, filter: Record<string, string> = {}) {
  const pointer = listingOf(list.row)?.id?.pointer;
  const isWanted = (item: unknown) => pointer !== undefined && inPath(valueAt(item, pointer)) === id;
  const items = await readItems(run, list, await argumentsOf(run, list), readBack, { isWanted, filter });
  return items.find(isWanted) ?? null;
}
