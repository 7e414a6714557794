/** What an operation creates stands in the list that has its path, and not in that of another item. */
import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, succeeded } from "../../wire/exchange.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptanceOf, neverAccepted } from "./acceptance.ts";
import { type Arguments, inPath } from "./arguments.ts";
import { type Creation, creationsBelow, judgeLocation, pathPattern } from "./created-item.ts";
import { judgeValues } from "./created-values.ts";
import { idsListed, namingOf } from "./named-item.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import { pauses } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "created";

/** A list of what an operation creates, and where the id stands in its items. */
interface Listing extends Creation {
  readonly list: Described;
  readonly at: string;
}

/** The list that has the path of an operation which creates its items; null without one, or where a read shows each. */
function listingOf(one: Described): Listing | null {
  const { row, description } = one;
  const creations = creationsBelow(one);
  const [creation] = creations;
  const list = Object.values(description.operations).find(
    ({ path, paginated }) => path === row.path && paginated?.id != null,
  );
  const isRead = creations.some(({ below }) => below.row.method === "GET");
  if (creation === undefined || list === undefined || isRead) return null;
  return { ...creation, list: { row: list, description }, at: list.paginated?.id?.pointer ?? "" };
}

/** The check of an operation that creates what a list alone shows; none for any other operation. */
export function listedCheck(one: Described): Check[] {
  const listing = listingOf(one);
  if (listing === null) return [];
  return operationCheck(one, {
    family,
    title: "what it has created is in the list of the same path",
    requirements: [one.row.requirement],
    run: (run) =>
      withOperation(run, one, async (args) => {
        const found = await acceptanceOf(run, one, args);
        if (found.accepted === null) return [missing(neverAccepted(found))];
        const create = (body: unknown) => send(run, one, args, { purpose: idOf(family, one), body });
        const created = [found.accepted];
        for (const body of found.bodies.slice(1)) created.push(await create(body));
        const last = created.findLast(succeeded) ?? found.accepted;
        const id = createdId(listing, last);
        if (id === null) return [missing(`${nameOf(one.row)} shows no ${listing.parameter}`, [last.id])];
        return [
          (await isListedSoon(run, listing, args, last))
            ? held("what was created was listed", last.id)
            : await lookElsewhere(run, one, listing, args, () => create(found.bodies[0])),
          ...judgeLocation(last, pathPattern(listing.below, args.path), id),
          ...judgeValues(one.row, listing.pointer, created),
        ];
      }),
  });
}

/** The id that a response shows of what was created; null where it shows none. */
function createdId({ pointer }: Creation, { response }: Exchange): string | null {
  return inPath(valueAt(response?.json, pointer));
}

/** Tells whether a list shows what was created; waits for what is to be seen only later. */
async function isListedSoon(
  run: Run,
  listing: Listing,
  { path }: Arguments,
  created: Exchange,
): Promise<boolean> {
  const id = createdId(listing, created);
  const isWanted = (item: unknown) => String(valueAt(item, listing.at)) === id;
  for (const pause of id === null ? [] : [0, ...pauses]) {
    await run.probe.session.sleep(pause);
    const items = await readItems(run, listing.list, { path, query: {} }, created.purpose, { isWanted });
    if (items.some(isWanted)) return true;
  }
  return false;
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
 */
async function lookElsewhere(
  run: Run,
  one: Described,
  listing: Listing,
  args: Arguments,
  create: () => Promise<Exchange>,
): Promise<Fact> {
  const others = await otherPaths(run, one, args);
  const look = async (path: Arguments["path"]) => {
    const items = await readItems(run, listing.list, { path, query: {} }, idOf(family, one));
    return new Set(items.map((item) => String(valueAt(item, listing.at))));
  };
  const before = await Promise.all(others.map(look));
  const created = await create();
  if (await isListedSoon(run, listing, args, created)) return held("what was created was listed", created.id);
  const after = await Promise.all(others.map(look));
  const places = others.map((path, index) => ({
    path,
    before: before[index] ?? new Set(),
    after: after[index] ?? new Set(),
  }));
  return judgeElsewhere(one, created, createdId(listing, created), places);
}

/** The arguments of the list below some other items than the one that a path names: the first ones, and those beside it. */
async function otherPaths(run: Run, one: Described, { path }: Arguments): Promise<Arguments["path"][]> {
  const naming = namingOf(one);
  if (naming === null) return [];
  const ids = await idsListed(run, naming, idOf(family, one));
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
