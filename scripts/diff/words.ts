/** How a value has changed, in words. */

import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../conformance/base/shape.ts";

/** Longer values are cut: a list of changes is read line by line. */
const longest = 60;

const prose = ["description", "summary", "title"];

/**
 * How the value of a key has changed.
 *
 * @param key - As `default`, which gives "default 10 → 20".
 * @param before - The older value; undefined where there was none.
 * @param after - The newer value.
 */
export function changeOf(key: string, before: unknown, after: unknown): string {
  if (prose.includes(key)) return `${key} is worded differently`;
  // The value of an example: the form of what it shows is told by its schema.
  if (key === "value") return "it shows something else";
  if (Array.isArray(before) && Array.isArray(after)) {
    // One alternative is what an operation usually needs, and each of its schemes has a name.
    if (key === "security" && before.length === 1 && after.length === 1)
      return changeOf(key, before[0], after[0]);
    const lost = without(before, after);
    const won = without(after, before);
    const [no, now] =
      key === "required"
        ? ["no longer requires", "now requires"]
        : [`${key} no longer has`, `${key} now has`];
    const parts = [lost === "" ? "" : `${no} ${lost}`, won === "" ? "" : `${now} ${won}`].filter(Boolean);
    return parts.length === 0 ? `${key} has another order` : parts.join(", ");
  }
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = keys.filter((name) => !isDeepStrictEqual(before[name], after[name]));
    return changed.map((name) => `${key} › ${changeOf(name, before[name], after[name])}`).join(", ");
  }
  return `${key} ${shown(before)} → ${shown(after)}`;
}

function without(values: readonly unknown[], others: readonly unknown[]): string {
  const own = values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));
  return own.map(shown).join(", ");
}

function shown(value: unknown): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
