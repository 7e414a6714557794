/** A read or a removal whose path names something under what it does not belong to, where the description shows a 404 for that. */
import { valueAt } from "../../../src/core/json.ts";
import { jsonText } from "../../base/json-text.ts";
import { listingOf } from "../../base/listing.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import type { Call } from "../../wire/request.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, inapplicable, missing, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import { judgeRefusal } from "../kit/refusal.ts";
import { isGone } from "../kit/refused-as-specified.ts";
import { type Fact, violations } from "../kit/verdict.ts";
import { isGranted } from "./acceptance.ts";
import { triedOf } from "./amount.ts";
import type { Arguments } from "./arguments.ts";
import { removes } from "./creators.ts";
import { idsListed, listAbove, type Naming, namingOf } from "./named-item.ts";
import {
  callOf,
  type Described,
  idOf,
  isWrite,
  nameOf,
  operationCheck,
  pathParameters,
} from "./operation.ts";
import { readItems } from "./pages.ts";
import { send } from "./send.ts";
import { variedIds } from "./varied-items.ts";
import { sameRead } from "./view.ts";
import { renewed } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "other-parent";

/** How many others are tried. */
const someOthers = 3;

/** How many items of other kinds are tried under one of them. */
const someKinds = 5;

/** The check of a read or a removal with two ids in its path, of an item and of what that belongs to; none for any other operation. */
export function otherParentCheck(one: Described): Check[] {
  const [parent, last, ...more] = pathParameters(one.row);
  const linked = namingOf(one)?.list ?? null;
  const list = linked ?? listAbove(one);
  const parents = parent === undefined ? null : parentOf(one, parent, list);
  const isCreated = one.row.creations?.[last ?? ""] !== undefined;
  const isItem = last !== undefined && one.row.path.endsWith(`/{${last}}`) && (linked !== null || isCreated);
  const isJudged = !isWrite(one.row) || (removes(one.row) && (sameRead(one) !== null || list !== null));
  if (!isJudged || !("404" in one.row.responses) || parents === null || !isItem || more.length > 0) return [];
  return operationCheck(one, {
    family,
    title: `a request with another ${parent}, to which the ${last} in its path does not belong, ${removes(one.row) ? "removes nothing" : "is refused"}`,
    run: (run) =>
      withOperation(run, one, async (args) => {
        const own = args.path[parents.parameter];
        if (!args.isLive) return [inapplicable("it is read of an example")];
        const others = (await idsListed(run, parents, idOf(family, one))).filter((id) => id !== own);
        const facts: Fact[] = [];
        const { parameter } = parents;
        const tried = triedOf([...new Set(others)], someOthers);
        if (removes(one.row)) return removedUnder(run, one, args, { list, parameter, others: tried });
        for (const other of tried) facts.push(await judgeUnder(run, one, args, { list, parameter, other }));
        const [other] = others;
        if (other === undefined) return [missing(`there is no other ${parent}`)];
        for (const path of await otherKinds(run, one, args, list))
          facts.push(await judgeUnder(run, one, { ...args, path }, { list, parameter, other }));
        // Where the same id belongs to some of them as well, the others tell.
        const telling = facts.filter(({ kind }) => kind !== "missing");
        return telling.length > 0 ? telling : facts;
      }),
  });
}

/** Removes an item under each of some other parents, and looks whether it is still there under its own. */
async function removedUnder(
  run: Run,
  one: Described,
  args: Arguments,
  { list, parameter, others }: Omit<Other, "other"> & { readonly others: readonly string[] },
): Promise<readonly Fact[]> {
  const purpose = idOf(family, one);
  const facts: Fact[] = [];
  for (const other of others) {
    await renewed(args, null);
    const { path } = args;
    const look = (at = path) => lookFor(run, one, list, at);
    // The same id may belong to both: what is not the run's own is not removed.
    const there = await look({ ...path, [parameter]: other });
    if (there.isThere !== false) {
      facts.push(missing("it may belong to both", [there.id]));
      continue;
    }
    const before = await look();
    const alteration = {
      description: `with another ${parameter}, to which the item in its path does not belong,`,
    };
    const change = (call: Call) => ({ ...call, path: { ...path, [parameter]: other } });
    const altered = await send(run, one, args, { purpose, alteration, change });
    const after = await look();
    const seen = [before, altered, after].map(({ id }) => id);
    if (before.isThere && after.isThere) facts.push(held("the item was still there", altered.id));
    // What was refused is not the reason.
    else if (!before.isThere || !succeeded(altered) || after.isThere !== false)
      facts.push(missing("the item can't be read under its own", seen));
    else
      return violations({
        message: `${nameOf(one.row)} with another ${parameter} removes an item that does not belong to that.`,
        expected: ["404, or another refusal, and the item as it was"],
        received: `${outcomeOf(altered)}, and then nothing under its own ${parameter}`,
        exchanges: seen,
      });
  }
  return facts.length > 0 ? facts : [missing(`there is no other ${parameter}`)];
}

