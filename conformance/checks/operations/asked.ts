/** What the body of a write asks for by itself, whatever the answer says of it. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/shape.ts";
import type { Described, Row } from "./operation.ts";

/** A property of an object, or one within it by the names that lead there, such as `a/b`; the value itself for "". */
export function partOf(value: unknown, name: string): unknown {
  if (name === "") return value;
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const [first = "", ...rest] = name.split("/");
  return rest.length > 0 && Object.hasOwn(value, first) ? partOf(value[first], rest.join("/")) : undefined;
}

/**
 * What a merge patch gives a value, by the names that lead there, such as `a/b`: an object within it is merged as well, so
 * that what it leaves out stays (RFC 7396, section 2).
 */
export function leavesOf(patch: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const leaves = Object.entries(patch).flatMap(([name, value]) => {
    const isMerged = isObject(value) && Object.keys(value).length > 0;
    return isMerged
      ? Object.entries(leavesOf(value)).map(([inner, one]) => [`${name}/${inner}`, one] as const)
      : [[name, value] as const];
  });
  return Object.fromEntries(leaves);
}

/** True if a patch says something of a part: of all of it, or of something in it. */
export function speaksOf(leaves: Readonly<Record<string, unknown>>, name: string): boolean {
  const isWithin = (inner: string, outer: string) => outer === "" || `${inner}/`.startsWith(`${outer}/`);
  return Object.keys(leaves).some((leaf) => isWithin(name, leaf) || isWithin(leaf, name));
}

/** True for a PATCH whose media type says what comes of it (RFC 7396). */
export function isMergePatch({ method, mediaType }: Row): boolean {
  return method === "PATCH" && mediaType?.includes("merge-patch") === true;
}

/**
 * What a body asks for, by the names of properties, "" for a value that has none: that of a merge patch (RFC 7396), and
 * that of a PUT or PATCH of which the description says what its body is. Of other writes the answer alone says what they
 * change.
 */
export function askedOf({ row }: Described, body: unknown): Readonly<Record<string, unknown>> {
  const { changes } = row;
  const isSaid = changes !== null && ["PUT", "PATCH"].includes(row.method);
  if (!isMergePatch(row) && !isSaid) return {};
  const part = changes?.member === undefined ? body : partOf(body, changes.member);
  if (!isObject(part) || row.bodyIsMap === true) return part === undefined ? {} : { "": part };
  if (isMergePatch(row) && changes?.member === undefined) return leavesOf(part);
  // Which item it is, its path says.
  const isId = (name: string) => changes?.target === "" && changes.id === `/${name}`;
  return Object.fromEntries(Object.entries(part).filter(([name]) => !isId(name)));
}

/**
 * True where a value is not what was asked for, and nothing else than what was there before, or a part of what was asked
 * for. Any other value may be what the service makes of it, such as a text in capitals.
 */
export function remains(asked: unknown, before: unknown, after: unknown): boolean {
  if (after === undefined || isDeepStrictEqual(asked, after)) return false;
  // What is taken away may be shown as nothing in its own way, and a secret is not shown.
  if ((asked === null && isEmpty(after)) || isMasked(after)) return false;
  if (isObject(asked) && isObject(after))
    return Object.keys(asked).some((name) => remains(asked[name], partOf(before, name), after[name]));
  if (!Array.isArray(asked) || !Array.isArray(after))
    return isDeepStrictEqual(before, after) || isCut(asked, after);
  const [old, shown]: [readonly unknown[], readonly unknown[]] = [Array.isArray(before) ? before : [], after];
  const isAsked = (one: unknown) => asked.some((wanted) => shows(wanted, one));
  const isOld = (one: unknown) => old.some((other) => isDeepStrictEqual(one, other));
  const isOther = !shown.every(isAsked) || !asked.every((wanted) => shown.some((one) => shows(wanted, one)));
  return isOther && shown.every((one) => isAsked(one) || isOld(one));
}

/** True for what was asked for, be it that objects in it have more members than were named. */
export function shows(asked: unknown, shown: unknown): boolean {
  if (isObject(asked) && isObject(shown))
    return Object.entries(asked).every(([name, value]) => shows(value, shown[name]));
  if (Array.isArray(asked) && Array.isArray(shown))
    return asked.length === shown.length && asked.every((one, index) => shows(one, shown[index]));
  return isDeepStrictEqual(asked, shown);
}

/** True for the beginning of a text of some words: of another text it may be all that is kept, as the day of a time. */
export function isCut(asked: unknown, after: unknown): boolean {
  if (typeof asked !== "string" || typeof after !== "string" || after === "") return false;
  const isBeginning = asked.startsWith(after) && asked.slice(after.length).trim() !== "";
  return isBeginning && /\S\s+\S+\s+\S/.test(asked);
}

/**
 * The same of a map that is replaced: each name that it is given stays, and none that it had, unless what a name has says
 * nothing, as false and 0.
 */
export function mapRemains(
  asked: Readonly<Record<string, unknown>>,
  before: unknown,
  after: unknown,
): boolean {
  if (!isObject(after)) return false;
  const says = (value: unknown) => !isEmpty(value) && value !== false;
  const shown = Object.keys(after).map((name) => name.toLowerCase());
  const isLost = ([name, value]: [string, unknown]) => says(value) && !shown.includes(name.toLowerCase());
  const isKept = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(asked, name) && says(value) && isDeepStrictEqual(partOf(before, name), value);
  return Object.entries(asked).some(isLost) || Object.entries(after).some(isKept);
}

/** True for a text that hides a value or a part of it, as `****` and `XXXX` do. */
export function isMasked(value: unknown): boolean {
  return typeof value === "string" && /[*•●]|^[xX#]+$/.test(value);
}

/** True for a value that says nothing. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === "" || value === 0;
}
