/** What can be read of a server, to see whether a write has changed something. */
import { valueAt } from "../../../src/core/json.ts";
import { inUtc } from "../../base/in-utc.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { shortened } from "../../base/text.ts";
import { succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive } from "../kit/inconclusive.ts";
import { readBack } from "../kit/paged.ts";
import { type Arguments, argumentsOf } from "./arguments.ts";
import { callOf, type Described, isWrite, nameOf, pathParameters, type Row, samplesOf } from "./operation.ts";
import { readItems } from "./pages.ts";

/** What was read: for each operation the JSON texts of its items, by their ids, or of its body. */
export type View = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads what shows the effect of an operation: what it changes, where the description says so, or else the list
 * or body of every GET that needs no argument, the GET of the same path, and each on the way of that path, such as that of
 * the notes of a card. What can't be read is left out.
 */
export async function readView(run: Run, one: Described, { path }: Arguments): Promise<View> {
  const { changes } = one.row;
  if (changes !== null) {
    const value = await ifConclusive(readTarget(run, one, path));
    return new Map(
      value === null
        ? []
        : [[changes.operation, new Map([[changes.target, jsonText(inUtc(value.current))]])]],
    );
  }
  const view = new Map<string, ReadonlyMap<string, string>>();
  const same = pathParameters(one.row).length === 0 ? null : sameRead(one);
  for (const source of [...sourcesOf(one), ...(same === null ? [] : [same])]) {
    const read = await ifConclusive(readSource(run, source, path));
    if (read !== null) view.set(source.row.id, read);
  }
  return view;
}

/** What an operation changes, as it is now. @throws Inconclusive if the list can't be read or lacks the item. */
export async function readTarget(
  run: Run,
  { row, description }: Described,
  path: Arguments["path"],
): Promise<{ readonly current: unknown }> {
  const { changes } = row;
  const list = description.operations[changes?.operation ?? ""];
  if (changes === null || list === undefined) throw new Error(`${row.id} does not say what it changes`);
  const isIt = (item: unknown) => String(valueAt(item, changes.id)) === path[changes.parameter];
  const source = { row: list, description };
  const items = await readItems(run, source, await argumentsOf(run, source), readBack, { isWanted: isIt });
  const item = items.find(isIt);
  if (item !== undefined) return { current: valueAt(item, changes.target) };
  throw new Inconclusive(`${path[changes.parameter]} is no longer in ${nameOf(list)}`);
}

/** The read of the path that an operation has; null without one. */
export function sameRead({ row, description }: Described): Described | null {
  const found = Object.values(description.operations).find(
    (read) => read.method === "GET" && read.path === row.path && listingOf(read) === null,
  );
  return found === undefined ? null : { row: found, description };
}

/** The operations that can be read at any time, or with the path of an operation, such as that of a bill for its lines. */
export function sourcesOf({ row: { path }, description }: Described): Described[] {
  const isOnWay = (row: Row) =>
    `${path}/`.startsWith(`${row.path}/`) && (listingOf(row) !== null || row.path !== path);
  return Object.values(description.operations)
    .filter((row) => !isWrite(row) && row.scopes !== null)
    .filter((row) => pathParameters(row).length === 0 || isOnWay(row))
    .map((row) => ({ row, description }))
    .filter((source) => Object.keys(samplesOf(source).query).length === 0);
}

async function readSource(
  run: Run,
  source: Described,
  path: Arguments["path"],
): Promise<ReadonlyMap<string, string>> {
  const listing = listingOf(source.row);
  if (listing === null) {
    const exchange = await ask(run, readBack, callOf(source, { path }));
    if (!succeeded(exchange)) throw new Inconclusive(`${nameOf(source.row)} can't be read`, [exchange.id]);
    return new Map([["", jsonText(inUtc(exchange.response?.json ?? exchange.response?.text))]]);
  }
  const items = await readItems(run, source, { path, query: {} }, readBack);
  return new Map(
    items.map((item, index) => {
      const id = listing.id === null ? undefined : valueAt(item, listing.id.pointer);
      return [id === undefined ? `item ${index}` : String(id), jsonText(inUtc(item))];
    }),
  );
}

/** A place that differs between two views. */
export interface Difference {
  /** The operation that shows it, and the item, as text. */
  readonly place: string;
  /** Before and after, as text for people. */
  readonly seen: string;
  /** The JSON text before and after; undefined where it is not there. */
  readonly was?: string | undefined;
  readonly is?: string | undefined;
}

/** The id of the item that has changed; "" for a body as a whole. */
export function itemIn({ place }: Difference): string {
  return place.replace(/^\S+ ?/, "");
}

/** Where two views differ; what was read for only one of them says nothing. */
export function differences(before: View, after: View): Difference[] {
  return [...before].flatMap(([operation, was]) => {
    const is = after.get(operation);
    if (is === undefined) return [];
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Difference[] => {
      const [then, now] = [was.get(key), is.get(key)];
      const seen = `was ${text(then)}, is ${text(now)}`;
      return then === now ? [] : [{ place: `${operation} ${key}`.trim(), seen, was: then, is: now }];
    });
  });
}

function text(value: string | undefined): string {
  return value === undefined ? "not there" : shortened(value, 200);
}