/** Whether an item is there, by the read of its path, or else by the list of such; null where that cannot be told. */
async function lookFor(
  run: Run,
  one: Described,
  list: Described | null,
  path: Arguments["path"],
): Promise<{ readonly isThere: boolean | null; readonly id: string }> {
  const [purpose, source] = [idOf(family, one), sameRead(one)];
  if (source !== null) {
    const exchange = await ask(run, purpose, callOf(source, { path }));
    return { isThere: succeeded(exchange) || (isGone(exchange) ? false : null), id: exchange.id };
  }
  const [last = ""] = pathParameters(one.row).slice(-1);
  const isWanted = (item: unknown) => String(valueAt(item, pointerIn(list))) === path[last];
  const items =
    list === null
      ? null
      : await ifConclusive(readItems(run, list, { path, query: {} }, purpose, { isWanted }));
  const isThere = items === null ? null : items.some(isWanted);
  return { isThere, id: run.probe.session.exchanges.at(-1)?.id ?? "" };
}

/** The paths of items of other kinds below the same parent: a server may look at the parent of some alone. */
async function otherKinds(
  run: Run,
  one: Described,
  { path }: Arguments,
  list: Described | null,
): Promise<readonly Arguments["path"][]> {
  const [last = ""] = pathParameters(one.row).slice(-1);
  if (list === null || listingOf(list.row)?.id == null) return [];
  const items = await readItems(run, list, { path, query: {} }, idOf(family, one));
  const ids = variedIds(items, pointerIn(list)).filter((id) => id !== path[last]);
  return ids.slice(0, someKinds).map((id) => ({ ...path, [last]: id }));
}

/** JSON pointer to the id in an item of a list; "" where items have none. */
const pointerIn = (list: Described | null) => (list && listingOf(list.row))?.id?.pointer ?? "";

/** What the first parameter of the path names: an item of another list, as the list of the items says, or the path itself. */
function parentOf(one: Described, parent: string, list: Described | null): Naming | null {
  const end = one.row.path.indexOf(`{${parent}}`) + parent.length + 2;
  const [own, listed] = [{ ...one, row: { ...one.row, path: one.row.path.slice(0, end) } }, list].map(
    (described) => (described === null ? null : namingOf(described)),
  );
  return listed?.parameter === parent ? listed : (own ?? null);
}

/** Another parent than that of the item. */
interface Other {
  /** Lists the items of a parent; null where nothing does. */
  readonly list: Described | null;
  readonly parameter: string;
  readonly other: string;
}

/** Reads an item under another parent, between two reads of it under its own. */
async function judgeUnder(
  run: Run,
  one: Described,
  args: Arguments,
  { list, parameter, other }: Other,
): Promise<Fact> {
  const purpose = idOf(family, one);
  const path = { ...args.path, [parameter]: other };
  const [last = ""] = pathParameters(one.row).slice(-1);
  const isIt = (item: unknown) => String(valueAt(item, pointerIn(list))) === args.path[last];
  const items =
    list === null ? [] : await readItems(run, list, { path, query: {} }, purpose, { isWanted: isIt });
  if (items.some(isIt)) return missing(`the same ${last} belongs to both`);
  const before = await send(run, one, args, { purpose });
  const alteration = { description: `with another ${parameter}, to which its ${last} does not belong,` };
  const altered = await send(run, one, args, { purpose, alteration, change: (call) => ({ ...call, path }) });
  const after = await send(run, one, args, { purpose });
  const [own = ""] = [args.path[parameter]];
  const granted = (exchange: Exchange) =>
    isGranted(one.row, exchange) && isSame(before, exchange, own, other);
  const rule = { expected: "404, or another refusal", granted };
  return judgeRefusal({ before, altered, after }, rule);
}

/**
 * True where two reads show the same, but for the id of the parent: ids may count from 1 for each parent, and then the
 * same path ends with something else.
 */
export function isSame(one: Exchange, other: Exchange, ownParent: string, otherParent: string): boolean {
  const text = ({ response }: Exchange) => jsonText(response?.json ?? null);
  const [own, others] = [ownParent, otherParent].map((id) => jsonText(id));
  return text(one) === text(other).replaceAll(others ?? "", own ?? "");
}
