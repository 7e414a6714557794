/** A list that is asked for one value of a filter shows the items with this value: only them, and each of them. */
import type { Filter } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { type Check, held, inapplicable, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Item, idOf as itemIdOf } from "../kit/walk.ts";
import type { Arguments } from "./arguments.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { readItems, somePages } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

/** Values of a filter that are asked for: of a long enumeration, the first. */
const mostValues = 6;

/** One check for each filter of a list; none for any other operation. */
export function filterChecks(one: Described): Check[] {
  return Object.entries(one.row.paginated?.filters ?? {}).flatMap(([name, filter]) => {
    const family = `filter.${name}`;
    return operationCheck(one, {
      family,
      title: `with ${name}, it lists every item with this value and no other`,
      requirements: [one.row.requirement],
      run: (run) => withOperation(run, one, (args) => judgeFilter(run, one, args, { name, filter })),
    });
  });
}

/** A filter, and the parameter that takes its value. */
interface Named {
  readonly name: string;
  readonly filter: Filter;
}

/** What a list shows with each value of a filter, between two looks at all of it: it may change by itself. */
async function judgeFilter(run: Run, one: Described, args: Arguments, named: Named): Promise<Fact[]> {
  const purpose = idOf(`filter.${named.name}`, one);
  const facts: Fact[] = [];
  let before = await readItems(run, one, args, purpose);
  if (before.length === 0) return [inapplicable(`${nameOf(one.row)} lists nothing`)];
  for (const value of named.filter.values.slice(0, mostValues)) {
    const { length } = run.probe.session.exchanges;
    const filter = { [named.name]: String(value) };
    // Several pages, where there are as many items: a cursor has to keep what was asked for.
    const perPage = Math.ceil(before.filter((item) => has({ ...named, value }, item)).length / 3) || 1;
    const shown = await readItems(run, one, args, purpose, { filter, perPage });
    const pages = run.probe.session.exchanges.slice(length).filter((one) => one.purpose === purpose);
    const after = await readItems(run, one, args, purpose);
    facts.push(
      judgeFiltered(one, { ...named, value }, { before, shown, after, pages: pages.map(({ id }) => id) }),
    );
    before = after;
  }
  return facts;
}

/** One value of a filter. */
interface Asked extends Named {
  readonly value: Filter["values"][number];
}

/** What was seen of a list: all of it, then with a filter, then all of it again. */
interface Seen {
  readonly before: readonly unknown[];
  readonly shown: readonly unknown[];
  readonly after: readonly unknown[];
  /** Ids of the exchanges with the filter: one for each page. */
  readonly pages: readonly string[];
}

/** Tells whether an item has the value that is asked for. */
function has({ filter, value }: Asked, item: unknown): boolean {
  return valueAt(item, filter.pointer) === value;
}

/** Judges what a list showed with a value of a filter. */
export function judgeFiltered({ row }: Described, asked: Asked, seen: Seen): Fact {
  const { name, filter, value } = asked;
  const isAsked = (item: unknown) => has(asked, item);
  const wrong = seen.shown.find((item) => !isAsked(item));
  const request = `${nameOf(row)}?${name}=${value}`;
  const violated = (message: string, received: string): Fact => ({
    kind: "violated",
    message,
    expected: [`every item whose ${filter.pointer} is ${value}, and no other`],
    received,
    pointer: filter.pointer,
    exchanges: seen.pages,
  });
  if (wrong !== undefined) {
    const other = String(valueAt(wrong, filter.pointer) ?? "nothing");
    return violated(`${request} lists items that it was not asked for.`, `an item with ${other}`);
  }
  const { paginated } = row;
  const ids = (items: readonly unknown[]) =>
    new Set(items.flatMap((item) => (paginated === null ? [] : (itemIdOf(paginated, item as Item) ?? []))));
  const [shown, after] = [ids(seen.shown), ids(seen.after.filter(isAsked))];
  const isWhole = seen.pages.length < somePages;
  const lacking = [...ids(seen.before.filter(isAsked))].find(
    (id) => isWhole && after.has(id) && !shown.has(id),
  );
  if (lacking === undefined) return held("a filter left what was asked for", seen.pages[0]);
  return violated(`${request} leaves out items that it was asked for.`, `no ${lacking}`);
}
