/** A DELETE that is accepted does something to the item in its path. */
import { jsonText } from "../../base/json-text.ts";
import { type Exchange, outcomeOf, succeeded } from "../../wire/exchange.ts";
import { ask } from "../kit/ask.ts";
import { type Check, held, missing, type Run } from "../kit/check.ts";
import { readBack } from "../kit/paged.ts";
import type { Fact } from "../kit/verdict.ts";
import { acceptedBodies } from "./acceptance.ts";
import type { Arguments } from "./arguments.ts";
import { judgeBelow, servedBelow } from "./below-removed.ts";
import { listAbove } from "./named-item.ts";
import {
  callOf,
  type Described,
  idOf,
  nameOf,
  operationCheck,
  pathParameters,
  type Row,
} from "./operation.ts";
import { parsed } from "./related.ts";
import { judgeRemovedFilters } from "./removed-filters.ts";
import { send } from "./send.ts";
import { type Difference, readView, sameRead, type View } from "./view.ts";
import { readSoon, renewed, startWatch } from "./watch.ts";
import { withOperation } from "./with-operation.ts";

const family = "removed";

/** The check of an operation that removes items which this run can create; none for any other operation. */
export function removedCheck(one: Described): Check[] {
  if (one.row.method !== "DELETE" || one.row.creations === undefined) return [];
  return operationCheck(one, {
    family,
    title: "the item in its path is not shown as before",
    run: (run) =>
      withOperation(run, one, async (args) => {
        const [body] = await acceptedBodies(run, one, args);
        await renewed(args, null);
        const id = args.path[pathParameters(one.row).at(-1) ?? ""] ?? "";
        const served = await servedBelow(run, one, args);
        const view = await viewOnceListed(run, one, args, id);
        if (args.item === undefined || !isShown(one, id, view))
          return [missing(`nothing that can be read shows what ${nameOf(one.row)} removes`)];
        const watch = await startWatch(run, one.row.id, () => readView(run, one, args));
        const exchange = await send(run, one, args, { purpose: idOf(family, one), body });
        if (!succeeded(exchange)) return [missing(`it was answered ${outcomeOf(exchange)}`, [exchange.id])];
        const changes = await watch.expectChange();
        // What no list has shown yet can only be gone from the read of itself.
        const below = () => judgeBelow(run, one, args, served, exchange);
        if (!isListed(one, id, view) && (await isGone(run, one, args)))
          return [held("what was removed is not found", exchange.id), ...(await below())];
        const isItsDoing = changes.length === 0 || (await watch.isCalm());
        const judged = judgeRemoved(one.row, id, exchange, changes, isItsDoing);
        if (judged.kind !== "held") return [judged];
        if (!(await isGone(run, one, args)))
          return [judged, ...(await byFilters(run, one, args, { id, before: view, isGone: false }))];
        const isStill = (now: View) => isListedAlike(one, id, view, now);
        const last = await readSoon(
          run,
          () => readView(run, one, args),
          (now) => !isStill(now),
        );
        if (isStill(last)) return [stillListed(one, id, exchange), ...(await below())];
        return [
          judged,
          ...(await below()),
          ...(await byFilters(run, one, args, { id, before: view, isGone: true })),
        ];
      }),
  });
}

/** What the filters of its list show of an item that was listed and is not any more. */
async function byFilters(
  run: Run,
  one: Described,
  args: Arguments,
  { id, before, isGone }: { readonly id: string; readonly before: View; readonly isGone: boolean },
): Promise<readonly Fact[]> {
  const list = one.description.operations[listOf(one)];
  const shown = before.get(listOf(one))?.get(id);
  // It may be listed as one that was removed.
  if (list === undefined || shown === undefined || isListed(one, id, await readView(run, one, args)))
    return [];
  const listed = { row: list, description: one.description };
  // Who is found by no id may still be looked up by a name of its own.
  return judgeRemovedFilters(run, one, args, listed, { id, shown: parsed(shown), isLookedUp: !isGone });
}

/** What can be read, once the list of the item shows it: a list may be late. */
function viewOnceListed(run: Run, one: Described, args: Arguments, id: string): Promise<View> {
  const isEnough = (view: View) => !view.has(listOf(one)) || isListed(one, id, view);
  return readSoon(run, () => readView(run, one, args), isEnough);
}

/** True where the read of the path itself finds nothing. */
async function isGone(run: Run, one: Described, { path }: Arguments): Promise<boolean> {
  const read = sameRead(one);
  if (read === null) return false;
  const { response } = await ask(run, readBack, callOf(read, { path }));
  return [404, 410].includes(response?.status ?? 0);
}

/** The operation that lists the item with which a path ends, by a link or by its path; "" without one. */
function listOf({ row, description }: Described): string {
  const bound = row.bindings[pathParameters(row).at(-1) ?? ""]?.operation;
  return bound ?? listAbove({ row, description })?.row.id ?? "";
}

function isListed(one: Described, id: string, view: View): boolean {
  return view.get(listOf(one))?.has(id) === true;
}

/** True where the list shows the same of an item in two views. */
export function isListedAlike(one: Described, id: string, before: View, after: View): boolean {
  const [was, is] = [before, after].map((view) => view.get(listOf(one))?.get(id));
  return was !== undefined && was === is;
}

/** An item that can't be found any more is not listed as if it could. */
function stillListed(one: Described, id: string, { id: exchange }: Exchange): Fact {
  return {
    kind: "violated",
    message: `${nameOf(one.row)} was accepted, and the item in its path is listed as before, though it is not found by its id.`,
    expected: [`a list without ${id}`],
    received: `${listOf(one)} lists ${id}`,
    exchanges: [exchange],
    isLasting: true,
  };
}

/** True if the item that the path of an operation ends with is shown: where its list is read, by that list. */
export function isShown(one: Described, id: string, view: View): boolean {
  const list = listOf(one);
  // Items of other lists may have the same id, such as 7.
  const isIts = (operation: string) => !view.has(list) || operation === list;
  return [...view].some(
    ([operation, items]) =>
      (isIts(operation) && items.has(id)) || items.get("")?.includes(jsonText(id)) === true,
  );
}

/**
 * Judges a DELETE by what has changed since (RFC 9110, section 9.3.5).
 *
 * @param isItsDoing - False where something changes by itself.
 */
export function judgeRemoved(
  row: Row,
  id: string,
  exchange: Exchange,
  changes: readonly Difference[],
  isItsDoing: boolean,
): Fact {
  const [change] = changes;
  // Where a body is shown whole, it is not told whose change it shows.
  if (changes.some(({ place }) => place.endsWith(` ${id}`) || !place.includes(" ")))
    return held("what was removed is not shown as before", exchange.id);
  if (exchange.response?.status === 202)
    return missing("it was answered 202 and was not to be seen in time", [exchange.id]);
  if (!isItsDoing)
    return missing("something changes by itself; that may be somebody else's doing", [exchange.id]);
  return {
    kind: "violated",
    message: `${nameOf(row)} was accepted, and the item in its path is shown as before.`,
    expected: [`${id} is removed, or shown otherwise`],
    received: change === undefined ? "no change" : `${change.place} ${change.seen}`,
    exchanges: [exchange.id],
    isLasting: true,
  };
}
