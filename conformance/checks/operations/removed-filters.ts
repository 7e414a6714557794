/** What was removed is listed by no filter any more, as it is not without one. */
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import type { Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { readBack } from "../kit/paged.ts";
import type { Fact } from "../kit/verdict.ts";
import { type Arguments, inPath } from "./arguments.ts";
import { filtersOf } from "./filter-follows.ts";
import { isAskable, shownAt } from "./filter-values.ts";
import { type Described, nameOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { readSoon } from "./watch.ts";

/** How many filters are asked for what was removed. */
const mostFilters = 4;

/** An item that was removed, as its list has shown it. */
interface Removed {
  readonly id: string;
  readonly shown: unknown;
  /** True where no read says that it is gone: then filters of a few values alone are asked. */
  readonly isLookedUp: boolean;
}

/** Judges whether filters of a list still show an item that the list shows no more: an index may be late, for some seconds. */
export async function judgeRemovedFilters(
  run: Run,
  { row, description }: Described,
  { path }: Pick<Arguments, "path">,
  list: Described,
  { id, shown, isLookedUp }: Removed,
): Promise<readonly Fact[]> {
  const pointer = listingOf(list.row)?.id?.pointer ?? "/id";
  const isIt = (item: unknown) => inPath(valueAt(item, pointer)) === id;
  const filters = filtersOf({ row: list.row, description });
  const asked = filters.flatMap((named) => {
    if (isLookedUp && named.filter.values === null) return [];
    const [value] = shownAt(named, shown).filter((one) => isAskable(list, named, one));
    return value === undefined ? [] : [{ name: named.name, value: String(value) }];
  });
  const facts: Fact[] = [];
  for (const { name, value } of asked.slice(0, mostFilters)) {
    const { length } = run.probe.session.exchanges;
    const read = () =>
      readItems(run, list, { path, query: {} }, readBack, { isWanted: isIt, filter: { [name]: value } });
    const items = await ifConclusive(readSoon(run, read, (found) => !found.some(isIt)));
    if (items === null || !items.some(isIt)) continue;
    facts.push({
      kind: "violated",
      message: `${nameOf(list.row)}?${name}=${value} still lists what ${nameOf(row)} has removed, though the list without it does not.`,
      expected: [`a list without ${id}`],
      received: id,
      exchanges: run.probe.session.exchanges
        .slice(length)
        .map((one) => one.id)
        .slice(-1),
      isLasting: true,
    });
  }
  return facts;
}
