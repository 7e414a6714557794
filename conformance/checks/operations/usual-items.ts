/** Which items of a list are as most are, such as open: what is closed or spent refuses what others take. Pure. */
import { isObject } from "../../base/shape.ts";

/** How many values a property has at most that says of which kind or in which state an item is. */
const mostValues = 8;

/** The items that have the most frequent value in as many of those properties as any. */
export function usualItems(items: readonly unknown[]): readonly unknown[] {
  const objects = items.filter(isObject);
  const names = new Set(objects.flatMap((item) => Object.keys(item)));
  const usual = [...names].flatMap((name) => {
    const often = new Map<unknown, number>();
    for (const item of objects) often.set(item[name], (often.get(item[name]) ?? 0) + 1);
    const isState = [...often.keys()].every(
      (value) => typeof value === "string" || typeof value === "boolean",
    );
    const isTold = often.size > 1 && often.size <= Math.min(mostValues, objects.length / 2);
    const [most] = [...often].sort(([, one], [, other]) => other - one);
    return isState && isTold && most !== undefined ? [[name, most[0]] as const] : [];
  });
  const alike = (item: unknown) =>
    isObject(item) ? usual.filter(([name, value]) => item[name] === value).length : 0;
  const most = Math.max(...items.map(alike));
  return items.filter((item) => alike(item) === most);
}
