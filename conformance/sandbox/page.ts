/** A paginated operation: one page of its items per request. */
import {
  type Listing,
  type Operation,
  type Pagination,
  type Range,
  responseSchema,
  type Search,
} from "../../generated/operations.ts";
import { validators } from "../../generated/validators.js";
import { valueAt } from "../../src/core/json.ts";
import { localTimeOf, orderOf } from "../base/order.ts";
import { withoutValueAt, withValueAt } from "../base/pointer.ts";
import { answerFor } from "./choices.ts";
import { boundsProblem, valuesIn } from "./input.ts";
import { refuse } from "./refuse.ts";
import { json, type SandboxResponse } from "./response.ts";
import { sampleSuccess } from "./samples.ts";
import type { RequestContext } from "./seams.ts";
import { sorted } from "./sorted.ts";
import { type Item, issueCursor, itemsOf, type State } from "./state.ts";

/** Below the number of seeded items, so that a cap can be seen. */
const cappedLimit = 20;
/** Where the description has no parameter for the number of items in a page. */
const usualLimit = 10;
/** More than any largest limit. */
const tooLarge = "999999999";
const cursorLifetimeMs = 600_000;

/** The number of the page that a request asks for; the first is 1, and also what an unknown cursor leads to. */
export function pageNumber({ request, state, operation }: RequestContext, { parameter }: Pagination): number {
  return positionOf(state, operation, request.query.get(parameter))?.page ?? 1;
}

/** The position of a cursor of this operation. */
function positionOf(state: State, operation: string | null, cursor: string | null) {
  const position = cursor === null ? undefined : state.cursors.get(cursor);
  return position?.operation === operation ? position : undefined;
}

/** The requested page of a paginated operation. */
export function servePage(
  context: RequestContext,
  operation: Operation & { readonly paginated: Pagination },
): SandboxResponse {
  const { seams, choices, state, now } = context;
  const { id, paginated } = operation;
  const { query } = context.request;
  const { parameter, pageSize, cursor: cursorAt } = paginated;
  const all = listedItems(context, operation, paginated);
  const answerTo = (gap: string) => answerFor(choices, gap, id);
  const cursor = query.get(parameter);
  const position = positionOf(state, id, cursor);

  const text = pageSize === null ? null : query.get(pageSize.parameter);
  const isCount = text !== null && /^[0-9]{1,9}$/.test(text) && Number(text) > 0;
  const outside = isCount ? boundsProblem(operation, pageSize?.parameter ?? "", text) : null;
  const isValid = isCount && outside === null;
  if (text !== null && !isValid && answerTo("gap.limit.invalid") !== "default") {
    return refuse(context, "limit", outside ?? `The ${pageSize?.parameter} is not a positive integer.`);
  }
  const asked = isValid ? Number(text) : null;
  const maximum = answerTo("gap.limit.maximum");
  // Where the description states the largest one, there is no other.
  const isStated = boundsProblem(operation, pageSize?.parameter ?? "", tooLarge) !== null;
  const largest = isStated ? Number.POSITIVE_INFINITY : cappedLimit;
  if (asked !== null && asked > largest && maximum === "refused") {
    return refuse(context, "limit", `The ${pageSize?.parameter} is larger than ${largest}.`);
  }
  const remembered = answerTo("gap.cursor.limit-omitted") === "remembered" ? position?.limit : undefined;
  const wanted = asked ?? remembered ?? pageSize?.default ?? usualLimit;
  const limit = maximum === "capped" ? Math.min(wanted, largest) : wanted;

  const page = (items: readonly unknown[], next: string | null) => {
    const filled = withValueAt(sampleSuccess(id), paginated.items, items);
    const { more } = paginated;
    const body = more === undefined ? filled : withValueAt(filled, more, next !== null);
    if (next !== null) return counted(withValueAt(body, cursorAt, next));
    const isNull = answerTo("gap.page.end-form") === "null" || needsNull(operation, body, cursorAt);
    return counted(isNull ? withValueAt(body, cursorAt, null) : withoutValueAt(body, cursorAt));
  };
  /** A page that says how many items there are in all, where it says so. */
  const counted = (body: unknown): SandboxResponse => {
    const { total } = paginated;
    if (total === undefined) return json(200, body);
    if ("pointer" in total) return json(200, withValueAt(body, total.pointer, all.length));
    const reply = json(200, body);
    return { ...reply, headers: { ...reply.headers, [total.header.toLowerCase()]: String(all.length) } };
  };
  let start = 0;
  if (cursor !== null) {
    const spent = position?.used === true && answerTo("gap.cursor.reuse") === "single-use";
    const expired = position !== undefined && now > position.issuedAt + cursorLifetimeMs;
    if (position === undefined || spent || expired) {
      const answer = answerTo("gap.cursor.invalid");
      if (answer === "empty-page") return page([], null);
      if (answer !== "first-page") {
        return refuse(context, "cursor", cursorProblem(context, cursorAt, cursor, spent, expired));
      }
    } else {
      position.used = true;
      start = position.after === null ? 0 : all.indexOf(position.after) + 1;
    }
  }

  const { items, next } = seams.page({ items: all, start, limit, asked }, context);
  if (next === null) return page(items, null);
  const after = all[next - 1] ?? null;
  const nextPosition = { operation: id, after, limit, page: context.page + 1, issuedAt: now, used: false };
  return page(items, issueCursor(state, nextPosition));
}

