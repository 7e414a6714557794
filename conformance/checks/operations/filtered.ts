/**
 * A list that is asked for one value of a filter shows the items with this value: only them, and each of them. Free text
 * may also be searched for, so there each of them has to be shown, and it has to make a difference.
 */

import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { type Check, held, inapplicable, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { judgeBelonging } from "./belonging.ts";
import {
  beginningOf,
  type FilterValue,
  folded,
  type NamedFilter,
  textUnlike,
  valuesToAsk,
} from "./filter-values.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { idsIn, type Reading, readItems, somePages } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

/** One check for each filter of a list; none for any other operation. */
export function filterChecks(one: Described): Check[] {
  return Object.entries(listingOf(one.row)?.filters ?? {}).flatMap(([name, filter]) => {
    const family = `filter.${name}`;
    const rest = filter.isText ? "and not simply all" : "and no other";
    return operationCheck(one, {
      family,
      title: `with ${name}, it lists every item with this value ${rest}`,
      run: (run) => withOperation(run, one, (args) => judgeFilter(run, one, args, { name, filter })),
    });
  });
}

/** What a list shows with each value of a filter, between two looks at all of it: it may change by itself. */
async function judgeFilter(run: Run, one: Described, args: Arguments, named: NamedFilter): Promise<Fact[]> {
  const purpose = idOf(`filter.${named.name}`, one);
  const { isText } = named.filter;
  // What another check writes and puts back meanwhile would be missed.
  const look = (reading: Reading = {}) => run.withCardLock(() => readItems(run, one, args, purpose, reading));
  const facts: Fact[] = [];
  let before = await look();
  if (before.length === 0) return [inapplicable(`${nameOf(one.row)} lists nothing`)];
  const values = valuesToAsk(one, named, before);
  if (values.length === 0) return [inapplicable(`no item has a ${named.name} that can be asked for`)];
  for (const value of values) {
    const asked = { ...named, value };
    const { length } = run.probe.session.exchanges;
    const filter = { [named.name]: String(value) };
    // Several pages, where there are as many items: a cursor has to keep what was asked for.
    const perPage = Math.ceil(before.filter((item) => has(asked, item)).length / 3) || 1;
    const shown = await look(isText ? { filter } : { filter, perPage });
    const pages = run.probe.session.exchanges.slice(length).filter((one) => one.purpose === purpose);
    // Where words are searched for, one that all have in common finds them all.
    const isUseless = isText && makesNoDifference(one, asked, before, shown);
    const other = isUseless ? textUnlike(one, named, String(value), before) : null;
    const unlike = other === null ? null : await look({ filter: { [named.name]: other } });
    const after = await look();
    facts.push(
      judgeFiltered(one, [asked], { before, shown, unlike, after, pages: pages.map(({ id }) => id) }),
    );
    for (const page of pages) facts.push(...(await foreignIn(run, one, args, page)));
    before = after;
  }
  const beginning = beginningOf(one, named, values, before);
  if (beginning === null) return facts;
  const { length } = run.probe.session.exchanges;
  // Whoever knows that nothing has it may refuse it.
  const shown = await ifConclusive(look({ filter: { [named.name]: beginning } }));
  const pages = run.probe.session.exchanges.slice(length).filter((one) => one.purpose === purpose);
  const seen = { before: [], shown: shown ?? [], unlike: null, after: [], pages: pages.map(({ id }) => id) };
  return [...facts, judgeFiltered(one, [{ ...named, value: beginning }], seen)];
}

/** What a page with a filter shows of another item than its path names, which the list without it may not. */
async function foreignIn(run: Run, one: Described, args: Arguments, page: Exchange): Promise<Fact[]> {
  const facts = await judgeBelonging(run, one, args, page);
  return facts.filter(({ kind }) => kind === "violated");
}

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
export function has({ filter, value }: Asked, item: unknown): boolean {
  return valueAt(item, filter.pointer) === value;
}

/** The same, where a value that the description does not name may be written in another case. */
function mayHave(asked: Asked, item: unknown): boolean {
  if (asked.filter.values !== null) return has(asked, item);
  return folded(valueAt(item, asked.filter.pointer)) === folded(asked.value);
}

/** Tells whether all items of a list are shown with a filter, also those that have another value. */
function makesNoDifference(
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
