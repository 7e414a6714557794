/** Evidence in the order in which rules ask for it. */
import { isDeepStrictEqual } from "node:util";
import { api, type Operation, operations } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { headerOf } from "../base/headers.ts";
import { pagedOperation } from "../checks/kit/paged.ts";
import { isRefusal, succeeded } from "../wire/exchange.ts";
import type { Claim, Effect, Evidence, Seen, Work } from "./evidence.ts";

/** A page that reached the client. */
export interface PageSeen {
  readonly seen: Seen;
  /** Ids of its items; an item without one is left out. */
  readonly items: readonly string[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** A token that was issued. */
export interface TokenSeen {
  readonly value: string;
  readonly seen: Seen;
}

/** One thing that the client was asked to do, with what it sent for it. */
export interface WorkSeen {
  readonly work: Work;
  /** Requests of the operation that was asked for, resent copies among them. */
  readonly attempts: readonly Seen[];
  readonly effects: readonly Effect[];
  readonly claim: Claim | null;
}

/** Evidence with what follows from it; computed once for all rules. */
export interface View extends Evidence {
  /** Requests that the client itself decided to send: copies that its HTTP library resent are left out. */
  readonly attempts: readonly Seen[];
  readonly tokenRequests: readonly Seen[];
  /** Requests of operations that need a token. */
  readonly calls: readonly Seen[];
  readonly lists: readonly Seen[];
  readonly writes: readonly Seen[];
  readonly tokens: readonly TokenSeen[];
  readonly pages: readonly PageSeen[];
  /** Empty where nobody knows what the client was asked to do. */
  readonly worked: readonly WorkSeen[];
}

/** The operation of a request; null for one that the description does not have. */
export function operationOf({ operation }: Seen): Operation | null {
  return operation === null ? null : operations[operation];
}

/** The token of a request; null without one. */
export function bearerOf({ headers }: Seen): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** The idempotency key of a request; "" without one. */
export function keyOf({ headers }: Seen): string {
  return headers.get(api.headers.idempotencyKey) ?? "";
}

/** A header of the response that reached the client; null without one. */
export function answerHeader({ response }: Seen, name: string): string | null {
  return response === null ? null : headerOf(response.headers, name);
}

/** The body of a request as JSON; undefined where it is none. */
export function jsonOf({ body }: Pick<Seen, "body">): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Everything that follows from the evidence of a scenario. */
export function viewOf(evidence: Evidence): View {
  const { seen } = evidence;
  const redirects = seen.filter((one) => redirectOf(one) !== null);
  const own = redirects.length === 0 ? seen : seen.filter((one) => !isStray(one, redirects));
  const attempts = own.filter((one, index) => !isResent(one, own.slice(0, index)));
  const of = (accepts: (operation: Operation) => boolean) =>
    attempts.filter((one) => {
      const operation = operationOf(one);
      return operation !== null && accepts(operation);
    });
  const writes = of(({ idempotent, signed }) => idempotent !== null || signed !== null);
  const lists = of(({ paginated }) => paginated !== null);
  return {
    ...evidence,
    attempts,
    tokenRequests: of(({ id }) => id === api.token),
    calls: of(({ scopes }) => scopes !== null),
    lists,
    writes,
    tokens: seen.flatMap((one) => {
      const value = tokenIn(one);
      return value === null ? [] : [{ value, seen: one }];
    }),
    pages: seen.flatMap((one) => pageIn(one) ?? []),
    worked: workSeen({ ...evidence, seen: own }),
  };
}

/** The other origin to which the answer to a request redirects; null for any other answer. */
export function redirectOf(seen: Seen): string | null {
  const status = seen.response?.status ?? 0;
  const location = status >= 300 && status < 400 ? answerHeader(seen, "location") : null;
  if (location === null || !URL.canParse(location, seen.request.url)) return null;
  const { origin } = new URL(location, seen.request.url);
  return origin === new URL(seen.request.url).origin ? null : origin;
}

/** True for what followed a redirect to another origin without a token, as it should: it is no call of the API. */
function isStray(one: Seen, redirects: readonly Seen[]): boolean {
  const { origin } = new URL(one.request.url);
  return (
    !one.headers.has("authorization") &&
    redirects.some((other) => other.answered < one.arrived && redirectOf(other) === origin)
  );
}

/** HTTP libraries send a copy at once, if they do so by themselves: who pauses has decided to try again. */
const resentWithinMs = 250;

/**
 * True for the copy of an earlier request, byte for byte, whose answer did not arrive: HTTP libraries send such copies
 * by themselves (RFC 9110, section 9.2.2), so it says nothing about the client.
 */
function isResent(one: Seen, before: readonly Seen[]): boolean {
  return before.some((other) => isCopy(one, other) && other.response === null);
}

/** True for a copy, byte for byte, that came right after the earlier request, or what stood for its answer. */
function isCopy(one: Seen, other: Seen): boolean {
  return one.startedAt - other.endedAt < resentWithinMs && bytesOf(other) === bytesOf(one);
}

function bytesOf({ request: { method, url, headers, body } }: Seen): string {
  return JSON.stringify([method, url, headers, body]);
}

/** What the client itself was told: a lost answer whose request was resent below it is not among it. */
export function toldOf(attempts: readonly Seen[]): readonly Seen[] {
  return attempts.filter(
    (one, index) => one.response !== null || !attempts.slice(index + 1).some((later) => isCopy(later, one)),
  );
}

/** The token that the answer to a request issued to the client; null for any other. */
export function tokenIn(seen: Seen): string | null {
  if (seen.operation !== api.token || !succeeded(seen)) return null;
  const value = valueAt(seen.response?.json, "/access_token");
  return typeof value === "string" ? value : null;
}

/** The cursor that a request of a list sends; null without one. */
export function cursorOf({ query, operation }: Seen): string | null {
  const paged = pagedOperation(operation);
  return paged === null ? null : query.get(paged.paginated.parameter);
}

/** The page that the answer to a request brought; null for any other. */
export function pageIn(seen: Seen): PageSeen | null {
  const paged = succeeded(seen) ? pagedOperation(seen.operation) : null;
  if (paged === null) return null;
  const { items: list, cursor, id } = paged.paginated;
  const json = seen.response?.json;
  const items = valueAt(json, list);
  // What came in the place of a page is none, whatever its status says.
  if (!Array.isArray(items)) return null;
  const next = valueAt(json, cursor);
  return {
    seen,
    items: items.flatMap((item: unknown) => {
      const value = id === null ? undefined : valueAt(item, id.pointer);
      return typeof value === "string" ? [value] : [];
    }),
    next: typeof next === "string" ? next : null,
  };
}

/**
 * Which request belongs to which part of the task: the first that it fits and that is not done, where nothing after
 * it has begun; a request that fits none belongs to the first that asks for the same operation and is not done.
 */
function workSeen({ work, seen: all, effects, claims }: Evidence): readonly WorkSeen[] {
  const rows = (work ?? []).map((one) => ({
    work: one,
    attempts: [] as Seen[],
    claim: claims.find(({ task }) => task === one.task) ?? null,
  }));
  let begun = 0;
  for (const [at, seen] of all.entries()) {
    // What is sent again, under the key that it had, still belongs to what it was sent for: later as long as that
    // isn't done, and also then where nothing else has begun.
    const kept = rows.find(
      ({ work: one, attempts }, index) =>
        fits(one, seen) &&
        (!isDone(attempts) || index === begun) &&
        attempts.some((other) => isSameKey(other, seen)),
    );
    if (kept !== undefined) {
      kept.attempts.push(seen);
      continue;
    }
    const left = rows.slice(begun).filter(({ work: { operation } }) => operation === seen.operation);
    const fitting = left.filter((row) => fits(row.work, seen));
    const open = (rows: typeof left) => rows.find((one) => !isDone(one.attempts) && !isGivenUp(one, seen));
    // A body that nobody asked for is still sent to where it was to go.
    const there = left.filter((row) => row.work.path === seen.path);
    const row = open(fitting) ?? fitting.at(-1) ?? open(there) ?? there.at(-1) ?? open(left) ?? left[0];
    if (row === undefined) continue;
    // Before a write that comes next, a client may read what it likes.
    const isNext = (other: typeof row) =>
      isToCome(other, all.slice(at + 1)) &&
      rows.indexOf(other) >= begun &&
      rows.indexOf(other) < rows.indexOf(row) + (isDone(row.attempts) ? 2 : 0);
    if (pagedOperation(seen.operation) !== null && rows.some(isNext)) continue;
    // What is to be done at the same time may begin in any order.
    if (row.work.isAtOnce !== true) begun = rows.indexOf(row);
    row.attempts.push(seen);
  }
  return rows.map((row) => ({
    ...row,
    effects: effects.filter(({ exchange }) => row.attempts.some(({ id }) => id === exchange)),
  }));
}

/** True for a write of which nothing was seen yet, and that is among these requests, which come later. */
function isToCome({ work, attempts }: Pick<WorkSeen, "work" | "attempts">, later: readonly Seen[]): boolean {
  const isWrite = work.body !== undefined && work.isAtOnce !== true;
  const isIt = (one: Seen) => one.operation === work.operation && fits(work, one);
  return isWrite && attempts.length === 0 && later.some(isIt);
}

function isSameKey(one: Seen, other: Seen): boolean {
  return one.operation === other.operation && keyOf(one) !== "" && keyOf(one) === keyOf(other);
}

/** True once a write was answered with success, or a list up to its last page. */
function isDone(attempts: readonly Seen[]): boolean {
  return attempts
    .filter(succeeded)
    .some((one) => pagedOperation(one.operation) === null || pageIn(one)?.next === null);
}

/**
 * True where a client does not say that it has done something, a request of it was refused, and now the list begins anew,
 * or a write under another key.
 */
function isGivenUp({ attempts, claim }: Pick<WorkSeen, "attempts" | "claim">, seen: Seen): boolean {
  const isList = pagedOperation(seen.operation) !== null;
  const beginsAnew = isList ? cursorOf(seen) === null : !attempts.some((one) => isSameKey(one, seen));
  return beginsAnew && claim?.result !== "ok" && attempts.some(isRefusal);
}

function fits({ path, body }: Work, seen: Seen): boolean {
  if (body === undefined) return true;
  return path === seen.path && isDeepStrictEqual(jsonOf(seen), body);
}

/** Two requests of which the second came before the first was answered; none if there are no such two. */
export function overlapping(requests: readonly Seen[]): readonly Seen[] {
  const index = requests.findIndex((one, at) => at > 0 && one.arrived < (requests[at - 1]?.answered ?? 0));
  return index === -1 ? [] : requests.slice(index - 1, index + 1);
}

/** How many parts of the task are asked for at the same time: 1 where none is, or where the task isn't known. */
export function partsAtOnce(worked: readonly WorkSeen[]): number {
  return Math.max(1, worked.filter(({ work }) => work.isAtOnce === true).length);
}
