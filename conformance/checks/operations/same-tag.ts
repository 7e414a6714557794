/** A strong ETag stands for one state of what it is about (RFC 9110, section 8.8.1): seen over a whole log. */
import { responseSchema } from "../../../generated/operations.ts";
import { headerOf } from "../../base/headers.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import { entityTagOf, isStrong } from "./entity-tag.ts";
import { logCheck } from "./log-check.ts";
import { callOf, type Described, idOf, isWrite, nameOf } from "./operation.ts";
import { send } from "./send.ts";
import { creates } from "./unique-values.ts";
import { renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "entity-tag";

/** The check of a read that shows an ETag; none for any other operation. */
export function sameTagCheck(one: Described): Check[] {
  if (one.row.showsETag !== true || isWrite(one.row)) return [];
  return logCheck(one, { family, title: "what has changed has another ETag" }, judgeTags, (run) =>
    run.writes ? readAround(run, one) : Promise.resolve(),
  );
}

/** How many kinds of things below what is read are created for its ETag. */
const mostKinds = 2;

/** Reads what an ETag is about before and after something is created below it: it may show that, as a number of them. */
async function readAround(run: Run, one: Described): Promise<void> {
  const purpose = idOf(family, one);
  const below = Object.values(one.description.operations)
    .filter((row) => creates(row) && row.path.startsWith(`${one.row.path}/`))
    .map((row) => ({ row, description: one.description }));
  for (const creation of below.slice(0, mostKinds))
    await withOperation(run, creation, async (args) => {
      const [body] = await acceptedBodies(run, creation, args);
      await renewed(args, null);
      const read = () => ask(run, purpose, callOf(one, { path: args.path }));
      await read();
      await send(run, creation, args, { purpose, body });
      await read();
    });
}

/** True for a write to what a read shows, or to a part of it. */
function changes({ operation, request }: Exchange, pathname: string): boolean {
  const isOfWrite = operation !== null && request.method !== "GET";
  return isOfWrite && `${new URL(request.url).pathname}/`.startsWith(`${pathname}/`);
}

/**
 * True for a response that shows what a read shows: the read itself, or a write of the same path with an ETag and that schema.
 * A repetition may get the body of the first time, and what is accepted for later is not done yet.
 */
function showsTheSame({ row, description }: Described, exchange: Exchange, keys: Set<string>): boolean {
  const { operation, response, sentBefore } = exchange;
  const other = description.operations[operation ?? ""];
  if (other === undefined || other.id === row.id) return other !== undefined;
  if (!isWrite(other) || other.path !== row.path || other.showsETag !== true) return false;
  const key = headerOf(exchange.request.headers, other.idempotent ?? "");
  const isRepeated = sentBefore > 0 || (key !== null && keys.has(key));
  if (key !== null) keys.add(key);
  const schema = responseSchema(other, response?.status ?? 0);
  return !isRepeated && response?.status !== 202 && schema !== null && schema === responseSchema(row, 200);
}

/** True where two values say different things of the same: a write need not show all that a read shows. */
function differ(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return jsonText(one) !== jsonText(other);
  return Object.keys(one).some((name) => Object.hasOwn(other, name) && differ(one[name], other[name]));
}

/** Milliseconds after its end in which a write may still come to be seen. */
const lateMs = 5000;

/**
 * Judges the ETags of the reads of an operation: what a write of this run has changed has another one. Nothing is said
 * where other things change under one ETag, such as a moment: they may be no part of the state.
 */
export function judgeTags(one: Described, log: readonly Exchange[]): readonly Fact[] {
  const { row } = one;
  /** The last read with an ETag, by address and ETag, and its place in the log. */
  const shown = new Map<string, { readonly exchange: Exchange; readonly at: number }>();
  /** Idempotency keys of writes so far. */
  const keys = new Set<string>();
  /** The body and the ETag of the last read of an address. */
  const states = new Map<string, { readonly json: string; readonly tag: string }>();
  let changed: Exchange | null = null;
  let found: readonly Fact[] = [];
  /** Where the description shows none, a server need send none. */
  const silent = (why: string): Fact => (row.showsETag === true ? missing(why) : { kind: "skipped", why });
  const all = [...log.entries()];
  for (const [at, exchange] of all) {
    if (!showsTheSame(one, exchange, keys) || exchange.alteration !== null || !succeeded(exchange)) continue;
    const tag = entityTagOf(exchange);
    if (!isStrong(tag)) continue;
    const { pathname } = new URL(exchange.request.url);
    const { url } = exchange.request;
    const key = `${url} ${tag}`;
    const json = jsonText(exchange.response?.json);
    const before = states.get(url);
    const isRead = exchange.operation === row.id;
    if (isRead && before !== undefined && before.json !== json && before.tag !== tag) changed = exchange;
    if (isRead) states.set(url, { json, tag });
    const last = shown.get(key);
    shown.set(key, { exchange, at });
    if (last === undefined) continue;
    const [was, is] = [last.exchange.response?.json, exchange.response?.json];
    const isSame = last.exchange.operation === exchange.operation ? jsonText(was) === json : !differ(was, is);
    if (isSame) continue;
    const { exchange: earlier } = last;
    const isBeside = (one: Exchange) =>
      one.startedAt <= exchange.endedAt && one.endedAt + lateMs >= earlier.startedAt;
    const writes = all.filter(([, one]) => changes(one, pathname));
    // Then nothing else that was found tells either.
    if (!writes.some(([, one]) => isBeside(one))) return [silent("what changes by itself has one ETag")];
    const [, write] = writes.find(([when, one]) => succeeded(one) && when > last.at && when <= at) ?? [];
    if (write === undefined) continue;
    found = violations({
      message: `${nameOf(one.description.operations[exchange.operation ?? ""] ?? row)} shows another state under the same ETag, after ${write.request.method} ${new URL(write.request.url).pathname}.`,
      expected: ["another ETag"],
      received: tag,
      exchanges: [earlier.id, write.id, exchange.id],
      // What has changed meanwhile need not change again.
      isLasting: true,
    });
  }
  if (found.length > 0) return found;
  if (changed !== null) return [held("what has changed had another ETag", changed.id)];
  return [silent(shown.size === 0 ? "it shows no strong ETag" : "nothing was seen to change")];
}
