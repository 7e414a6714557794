/** Whether a read of what belongs to an item, such as the events of a shipment, shows what belongs to that one. */
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { ownerNames } from "../../base/owner-names.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { held, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { idsListed, namingOf } from "./named-item.ts";
import { callOf, type Described, idOf, isWrite, nameOf } from "./operation.ts";

/** How many further items are looked at, since some may have nothing. */
const someOthers = 3;

/**
 * Compares the id in the path of such a read with the ids that its answer shows of what it belongs to.
 *
 * @param accepted - The response to a request as specified.
 * @returns Nothing where none is shown, or where it may be told what it belongs to.
 */
export async function judgeBelonging(
  run: Run,
  one: Described,
  args: Arguments,
  accepted: Exchange | null,
): Promise<readonly Fact[]> {
  const naming = namingOf(one);
  if (accepted === null || naming === null || !args.isLive || isWrite(one.row)) return [];
  const { parameter } = naming;
  const own = args.path[parameter] ?? "";
  for (const name of ownerNames(one.row.path, parameter)) {
    const facts = judgeOwners(one, name, own, accepted);
    if (facts.length > 0) return facts;
    const [other, ...rest] = ownersIn(one, name, accepted);
    if (other === undefined || !rest.every((id) => id === other)) continue;
    const looks = await ifConclusive(lookAtOthers(run, one, args, own, other));
    if (looks !== null) return judgeStrangers(one, name, { own, other, accepted, ...looks });
  }
  return [];
}

/** The ids under a name in what an answer shows, as they stand in a path. */
function ownersIn(one: Described, name: string, { response }: Exchange): readonly string[] {
  const naming = namingOf(one);
  const listing = listingOf(one.row);
  const found = listing === null ? response?.json : valueAt(response?.json, listing.items);
  if (naming === null) return [];
  return (Array.isArray(found) ? found : [found])
    .map((item) => valueAt(item, `/${name}`))
    .filter(naming.fits)
    .map(String);
}

/**
 * Judges one answer. Where none of the ids is that of the path, they may speak of something else, as those of the cards
 * that replace a card.
 */
export function judgeOwners(one: Described, name: string, own: string, accepted: Exchange): readonly Fact[] {
  const shown = ownersIn(one, name, accepted);
  const other = shown.find((id) => id !== own);
  if (!shown.includes(own)) return [];
  if (other === undefined) return [held("what belongs to the item was shown", accepted.id)];
  return [violation(one, name, own, other, [accepted.id])];
}

/** What a read shows of other items than the one that was asked for. */
interface Looks {
  /** Of the item to which everything belongs, as it is shown. */
  readonly theirs: Exchange;
  /** Of further items. */
  readonly others: readonly Exchange[];
}

/** Reads the same of the item to which all belongs that an answer shows, and of others. @throws Inconclusive */
async function lookAtOthers(
  run: Run,
  one: Described,
  args: Arguments,
  own: string,
  other: string,
): Promise<Looks | null> {
  const naming = namingOf(one);
  if (naming === null) return null;
  const purpose = idOf("accepted", one);
  const ids = await idsListed(run, naming, purpose);
  // What is no item of the list need not be known to the server.
  if (!ids.includes(other)) return null;
  const look = (id: string) =>
    ask(run, purpose, callOf(one, { path: { ...args.path, [naming.parameter]: id }, query: args.query }));
  const further = ids.filter((id) => id !== own && id !== other).slice(0, someOthers);
  const others: Exchange[] = [];
  for (const id of further) others.push(await look(id));
  return { theirs: await look(other), others };
}

/**
 * Judges an answer in which everything belongs to another item. That may be one that came before: it is held against a
 * server only where that item shows its own, and a third one shows the same.
 */
export function judgeStrangers(
  one: Described,
  name: string,
  { own, other, accepted, theirs, others }: Looks & Record<"own" | "other", string> & { accepted: Exchange },
): readonly Fact[] {
  const isAll = (exchange: Exchange) => {
    const shown = ownersIn(one, name, exchange);
    return shown.length > 0 && shown.every((id) => id === other);
  };
  const third = others.find(isAll);
  if (!isAll(theirs) || third === undefined) return [];
  return [violation(one, name, own, other, [accepted.id, theirs.id, third.id])];
}

function violation(
  { row }: Described,
  name: string,
  own: string,
  other: string,
  exchanges: readonly string[],
): Fact {
  return {
    kind: "violated",
    message: `${nameOf(row)} shows what belongs to another ${name} than its path names.`,
    expected: [own],
    received: other,
    exchanges,
  };
}
