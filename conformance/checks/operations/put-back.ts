/** Puts back what an operation has changed, where one of its requests can say so, or its opposite does it. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { createProbe } from "../../wire/probe.ts";
import { ask } from "../kit/ask.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Arguments } from "./arguments.ts";
import { callOf, type Described, nameOf, samplesOf } from "./operation.ts";
import { anyBodyOf, oppositeOf, samePath } from "./opposite.ts";
import { withPrecondition } from "./precondition.ts";
import { readTarget } from "./view.ts";
import { readSoon, settle } from "./watch.ts";

/** What an operation changes, before this run did. */
export interface Original {
  readonly value: unknown;
}

/** What an operation changes, read before it is called first; null where nothing could put it back. */
export function originalOf(run: Run, one: Described, { path }: Arguments): Promise<Original | null> {
  return run.memoize(`original ${one.row.id}`, async () => {
    if (one.row.changes === null || waysBack(one).length === 0) return null;
    const read = await ifConclusive(readTarget(run, one, path));
    return read === null ? null : { value: read.current };
  });
}

/**
 * Puts back the original, even after the run has been ended, and waits until it is to be seen; says so if it
 * can't be.
 *
 * @param isAccepted - True if a request that may change it was accepted, and may be to be seen only later.
 */
export async function putBack(
  run: Run,
  one: Described,
  args: Arguments,
  { value }: Original,
  isAccepted: boolean,
): Promise<void> {
  const { session, tokens, builder } = run.probe;
  const late = createProbe(session.afterEnd(), tokens, builder);
  const now: Run = session.stopped() === null ? run : { ...run, probe: late };
  const read = () => ifConclusive(readTarget(now, one, args.path));
  const hasOpposite = oppositeOf(one) !== null;
  if (hasOpposite && isAccepted) await settle(now, one.row.id);
  const before = await read();
  // A body can be sent once more; the opposite of what is right already would change it.
  const isSent = isAccepted && !hasOpposite;
  const ways = waysBack(one);
  const backOf = (one: unknown) => (hasOpposite ? one : saidOf(ways, one));
  const isBack = (seen: typeof before) => isDeepStrictEqual(backOf(seen?.current), backOf(value));
  if (!isSent && isBack(before)) return;
  for (const way of latestLast(now, ways)) {
    const path = way === one ? args.path : samePath(way, one, args.path);
    const query = way === one ? args.query : {};
    const body = bodyTo(way, before?.current, value) ?? (hasOpposite ? anyBodyOf(way) : undefined);
    const sent = await ifConclusive(sendBack(now, way, { path, query }, body));
    if (sent === null || !succeeded(sent)) continue;
    const name = sent.response?.status === 202 ? `what ${way.row.id} puts back later` : undefined;
    if (isBack(await readSoon(now, read, isBack, name))) return;
  }
  run.notify(`what ${nameOf(one.row)} has changed${onWhat(args)} could not be put back`);
}

/**
 * The operations that may put back what one changes: itself and its opposite, or those with a body that can say it, of
 * the same part of the item; itself first, and the others as the description has them.
 */
export function waysBack(one: Described): readonly Described[] {
  const opposite = oppositeOf(one);
  if (opposite !== null) return [one, opposite];
  const { row, description } = one;
  const alike = Object.values(description.operations).filter(
    ({ id, changes }) =>
      id !== row.id &&
      changes?.operation === row.changes?.operation &&
      changes?.target === row.changes?.target,
  );
  const all = [one, ...alike.map((other) => ({ row: other, description }))];
  return all.filter((way) => bodyTo(way, null, {}) !== undefined);
}

/**
 * What the bodies of some operations can say of a value: what else there is of an item its service keeps by itself, such as
 * its id and the moment of its last change, and that does not come back. All of a value of which they say nothing.
 */
export function saidOf(ways: readonly Described[], value: unknown): unknown {
  const said = new Set(ways.flatMap(({ row }) => (row.changes?.member === undefined ? row.bodyFields : [])));
  const named = isObject(value) ? Object.entries(value).filter(([name]) => said.has(name)) : [];
  return named.length > 0 ? Object.fromEntries(named) : value;
}

/** Of two opposites the one first that was not accepted last; others as they are. */
function latestLast({ probe }: Run, ways: readonly Described[]): readonly Described[] {
  const [one, opposite] = ways;
  if (one === undefined || opposite === undefined || oppositeOf(one) === null) return ways;
  const last = probe.session.exchanges.findLast(
    (sent) => ways.some(({ row }) => row.id === sent.operation) && succeeded(sent),
  );
  return last?.operation === opposite.row.id ? ways : [opposite, one];
}

async function sendBack(
  run: Run,
  one: Described,
  { path, query }: Pick<Arguments, "path" | "query">,
  body: unknown,
): Promise<Exchange> {
  const call = await withPrecondition(run, one, callOf(one, { path, query, body }));
  return ask(run, "put back", call);
}

/**
 * The body with which a value becomes another one: all of it for PUT; for a merge patch (RFC 7396), what differs
 * and what the samples have, since the patch may need that.
 *
 * @returns undefined for an operation that has no such body.
 */
export function bodyTo(one: Described, from: unknown, to: unknown): unknown {
  const { method, mediaType, changes, bodyFields } = one.row;
  const member = changes?.member;
  // Of an item, a body may name a few properties alone.
  const named = (value: unknown) =>
    isObject(value) && bodyFields.length > 0
      ? Object.fromEntries(Object.entries(value).filter(([name]) => bodyFields.includes(name)))
      : value;
  const within = (value: unknown) => (member === undefined ? named(value) : { [member]: value });
  if (mediaType === null) return undefined;
  if (!mediaType.includes("merge-patch")) return method === "PUT" ? within(to) : undefined;
  const bodies = samplesOf(one).bodies.flatMap((body) => (isObject(body) ? [body] : []));
  const parts = member === undefined ? bodies : bodies.map((body) => body[member]);
  return within(
    mergePatch(
      from,
      to,
      parts.flatMap((part) => (isObject(part) ? Object.keys(part) : [])),
    ),
  );
}

function mergePatch(from: unknown, to: unknown, always: readonly string[] = []): unknown {
  if (!isObject(from) || !isObject(to)) return to;
  const names = Object.keys({ ...from, ...to });
  const named = names.filter((name) => always.includes(name) || !isDeepStrictEqual(from[name], to[name]));
  return Object.fromEntries(
    named.map((name) => [name, name in to ? mergePatch(from[name], to[name]) : null]),
  );
}

/** ` on CRD1001`, from the path parameters of a request; "" without any. */
export function onWhat({ path }: Arguments): string {
  const values = Object.values(path);
  return values.length === 0 ? "" : ` on ${values.join(", ")}`;
}