/** The items of a list that a query leaves, in the order that it asks for. */
export function listedItems(
  { state, request: { query } }: Pick<RequestContext, "state" | "request">,
  operation: Pick<Operation, "id" | "queryLists">,
  listing: Listing,
): readonly Item[] {
  return sorted(filtered(itemsOf(state, operation.id), operation, listing, query), listing, query);
}

/** The items of the page that a query gives the number of; all of them where pages have none. */
export function numberedPage<T>(
  items: readonly T[],
  { numbered }: Listing,
  query: URLSearchParams,
): readonly T[] {
  if (numbered === undefined) return items;
  const { parameter, counts, first, size } = numbered;
  const numberIn = (name: string | undefined, usual: number) => Number(query.get(name ?? "") ?? usual);
  const limit = numberIn(size?.parameter, size?.default ?? items.length);
  const after = numberIn(parameter, first) - first;
  const start = counts === "pages" ? after * limit : after;
  return items.slice(start, start + limit);
}

/** The items that a query leaves of a list. */
function filtered(
  items: readonly Item[],
  operation: Pick<Operation, "queryLists">,
  { filters = {}, ranges = {} }: Listing,
  query: URLSearchParams,
): readonly Item[] {
  const asked = Object.entries(filters).filter(([name]) => query.has(name));
  const bounds = Object.entries(ranges).filter(([name]) => query.has(name));
  const isWithin = (item: Item, name: string, { pointer, side, zone, isExclusive }: Range) => {
    const text = query.get(name) ?? "";
    const shown = valueAt(item, pointer);
    const own = orderOf(zone === undefined ? shown : localTimeOf(shown, zone ?? "UTC")?.day) ?? 0;
    const bound = orderOf(text) ?? Number(text);
    if (own === bound) return isExclusive !== true;
    return side === "lower" ? own > bound : own < bound;
  };
  return items.filter(
    (item) =>
      asked.every(([name, { pointer, search }]) => {
        const shown = [valueAt(item, pointer)].flat().map(String);
        const isIn = (value: string) => (text: string) =>
          search === undefined ? text === value : isFound(value, text, search);
        return valuesIn(query, operation, name).some((value) => shown.some(isIn(value)));
      }) && bounds.every(([name, range]) => isWithin(item, name, range)),
  );
}

/** True for a text that is looked for in another one, and found. */
function isFound(wanted: string, text: string, { ignoresCase }: Search): boolean {
  const [part, whole] =
    ignoresCase === undefined ? [wanted, text] : [wanted.toLowerCase(), text.toLowerCase()];
  return whole.includes(part);
}

/** The operations whose last page must have a cursor that is null, as far as they were asked for it. */
const nullAtEnd = new Map<string, boolean>();

/** True where the last page is as described only with null for its cursor: one page tells it of all. */
function needsNull(operation: Operation, page: unknown, cursorAt: string): boolean {
  const known = nullAtEnd.get(operation.id);
  if (known !== undefined) return known;
  const schema = responseSchema(operation, 200);
  const needs = schema !== null && endsWithNull(page, cursorAt, validators[schema]);
  nullAtEnd.set(operation.id, needs);
  return needs;
}

/**
 * True if a page as the last one fits with null for its cursor, and not without it.
 *
 * @param fits - Tells whether a page is as described.
 */
export function endsWithNull(page: unknown, cursorAt: string, fits: (page: unknown) => boolean): boolean {
  return !fits(withoutValueAt(page, cursorAt)) && fits(withValueAt(page, cursorAt, null));
}

function cursorProblem(
  { state }: RequestContext,
  cursorAt: string,
  cursor: string,
  spent: boolean,
  expired: boolean,
): string {
  if (spent) return "The cursor has been used, and works once (gap.cursor.reuse).";
  if (expired) return `The cursor has expired; it lives ${cursorLifetimeMs / 60_000} minutes.`;
  // An unencoded plus sign in a query means a space.
  return state.cursors.has(cursor.replaceAll(" ", "+"))
    ? "The cursor is not percent-encoded in the query."
    : `The cursor is none that was given; take ${cursorAt.slice(1)} as it is.`;
}
