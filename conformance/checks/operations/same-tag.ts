/** A strong ETag stands for one state of what it is about (RFC 9110, section 8.8.1): seen over a whole log, pure apart from the check. */
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing } from "../kit/check.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { entityTagOf, isStrong } from "./entity-tag.ts";
import { logCheck } from "./log-check.ts";
import { type Described, isWrite, nameOf } from "./operation.ts";

/** The check of a read that shows an ETag; none for any other operation. */
export function sameTagCheck(one: Described): Check[] {
  if (one.row.showsETag !== true || isWrite(one.row)) return [];
  return logCheck(one, { family: "entity-tag", title: "what has changed has another ETag" }, judgeTags);
}

/** True for an accepted write to what a read shows, or to a part of it. */
function changes({ operation, request }: Exchange, pathname: string): boolean {
  const isOfWrite = operation !== null && request.method !== "GET";
  return isOfWrite && `${new URL(request.url).pathname}/`.startsWith(`${pathname}/`);
}

/** Judges the ETags of the reads of an operation: what a write of this run has changed has another one. */
export function judgeTags({ row }: Described, log: readonly Exchange[]): readonly Fact[] {
  /** The last read with an ETag, by address and ETag, and its place in the log. */
  const shown = new Map<string, { readonly exchange: Exchange; readonly at: number }>();
  /** The body and the ETag of the last read of an address. */
  const states = new Map<string, { readonly json: string; readonly tag: string }>();
  let changed: Exchange | null = null;
  for (const [at, exchange] of log.entries()) {
    if (exchange.operation !== row.id || exchange.alteration !== null || !succeeded(exchange)) continue;
    const tag = entityTagOf(exchange);
    if (!isStrong(tag)) continue;
    const { pathname } = new URL(exchange.request.url);
    const { url } = exchange.request;
    const key = `${url} ${tag}`;
    const json = jsonText(exchange.response?.json);
    const before = states.get(url);
    if (before !== undefined && before.json !== json && before.tag !== tag) changed = exchange;
    states.set(url, { json, tag });
    const last = shown.get(key);
    shown.set(key, { exchange, at });
    if (last === undefined || jsonText(last.exchange.response?.json) === json) continue;
    // What changes by itself, such as a moment, may be no part of the state.
    const write = log.slice(last.at, at).find((one) => succeeded(one) && changes(one, pathname));
    if (write === undefined) continue;
    return violations({
      message: `${nameOf(row)} shows another state under the same ETag, after ${write.request.method} ${new URL(write.request.url).pathname}.`,
      expected: ["another ETag"],
      received: tag,
      exchanges: [last.exchange.id, write.id, exchange.id],
      // What has changed meanwhile need not change again.
      isLasting: true,
    });
  }
  if (changed !== null) return [held("what has changed had another ETag", changed.id)];
  return [missing(shown.size === 0 ? "it shows no strong ETag" : "nothing was seen to change")];
}
