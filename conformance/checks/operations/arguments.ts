/** Where the parameters of a request get their values: from the server, by the links of the description. */
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, quoted, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive } from "../kit/inconclusive.ts";
import { type Amount, amountWith, fullestOf, triedOf } from "./amount.ts";
import { openItems } from "./open-items.ts";
import { callOf, type Described, isWrite, nameOf, pathParameters, samplesOf } from "./operation.ts";
import { farthest, readItems } from "./pages.ts";

/** The values of the parameters that a request needs. */
export interface Arguments {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** True if every value of the path came from the server, or is one of those listed, so that it must know what it names. */
  readonly isLive: boolean;
  /** True if its path names what this run has created: whether that can be read has a check of its own. */
  readonly isCreated?: true;
  /** What its path names, if an accepted request uses that up and it can be renewed. */
  readonly item?: OwnItem;
}

/** An item that is used up by an accepted request: of its own, or one that the opposite renews. */
export interface OwnItem {
  /** True once there has to be a new one. */
  isUsedUp: boolean;
  /** Learns what came of a request. */
  readonly note: (exchange: Exchange) => void;
  /** True where there are few of them, and what is done to them is not put back. */
  readonly isScarce?: boolean;
  /** Puts a new one in its place, which stands in the path from then on, or makes it as it was before. */
  readonly renew: () => Promise<void>;
  /** Makes it as it was before it was used, where another operation was seen to do that; for the end of some work. */
  readonly leave?: () => Promise<void>;
}

/**
 * The arguments of an operation, found once per run.
 *
 * @throws Inconclusive if the server shows nothing that they can be bound to.
 */
export function argumentsOf(run: Run, one: Described, above: readonly string[] = []): Promise<Arguments> {
  return run.memoize(`arguments ${one.row.id}`, async () => {
    const samples = samplesOf(one);
    const path: Record<string, string> = {};
    let isLive = true;
    for (const name of pathParameters(one.row)) {
      const amount = isWrite(one.row) ? null : amountWith(run, one, samples.query, path, name);
      const bound =
        (await listedBelow(run, one, name, above)) ?? (await boundValue(run, one, name, above, amount));
      isLive &&= bound !== null || isThereFor(one, name);
      path[name] = bound ?? samples.path[name] ?? "";
    }
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(samples.query)) {
      query[name] = (await boundValue(run, one, name, above)) ?? value;
    }
    return { path, query, isLive };
  });
}

/** True for a parameter with values of its own, where nothing has to be there for each of them, nor is removed. */
function isThereFor({ row }: Described, name: string): boolean {
  const mayBeNone = row.method === "DELETE" || (row.method === "GET" && "404" in row.responses);
  return row.choices?.[name] !== undefined && !mayBeNone;
}

/**
 * The value with which the list was read from which another parameter of the same path comes, such as the card of a
 * payment; null where there is none. A link may name another one, by what the item shows.
 */
async function listedBelow(
  run: Run,
  { row, description }: Described,
  parameter: string,
  above: readonly string[],
): Promise<string | null> {
  const place = (path: string) => path.match(new RegExp(`^.*?\\{${parameter}\\}`))?.[0];
  for (const [name, { operation }] of Object.entries(row.bindings)) {
    const list = description.operations[operation];
    const isBelow =
      list?.method === "GET" && place(list.path) !== undefined && place(list.path) === place(row.path);
    const isNamed = row.bindings[parameter]?.operation === operation;
    if (name === parameter || !isBelow || isNamed || [...above, row.id].includes(operation)) continue;
    const { path, isLive } = await argumentsOf(run, { row: list, description }, [...above, row.id]);
    if (isLive) return path[parameter] ?? null;
  }
  return null;
}

