/** Judges writes with If-Match by what a GET of their path showed around them. */
import { isDeepStrictEqual } from "node:util";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import { shortened } from "../../base/text.ts";
import { type Exchange, isRefusal, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { held, missing } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { isStrong } from "./entity-tag.ts";
import { type Described, nameOf } from "./operation.ts";

/** How often a server has to be seen to break a rule, since others may write as well. */
export const tellingTimes = 2;

/** What a GET shows. */
export interface Shown {
  readonly tag: string | null;
  readonly body: unknown;
}

/** A write with some ETag as If-Match, and what a GET showed before and after it. */
export interface ConditionalWrite {
  readonly exchange: Exchange;
  readonly body: unknown;
  readonly before: Shown;
  readonly after: Shown;
}

/** A write with the present ETag, one with the ETag from before that, and one with the present ETag once more. */
export interface Round {
  readonly first: ConditionalWrite;
  /** null where the first one left the ETag as it was, so that there is no earlier one. */
  readonly stale: ConditionalWrite | null;
  readonly last: ConditionalWrite;
}

/** Names of what differs between two bodies; "" where they are no objects. */
export function differing(one: unknown, other: unknown): readonly string[] {
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other) ? [] : [""];
  const names = Object.keys({ ...one, ...other });
  return names.filter((name) => !isDeepStrictEqual(one[name], other[name]));
}

/**
 * The first body that asks for another value than is shown, or else for something that is not shown, as a secret is not;
 * where none does, the first.
 */
export function otherThan(bodies: readonly unknown[], shown: unknown): unknown {
  const other = (body: unknown) =>
    isObject(body) && isObject(shown) ? differing(shown, { ...shown, ...body }) : [""];
  const isShown = (name: string) => name === "" || (isObject(shown) && Object.hasOwn(shown, name));
  return (
    bodies.find((body) => other(body).some(isShown)) ??
    bodies.find((body) => other(body).length > 0) ??
    bodies[0]
  );
}

/** True where a write has changed what is shown. */
function hasChanged({ before, after }: ConditionalWrite): boolean {
  return differing(before.body, after.body).length > 0;
}

/** True for a round that tells of the earlier ETag: the writes with the present one around it were accepted. */
export function isTelling({ first, stale, last }: Round): boolean {
  return stale !== null && succeeded(first.exchange) && succeeded(last.exchange);
}

/**
 * True where a write with an earlier ETag was accepted. Where all that it asks for is so already, a server may say so
 * (RFC 9110, section 13.1.1).
 */
function isCarriedOut({ stale, last }: Round): boolean {
  if (stale === null || !succeeded(stale.exchange) || stale.exchange.response?.status === 202) return false;
  return hasChanged(stale) || hasChanged(last);
}

/** True where a write with an earlier ETag was refused, and something is as it asks for, and as no other write does. */
function isCarriedOutAnyway({ first, stale }: Round): boolean {
  if (stale === null || !isRefusal(stale.exchange)) return false;
  const { body, before, after } = stale;
  return differing(before.body, after.body).some(
    (name) =>
      isObject(body) &&
      Object.hasOwn(body, name) &&
      differing(first.body, body).includes(name) &&
      isObject(after.body) &&
      isDeepStrictEqual(after.body[name], body[name]),
  );
}

/** True where a strong ETag is the same although a write has changed what it stands for. */
function isSameTag(write: ConditionalWrite): boolean {
  const { tag } = write.before;
  return succeeded(write.exchange) && hasChanged(write) && isStrong(tag) && tag === write.after.tag;
}

/** Judges what came of some rounds. */
export function judgeRounds({ row }: Described, rounds: readonly Round[]): Fact[] {
  const violated = (message: string, expected: string, received: string, all: readonly Exchange[]): Fact => ({
    kind: "violated",
    message: `${nameOf(row)} ${message}`,
    expected: [expected],
    received,
    exchanges: all.map(({ id }) => id),
  });
  const writes = rounds.flatMap(({ first, last }) => [first, last]);
  const same = writes.filter(isSameTag);
  const [constant] = same;
  if (constant !== undefined && same.length >= tellingTimes)
    return [
      violated(
        "changes what a GET of its path shows, and the strong ETag of that stays the same.",
        `another ETag than ${constant.before.tag}`,
        `the same, and ${changeIn(constant)}`,
        same.map(({ exchange }) => exchange),
      ),
    ];
  const told = rounds.filter(isTelling);
  const staleOf = (some: readonly Round[]) => some.flatMap(({ stale }) => stale ?? []);
  const carriedOut = staleOf(told.filter(isCarriedOut));
  const anyway = staleOf(told.filter(isCarriedOutAnyway));
  for (const some of [carriedOut, anyway]) {
    const [stale] = some;
    if (stale === undefined || some.length < tellingTimes) continue;
    const how = some === anyway ? ", though it was refused" : "";
    return [
      violated(
        `was carried out with an earlier ETag as If-Match${how}.`,
        "412, or another refusal (4xx), and no change",
        `${outcomeOf(stale.exchange)}${hasChanged(stale) ? `, and ${changeIn(stale)}` : ""}`,
        some.map(({ exchange }) => exchange),
      ),
    ];
  }
  const refused = staleOf(told).filter(({ exchange }) => isRefusal(exchange));
  const isClear = carriedOut.length === 0 && anyway.length === 0 && same.length === 0;
  if (isClear && refused.length >= tellingTimes)
    return [held("writes with an earlier ETag were refused", refused[0]?.exchange.id)];
  const ids = staleOf(rounds).map(({ exchange }) => exchange.id);
  return [missing("no writes with an earlier ETag, between others that were accepted, show enough", ids)];
}

/** What a write has changed, in words. */
function changeIn({ before, after }: ConditionalWrite): string {
  const [name = ""] = differing(before.body, after.body);
  const text = ({ body }: Shown) =>
    shortened(jsonText((name === "" || !isObject(body) ? body : body[name]) ?? null), 200);
  return `${name === "" ? "what it shows" : name} was ${text(before)}, is ${text(after)}`;
}

/** What came of writes with the present ETag that were refused again and again, while it stayed the same. */
export interface RefusedPresent {
  readonly refused: readonly Exchange[];
  /** The same writes without If-Match; empty where it is required. */
  readonly controls: readonly Exchange[];
}

/** Judges writes with the present ETag; null where they are refused for whatever other reason. */
export function judgeRefusedPresent({ row }: Described, { refused, controls }: RefusedPresent): Fact | null {
  const [first] = refused;
  // Refusals that speak of the condition of a request (RFC 9110, 15.5.13; RFC 6585, section 3).
  const isOfCondition =
    row.ifMatch === "required"
      ? refused.every(({ response }) => response?.status === 412 || response?.status === 428)
      : controls.length > 0;
  if (first === undefined || refused.length < tellingTimes || !isOfCondition || !controls.every(succeeded))
    return null;
  return {
    kind: "violated",
    message: `${nameOf(row)} is refused with the present ETag as If-Match (${refused.length} times)${controls.length > 0 ? ", and accepted without it" : ""}.`,
    expected: ["2xx"],
    received: outcomeOf(first),
    exchanges: refused.map(({ id }) => id),
  };
}
