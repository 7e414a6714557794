/** A list that is asked for values of two filters at once shows the items that have both: each of the two leaves no others. */
import { listingOf } from "../../base/listing.ts";
import { type Check, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { type Asked, has, judgeFiltered, type Seen } from "./filter-facts.ts";
import { type NamedFilter, valuesToAsk } from "./filter-values.ts";
import { type Described, idOf, operationCheck } from "./operation.ts";
import { type Reading, readItems } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

const family = "filters";

/** How many pairs of filters are asked for. */
const mostPairs = 6;

/** Values of two filters. */
type Pair = readonly [Asked, Asked];

/** The check of a list with filters whose values mean themselves; none for one with fewer than two of them. */
export function filtersTogetherCheck(one: Described): Check[] {
  const filters = Object.entries(listingOf(one.row)?.filters ?? {}).flatMap(([name, filter]) =>
    filter.isText ? [] : [{ name, filter }],
  );
  if (filters.length < 2) return [];
  return operationCheck(one, {
    family,
    title: "with two filters, it lists every item that has both values and no other",
    run: (run) => withOperation(run, one, (args) => judgePairs(run, one, args, filters)),
  });
}

async function judgePairs(
  run: Run,
  one: Described,
  args: Arguments,
  filters: readonly NamedFilter[],
): Promise<Fact[]> {
  const purpose = idOf(family, one);
  // What another check writes and puts back meanwhile would be missed.
  const look = (reading: Reading = {}) => run.withCardLock(() => readItems(run, one, args, purpose, reading));
  let before = await look();
  const pairs = tellingPairs(one, filters, before);
  if (pairs.length === 0) return [missing("no two values of filters leave different items")];
  const facts: Fact[] = [];
  for (const pair of pairs) {
    const ask = async (all: readonly [Asked, ...Asked[]]) => {
      const { length } = run.probe.session.exchanges;
      const shown = await look({
        filter: Object.fromEntries(all.map(({ name, value }) => [name, String(value)])),
      });
      const pages = run.probe.session.exchanges.slice(length).filter((sent) => sent.purpose === purpose);
      const after = await look();
      const seen: Seen = { before, shown, unlike: null, after, pages: pages.map(({ id }) => id) };
      before = after;
      return judgeFiltered(one, all, seen);
    };
    const together = await ask(pair);
    // A wrong number of all items tells once it has been seen twice.
    if (listingOf(one.row)?.total !== undefined) await ask(pair);
    // A filter that does not work alone has a check of its own.
    const isOfBoth = together.kind === "held" || (await isKeptAlone(pair, ask));
    facts.push(isOfBoth ? together : missing("one of the two filters is not kept alone either"));
  }
  return facts;
}

async function isKeptAlone(pair: Pair, ask: (all: readonly [Asked]) => Promise<Fact>): Promise<boolean> {
  for (const asked of pair) if ((await ask([asked])).kind !== "held") return false;
  return true;
}

/** Pairs of values that some item has only one of, where possible with one that has both. */
export function tellingPairs(
  one: Described,
  filters: readonly NamedFilter[],
  items: readonly unknown[],
): readonly Pair[] {
  const valuesOf = (named: NamedFilter) => valuesToAsk(one, named, items);
  return filters
    .flatMap((first, index) =>
      filters.slice(index + 1).flatMap((second) => {
        const pairs = valuesOf(first).flatMap((value) =>
          valuesOf(second).map(
            (other): Pair => [
              { ...first, value },
              { ...second, value: other },
            ],
          ),
        );
        const telling = pairs.filter((pair) => isTelling(pair, items));
        const both = telling.find((pair) => items.some((item) => pair.every((asked) => has(asked, item))));
        const pair = both ?? telling[0];
        return pair === undefined ? [] : [pair];
      }),
    )
    .slice(0, mostPairs);
}

/** True where either value alone would leave an item that the two together do not. */
function isTelling([first, second]: Pair, items: readonly unknown[]): boolean {
  const hasOnly = (asked: Asked, other: Asked) => items.some((item) => has(asked, item) && !has(other, item));
  return hasOnly(first, second) && hasOnly(second, first);
}
