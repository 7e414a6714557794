/** Numbers that parts make up are shown as these are now: how many there are, or the sum of something. */
import { type Aggregate, type Operation, operations } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { aggregated, pointersIn } from "../base/aggregate.ts";
import { listingOf } from "../base/listing.ts";
import { isObject } from "../base/shape.ts";
import type { SandboxResponse } from "./response.ts";
import { itemsOf, type State } from "./state.ts";

type Shown = Pick<Operation, "path" | "aggregates" | "paginated" | "listing">;

/**
 * The same response with the numbers that its parts make up, or those that a list shows: these also where another operation
 * shows the same item, as its list does.
 *
 * @param all - Every operation; those of the description by default.
 */
export function withAggregates(
  state: State,
  operation: Shown,
  reply: SandboxResponse,
  all: readonly Shown[] = Object.values(operations),
): SandboxResponse {
  const own = (operation.aggregates ?? []).filter(({ list }) => list === undefined);
  const elsewhere = all
    .filter(({ path }) => isAbout(operation, path))
    .flatMap(({ aggregates = [] }) => aggregates);
  const below = elsewhere.filter(({ list }) => list !== undefined);
  if (own.length + below.length === 0 || reply.status >= 300) return reply;
  const body: unknown = structuredClone(reply.body);
  const { items } = listingOf(operation) ?? {};
  for (const aggregate of own)
    for (const place of pointersIn(body, aggregate.at)) show(valueAt(body, place), aggregate, state);
  for (const aggregate of below)
    for (const place of items === undefined ? [aggregate.at] : pointersIn(body, `${items}/*`))
      show(valueAt(body, place), aggregate, state);
  return { ...reply, body };
}

/** True for an operation on the item that a read of this path shows, or on the items of which it is one. */
function isAbout({ path }: Pick<Operation, "path">, read: string): boolean {
  return `${path}/`.startsWith(`${read}/`) || read.replace(/\/\{\w+\}$/, "") === path;
}

/** Sets the number in an object that shows it. */
function show(object: unknown, { pointer, parts, value, list }: Aggregate, state: State): void {
  const all = list === undefined ? valueAt(object, parts) : itemsOf(state, list);
  const amount = Array.isArray(all) ? aggregated(all, value) : null;
  const [, above = "", name = ""] = /^(.*)\/(.*)$/.exec(pointer) ?? [];
  const holder = valueAt(object, above);
  if (amount !== null && isObject(holder) && typeof holder[name] === "number") holder[name] = amount;
}
