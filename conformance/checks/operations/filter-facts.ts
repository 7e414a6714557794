/** What a list that was asked for values of filters shows of its items. Pure. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { held } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { type FilterValue, folded, type NamedFilter, shownAt } from "./filter-values.ts";
import { type Described, nameOf } from "./operation.ts";
import { idsIn, somePages } from "./pages.ts";

/** One value of a filter. */
export interface Asked extends NamedFilter {
  readonly value: FilterValue;
}

/** What was seen of a list: all of it, then with filters, then all of it again. */
export interface Seen {
  readonly before: readonly unknown[];
  readonly shown: readonly unknown[];
  /** What was shown with a text that no item has anything in common with; null if none was asked for. */
  readonly unlike: readonly unknown[] | null;
  readonly after: readonly unknown[];
  /** Ids of the exchanges with the filters: one for each page. */
  readonly pages: readonly string[];
}

/** Tells whether an item has the value that is asked for. */
export function has(asked: Asked, item: unknown): boolean {
  return shownAt(asked, item).includes(asked.value);
}

/** The same, where a value that the description does not name may be written in another case. */
export function mayHave(asked: Asked, item: unknown): boolean {
  if (asked.filter.values !== null) return has(asked, item);
  return shownAt(asked, item).map(folded).includes(folded(asked.value));
}

/** Tells whether all items of a list are shown with a filter, also those that have another value. */
export function makesNoDifference(
  one: Described,
  asked: Asked,
  all: readonly unknown[],
  shown: readonly unknown[],
): boolean {
  const ids = idsIn(one, shown);
  const others = idsIn(
    one,
    all.filter((item) => !mayHave(asked, item)),
  );
  return others.size > 0 && [...idsIn(one, all)].every((id) => ids.has(id));
}

/**
 * The id of an item that a walk with a filter or a bound meets twice, though one of all items meets each once, and the list
 * stays as it is.
 */
export function shownTwice(
  one: Described,
  { before, shown, after }: Pick<Seen, "before" | "shown" | "after">,
): string | null {
  // What has another value meanwhile may move the others to another page.
  const [then, now] = [before, after].map((items) => items.map(jsonText).join());
  const met = new Set<string>();
  const again = shown.flatMap((item) => [...idsIn(one, [item])]).find((id) => met.has(id) || !met.add(id));
  const isCalm = then === now && before.length > 0 && idsIn(one, before).size === before.length;
  return isCalm ? (again ?? null) : null;
}

/**
 * Judges what a list showed with a value of a filter, or with those of several at once.
 *
 * @param all - The values that were asked for, each of another filter: one for text.
 */
export function judgeFiltered(one: Described, all: readonly [Asked, ...Asked[]], seen: Seen): Fact {
  const [asked] = all;
  const { name, filter } = asked;
  const request = `${nameOf(one.row)}?${all.map((each) => `${each.name}=${each.value}`).join("&")}`;
  const wanted = all.map((each) => `${each.filter.pointer} is ${each.value}`).join(" and ");
  const violated = (message: string, received: string): Fact => ({
    kind: "violated",
    message,
    expected: [`every item whose ${wanted}, and no${filter.isText ? "t all" : " other"}`],
    received,
    pointer: filter.pointer,
    exchanges: seen.pages,
  });
  for (const each of filter.isText ? [] : all) {
    const wrong = seen.shown.find((item) => !mayHave(each, item));
    if (wrong === undefined) continue;
    const other = String(valueAt(wrong, each.filter.pointer) ?? "nothing");
    return violated(`${request} lists items that it was not asked for.`, `an item with ${other}`);
  }
  const twice = shownTwice(one, seen);
  if (twice !== null) return violated(`${request} lists an item twice.`, `${twice}, twice`);
  const left = idsIn(one, seen.after);
  const lasting = seen.before.filter((item) => [...idsIn(one, [item])].some((id) => left.has(id)));
  const { shown, unlike } = seen;
  if (unlike !== null && [shown, unlike].every((some) => makesNoDifference(one, asked, lasting, some)))
    return violated(`${request} lists what it lists without ${name}.`, "all items");
  const isAsked = (item: unknown) => all.every((each) => has(each, item));
  const [found, after] = [idsIn(one, shown), idsIn(one, seen.after.filter(isAsked))];
  const isWhole = seen.pages.length < somePages;
  const lacking = [...idsIn(one, seen.before.filter(isAsked))].find(
    (id) => isWhole && after.has(id) && !found.has(id),
  );
  if (lacking === undefined) return held("a filter left what was asked for", seen.pages[0]);
  return violated(`${request} leaves out items that it was asked for.`, `no ${lacking}`);
}
