/** Where something that was created is listed: in the list of its own path, or in that of another item. */
import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { held, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { idsListed, namingOf } from "./named-item.ts";
import { type Described, nameOf } from "./operation.ts";
import { readItems } from "./pages.ts";
import { readSoon } from "./watch.ts";

/** A list, and where the id stands in its items. */
export interface Listing {
  readonly list: Described;
  readonly at: string;
}

/** Something that was created, with its id; null where that is not known. */
export interface Made {
  readonly exchange: Exchange;
  readonly id: string | null;
}

/** Tells whether a list shows what was created; waits for what is to be seen only later. */
export async function isListedSoon(
  run: Run,
  { list, at }: Listing,
  path: Arguments["path"],
  { id, exchange }: Made,
): Promise<boolean> {
  const isWanted = (item: unknown) => String(valueAt(item, at)) === id;
  const isThere = (items: readonly unknown[]) => items.some(isWanted);
  const read = () => readItems(run, list, { path, query: {} }, exchange.purpose, { isWanted });
  return id !== null && isThere(await readSoon(run, read, isThere));
}

/** What the list below another item showed before something was created, and afterwards. */
interface Place {
  readonly path: Arguments["path"];
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/**
 * Creates one more and looks for it below other items. That the list of its own path does not show it says nothing by
 * itself: it may be a draft, or be listed later.
 *
 * @param path - The path of the list.
 */
export async function lookElsewhere(
  run: Run,
  one: Described,
  listing: Listing,
  path: Arguments["path"],
  { purpose, create }: { readonly purpose: string; readonly create: () => Promise<Made> },
): Promise<Fact> {
  // The path of a PUT that creates names the item as well.
  const others = await otherPaths(run, one.row.creates === undefined ? one : listing.list, path, purpose);
  const look = async (other: Arguments["path"]) => {
    const items = await readItems(run, listing.list, { path: other, query: {} }, purpose);
    return new Set(items.map((item) => String(valueAt(item, listing.at))));
  };
  const before = await Promise.all(others.map(look));
  const made = await create();
  if (await isListedSoon(run, listing, path, made))
    return held("what was created was listed", made.exchange.id);
  const after = await Promise.all(others.map(look));
  const places = others.map((other, index) => ({
    path: other,
    before: before[index] ?? new Set<string>(),
    after: after[index] ?? new Set<string>(),
  }));
  return judgeElsewhere(one, made.exchange, made.id, places);
}

/** The paths of a list below some other items than the one that a path names: the first ones, and those beside it. */
async function otherPaths(
  run: Run,
  one: Described,
  path: Arguments["path"],
  purpose: string,
): Promise<Arguments["path"][]> {
  const naming = namingOf(one);
  if (naming === null) return [];
  const ids = await idsListed(run, naming, purpose);
  const own = ids.indexOf(path[naming.parameter] ?? "");
  const near = ids.filter((_, index) => index < 2 || Math.abs(index - own) === 1);
  return near.flatMap((id) => (id === ids[own] ? [] : [{ ...path, [naming.parameter]: id }]));
}

/** Judges where something that its own list does not show has appeared. */
export function judgeElsewhere(
  { row }: Described,
  created: Exchange,
  id: string | null,
  places: readonly Place[],
): Fact {
  const place = places.find(({ before, after }) => id !== null && !before.has(id) && after.has(id));
  if (!succeeded(created) || id === null || place === undefined)
    return missing(`nothing that can be read shows what ${nameOf(row)} creates`, [created.id]);
  return {
    kind: "violated",
    message: `${nameOf(row)} creates below another item than its path names.`,
    expected: [`${id} in the list of the same path`],
    received: `${id} in the list of ${Object.values(place.path).join(", ")}`,
    exchanges: [created.id],
  };
}
