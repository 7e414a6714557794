/** A list that is shown with fewer items than were asked for, though shorter ones are shown whole. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { isObject } from "../../base/shape.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Given, type Lost, partsOf } from "./given.ts";
import { nameOf, type Row } from "./operation.ts";

/** The lists of which some items are missing each time, by what was asked for; a service may keep equal ones once. */
export function cutLists(given: readonly Given[]): readonly Lost[] {
  const pointers = [...new Set(given.flatMap(({ asked }) => partsOf(asked)))];
  return pointers.flatMap((pointer) => {
    const all = given.flatMap((one) => {
      const [asked, shown] = [one.asked, one.shown].map((value) => valueAt(value, pointer));
      if (!Array.isArray(asked) || !Array.isArray(shown) || asked.length === 0) return [];
      return [{ one, asked, text: asked.map(jsonText).join(), isCut: shown.length < asked.length }];
    });
    const free = new Set(all.flatMap(({ asked, isCut }) => (isCut ? [] : sharedIn(asked))));
    const isOfDifferent = (items: readonly unknown[]) =>
      new Set(items.map(jsonText)).size === items.length && sharedIn(items).every((name) => free.has(name));
    const lists = all.filter(({ asked }) => isOfDifferent(asked));
    if (lists.every(({ isCut }) => isCut)) return [];
    const groups = [...new Set(lists.map(({ text }) => text))].map((text) =>
      lists.filter((list) => list.text === text),
    );
    return groups.flatMap((alike) =>
      alike.every(({ isCut }) => isCut) ? [{ pointer, lost: alike.map(({ one }) => one) }] : [],
    );
  });
}

/**
 * The properties of which two objects have the same text. A service may know them by it and keep one for each, unless it is
 * known to keep both.
 */
function sharedIn(items: readonly unknown[]): readonly string[] {
  const texts = items.flatMap((item) =>
    Object.entries(isObject(item) ? item : {}).filter(([, value]) => typeof value === "string"),
  );
  return texts.flatMap(([name, value], index) => {
    const first = texts.findIndex(([other, text]) => other === name && text === value);
    return first < index ? [name] : [];
  });
}

/** Tells of such a list. */
export function cutFact(row: Row, { pointer, lost }: Lost): Fact {
  const [first] = lost;
  const countIn = (value: unknown) => (valueAt(value, pointer) as readonly unknown[]).length;
  return {
    kind: "violated",
    message: `${nameOf(row)} shows no more than a part of ${pointer.slice(1)}, each time with this list.`,
    expected: [`${countIn(first?.asked)} items`],
    received: `${countIn(first?.shown)} of them`,
    pointer,
    exchanges: lost.map(({ exchange }) => exchange),
  };
}
