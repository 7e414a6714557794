/** Items that the run creates itself: for what uses items up, and where nothing is there to begin with. */
import { valueAt } from "../../../src/core/json.ts";
import { type Exchange, quoted, succeeded } from "../../wire/exchange.ts";
import type { Run } from "../kit/check.ts";
import { Inconclusive, ifConclusive, onInconclusive } from "../kit/inconclusive.ts";
import { acceptedBodies } from "./acceptance.ts";
import { type Arguments, argumentsOf, inPath, type OwnItem } from "./arguments.ts";
import { afterwards, type Creator, creatorOf, removes } from "./creators.ts";
import { listedItems, sourceOf } from "./listed-items.ts";
import { madeByPut } from "./made-by-put.ts";
import { makerOf } from "./maker.ts";
import { createNew, freeChoices, listOfNew, pathAbove } from "./new-item.ts";
import { type Described, isOnce, isWrite, nameOf, pathParameters, valuesIn } from "./operation.ts";
import { oppositeOf, samePath } from "./opposite.ts";
import { placeOf } from "./place.ts";
import { onWhat, waysBack } from "./put-back.ts";
import { send } from "./send.ts";
import { carryOut, stepsBefore } from "./steps-before.ts";
import { sameRead } from "./view.ts";

/**
 * The arguments of an operation. What uses items up gets those that this run has created, a new one each time, or where
 * it creates none some of those that are there; anything else gets one of its own only where the server shows none.
 *
 * @param caller - The operation for which it is called, if not for itself: it gets as many of those that are there.
 * @throws Inconclusive if there is none.
 */
export async function itemArguments(run: Run, one: Described, caller = one.row.id): Promise<Arguments> {
  const creator = run.writes ? (creatorOf(one) ?? bringerOf(one)) : null;
  if (creator === null) {
    // What stands below an item is not removed either where the run has not made it.
    const isSeen = removes(one.row) || (one.row.method === "DELETE" && sameRead(one) !== null);
    const maker = isSeen && run.writes ? makerOf(one) : null;
    if (maker !== null) return run.memoize(`own items of ${one.row.id}`, () => madeByPut(run, one, maker));
    if (removes(one.row))
      throw new Inconclusive(`${nameOf(one.row)} removes what this run has not created, so it is not called`);
    const isForGood = one.row.changes === null || waysBack(one).length === 0;
    const opposite = oppositeOf(one);
    if (opposite !== null) return run.memoize(`item of ${one.row.id}`, () => eitherWay(run, one, opposite));
    return run.writes && isOnce(one.row) && isForGood
      ? run.memoize(`listed items of ${one.row.id} for ${caller}`, () => placedItems(run, one))
      : argumentsOf(run, one);
  }
  if (removes(one.row) || isOnce(one.row))
    return run.memoize(`own items of ${one.row.id}`, async () => {
      const make = async () => (await create(run, creator, one.row.id)).args;
      const steps = isOnce(one.row) ? await ifConclusive(stepsBefore(run, one, make)) : [];
      // What others alone bring about, such as a decision, is there for some of those that are listed.
      if (steps === null && sourceOf(one) !== null) return placedItems(run, one);
      const before = steps ?? [];
      // Something may be made below the same item again and again.
      if (isOnce(one.row) && "201" in one.row.responses) {
        const { args } = await created(run, one, creator, before);
        if (!(await placeOf(run, one, args)).isUsedUp) return args;
      }
      return ownItems(run, one, creator, before);
    });
  const found = await onInconclusive(argumentsOf(run, one), (reason) => reason);
  if (!(found instanceof Inconclusive) && found.isLive) return found;
  return run.memoize(
    `own item of ${creator.one.row.id}`,
    async () => (await create(run, creator, one.row.id)).args,
  );
}

/**
 * What both of two opposites can be called on: the item that one of them was accepted for is as the other one needs it then,
 * while what was so already may be for somebody else to change.
 */
async function eitherWay(run: Run, one: Described, opposite: Described): Promise<Arguments> {
  const own = await argumentsOf(run, one);
  const accepted = run.probe.session.exchanges.findLast(
    (sent) => sent.operation === opposite.row.id && succeeded(sent),
  );
  const values = accepted === undefined ? [] : valuesIn(opposite.row, accepted);
  const names = pathParameters(opposite.row);
  if (values.length === 0 || values.length !== names.length) return own;
  const path = Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
  return { ...own, path: samePath(one, opposite, path) };
}

/** Items that are there, another one each time that one was used up; the same one where it is not. */
async function placedItems(run: Run, one: Described): Promise<Arguments> {
  const { args, isUsedUp } = await placeOf(run, one);
  return isUsedUp ? listedItems(run, one) : args;
}

