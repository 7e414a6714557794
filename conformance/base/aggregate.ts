/** Numbers that parts make up: how many there are, or the sum of a value of each. Pure. */
import type { Aggregate } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { numberIn } from "./order.ts";
import { isObject } from "./shape.ts";

/** JSON pointers to what a pointer with `*` for any index leads to in a value. */
export function pointersIn(value: unknown, pattern: string): readonly string[] {
  const [before = "", ...rest] = pattern.split("/*");
  if (rest.length === 0) return valueAt(value, before) === undefined ? [] : [before];
  const array = valueAt(value, before);
  const inner = rest.join("/*");
  return Array.isArray(array)
    ? array.flatMap((item, index) => pointersIn(item, inner).map((at) => `${before}/${index}${at}`))
    : [];
}

/** What parts make up; null where one of them has no such number, or the sum is too large to be exact. */
export function aggregated(parts: readonly unknown[], value: Aggregate["value"]): number | null {
  if (value === null) return parts.length;
  const numbers = parts.map((part) => valueAt(part, value));
  if (new Set(parts.flatMap((part) => unitsBeside(part, value))).size > 1) return null;
  const sum = numbers.reduce<number>((so, one) => so + (numberIn(one) ?? Number.NaN), 0);
  return Math.abs(sum) <= Number.MAX_SAFE_INTEGER ? sum : null;
}

/** The texts beside a number in an object of its own, as the currency of an amount: amounts of two are not added up. */
function unitsBeside(part: unknown, value: string): readonly string[] {
  const above = value.slice(0, value.lastIndexOf("/"));
  const object = above === "" ? null : valueAt(part, above);
  return isObject(object) ? Object.values(object).filter((one) => typeof one === "string") : [];
}

/** True for numbers that are one but for what is lost where decimal fractions are added up. */
export function isSameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other));
}