/** A value of JSON as it stands in a path; null for one that no id is. */
export function inPath(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/**
 * The value that a link gives a parameter; null where no link speaks of it.
 *
 * @param amount - Asked where there is a choice: what has most to show is taken.
 * @throws Inconclusive
 */
async function boundValue(
  run: Run,
  { row, description }: Described,
  parameter: string,
  above: readonly string[],
  amount: Amount | null = null,
): Promise<string | null> {
  const binding = row.bindings[parameter];
  const source = description.operations[binding?.operation ?? ""];
  // What an operation gives itself, such as a cursor, can't be had before it is called.
  if (binding === undefined || source === undefined || [...above, row.id].includes(source.id)) return null;
  if (source.method !== "GET")
    return row.creations === undefined ? shownBy(run, source.id, binding.pointer) : null;
  const origin = { row: source, description };
  const value = inPath(await valueFrom(run, origin, binding.pointer, [...above, row.id], amount));
  if (value !== null) return value;
  throw new Inconclusive(`${nameOf(source)} shows no ${parameter} for ${nameOf(row)}`);
}

/** What the last accepted write of an operation has shown, if this run has sent one; null otherwise. */
function shownBy(run: Run, operation: string, pointer: string): string | null {
  const last = run.probe.session.exchanges.findLast((one) => one.operation === operation && succeeded(one));
  return inPath(valueAt(last?.response?.json, pointer));
}

/** The value at a pointer into a response of another operation. */
async function valueFrom(
  run: Run,
  origin: Described,
  pointer: string,
  above: readonly string[],
  amount: Amount | null,
): Promise<unknown> {
  const items = listingOf(origin.row)?.items;
  const inItem = items === undefined ? undefined : pointer.split(/^(.*?)\/[0-9]+(?=\/|$)/);
  if (items !== undefined && inItem?.[1] === items) {
    const shown = (item: unknown) => valueAt(item, inItem[2] ?? "");
    const ofItem = amount && {
      ...amount,
      of: (item: unknown) => amount.of(String(shown(item))),
    };
    return shown(await itemUnderTest(run, origin, above, ofItem));
  }
  const { path, query } = await argumentsOf(run, origin, above);
  const exchange = await ask(run, "arguments", callOf(origin, { path, query }));
  if (succeeded(exchange)) return valueAt(exchange.response?.json, pointer);
  throw new Inconclusive(`${nameOf(origin.row)} can't be read: ${quoted(exchange)}`, [exchange.id]);
}

/**
 * The item that is named by `--card`, or else the last one of the list as it was at first: of some of them the one
 * that has most to show.
 *
 * @throws Inconclusive if the list is empty, or should hold the named item and does not.
 */
async function itemUnderTest(
  run: Run,
  list: Described,
  above: readonly string[],
  amount: Amount<unknown> | null,
): Promise<unknown> {
  const id = listingOf(list.row)?.id ?? null;
  // Of another kind than the named item, any will do.
  const isNamed = run.card !== null && id?.schema != null && validators[id.schema](run.card);
  const isWanted = (item: unknown) => valueAt(item, id?.pointer ?? "") === run.card;
  const args = await argumentsOf(run, list, above);
  const items = await readItems(run, list, args, "arguments", isNamed ? { isWanted } : {});
  const readUpTo = (isFirst: (one: unknown) => boolean) =>
    readItems(run, list, args, "arguments", { isWanted: isFirst });
  const item = isNamed
    ? items.find(isWanted)
    : await lastAtFirst(run, list, above.at(-1) ?? "", items, readUpTo);
  if (item !== undefined) return amount === null || isNamed ? item : fullestOf(item, triedOf(items), amount);
  throw new Inconclusive(
    isNamed ? `${run.card} is not in ${nameOf(list.row)}` : `${nameOf(list.row)} lists nothing`,
  );
}

/**
 * The last item of a list, for a write of those that are not over; when it is asked for again, the one that was the
 * last at first, while it is there: what this run has created since may be served in another way, and stand before it. A
 * POST may have used it up.
 *
 * @param caller - The operation for which it is asked.
 * @param items - The beginning of the list.
 * @param readUpTo - Reads the list up to one of its items.
 */
async function lastAtFirst(
  run: Run,
  { row, description }: Described,
  caller: string,
  items: readonly unknown[],
  readUpTo: (isFirst: (one: unknown) => boolean) => Promise<readonly unknown[]>,
): Promise<unknown> {
  const asking = description.operations[caller];
  const states = Object.values(asking?.bindings ?? {}).find(({ operation }) => operation === row.id);
  const last = (asking !== undefined && isWrite(asking) ? openItems(items, states) : items).at(-1);
  const pointer = listingOf(row)?.id?.pointer;
  const id = pointer === undefined ? undefined : valueAt(last, pointer);
  if (pointer === undefined || id === undefined || asking?.method === "POST") return last;
  const first = run.recall(`last item of ${row.id} for ${caller}`, id);
  const isFirst = (item: unknown) => valueAt(item, pointer) === first;
  let seen = 0;
  const isThereOrFar = (item: unknown) => isFirst(item) || ++seen >= farthest;
  // What is gone is not looked for again and again.
  const read = () => run.memoize(`${row.id} up to ${first}`, () => readUpTo(isThereOrFar));
  return items.find(isFirst) ?? (await read()).find(isFirst) ?? last;
}