/**
 * What brings a new item to where an operation can be asked for, as its answer leads there: what was withdrawn can be
 * reopened. null for an operation that can be asked for anyway.
 */
function bringerOf({ row, description }: Described, seen: readonly string[] = []): Creator | null {
  const parameter = pathParameters(row).at(-1) ?? "";
  const { operation = "", pointer = "" } = row.bindings[parameter] ?? {};
  const bringer = description.operations[operation];
  if (bringer === undefined || !isWrite(bringer) || !isOnce(row) || seen.includes(row.id)) return null;
  const one = { row: bringer, description };
  // It may have to be brought there itself: what is approved was submitted before.
  const made = creatorOf(one) ?? bringerOf(one, [...seen, row.id]);
  const above = pathParameters(row).slice(0, -1);
  const isKnown = above.every((name) => pathParameters(bringer).includes(name));
  return made === null || !isKnown || comesFrom(made.one, row.id) ? null : { parameter, one, pointer };
}

/** True where an item is what another operation makes in the end, such as of what it is about itself. */
function comesFrom(one: Described, id: string, seen: readonly string[] = []): boolean {
  if (one.row.id === id || seen.includes(one.row.id)) return true;
  const { row, description } = one;
  const parameter = pathParameters(row).at(-1) ?? "";
  const above = [row.creations?.[parameter], row.bindings[parameter]].flatMap(
    (from) => from?.operation ?? [],
  );
  return above.some((other) => {
    const next = description.operations[other];
    return (
      next !== undefined && isWrite(next) && comesFrom({ row: next, description }, id, [...seen, row.id])
    );
  });
}

/** A new item, of which steps were asked. */
async function created(
  run: Run,
  { row }: Described,
  creator: Creator,
  steps: readonly Described[],
): Promise<Created> {
  const made = await create(run, creator, row.id);
  await carryOut(run, steps, made.args);
  return made;
}

/** Arguments with another item each time that one was used up. */
async function ownItems(
  run: Run,
  one: Described,
  creator: Creator,
  steps: readonly Described[],
): Promise<Arguments> {
  const { args, isScarce } = await created(run, one, creator, steps);
  let now = args;
  const item: OwnItem = {
    isUsedUp: false,
    isScarce,
    note: (exchange) => {
      item.isUsedUp ||= succeeded(exchange);
    },
    renew: async () => {
      now = (await created(run, one, creator, steps)).args;
      item.isUsedUp = false;
    },
  };
  return {
    get path() {
      return now.path;
    },
    query: now.query,
    isLive: true,
    isCreated: true,
    item,
  };
}

/** A new item, and whether what it is created from is scarce. */
interface Created {
  readonly args: Arguments;
  readonly isScarce: boolean;
}

/** How many of the items that are there are tried until something can be created from one. */
const mostTried = 6;

async function create(run: Run, creator: Creator, caller: string): Promise<Created> {
  const { parameter, one, pointer } = creator;
  if (one.row.creates !== undefined) return { args: await createByPut(run, one), isScarce: false };
  const args = await itemArguments(run, one, caller);
  run.notify(`calls ${nameOf(one.row)}${onWhat(args)}; ${afterwards(one)}`);
  const [body] = await acceptedBodies(run, one, args);
  let exchange = await send(run, one, args, { purpose: "arguments", body });
  for (let tried = 1; tried < mostTried && args.item !== undefined && isConflict(exchange); tried += 1)
    exchange = await send(run, one, args, { purpose: "arguments", body });
  const value = inPath(succeeded(exchange) ? valueAt(exchange.response?.json, pointer) : null);
  if (value !== null)
    return {
      args: { path: { ...args.path, [parameter]: value }, query: {}, isLive: true, isCreated: true },
      isScarce: args.item?.isScarce === true,
    };
  throw new Inconclusive(`${nameOf(one.row)} shows no ${parameter}: ${quoted(exchange)}`, [exchange.id]);
}

const isConflict = ({ response }: Exchange) => response?.status === 409;

/** Creates an item under an id of this run's own choice. */
async function createByPut(run: Run, one: Described): Promise<Arguments> {
  const fullest = await itemArguments(run, listOfNew(one).list);
  // Of the few ids that there may be, it may have all.
  const isFull = (await freeChoices(run, one, fullest.path))?.length === 0;
  const above = isFull ? await itemArguments(run, one) : fullest;
  if (!above.isLive) throw new Inconclusive(`nothing shows below what ${nameOf(one.row)} can be called`);
  run.notify(`calls ${nameOf(one.row)} with ids that nothing has; ${afterwards(one)}`);
  const { path } = await createNew(run, one, pathAbove(one, above.path));
  return { path, query: {}, isLive: true, isCreated: true };
}
