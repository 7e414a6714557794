/** A list that is asked for an order shows its items in it, on all its pages. */
import { isDeepStrictEqual } from "node:util";
import type { Order } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { type Check, inapplicable, type Run } from "../kit/check.ts";
import type { Fact } from "../kit/verdict.ts";
import type { Arguments } from "./arguments.ts";
import { has } from "./filter-facts.ts";
import { valuesToAsk } from "./filter-values.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import {
  isTelling,
  judgeLost,
  judgeOpposites,
  judgeOrder,
  judgeRepeated,
  type OrderedList,
  tellingValues,
} from "./order-facts.ts";
import { idsIn, type Reading, readItems } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

const family = "sorted";
/** Orders that are asked for: of many, the first. */
const mostOrders = 8;
/** Filters beside which an order is asked for. */
const mostFilters = 2;
/** How often a list is read in one order until it is the same as the time before. */
const mostReads = 3;

/** The check of a list that takes an order; none for any other operation. */
export function sortedListCheck(one: Described): Check[] {
  const sort = listingOf(one.row)?.sort;
  if (sort === undefined) return [];
  return operationCheck(one, {
    family,
    title: `with ${sort.parameter}, it lists its items in the order that is asked for`,
    run: (run) =>
      withOperation(run, one, (args) =>
        judgeOrders(run, one, args, sort.parameter, sort.orders.slice(0, mostOrders)),
      ),
  });
}

async function judgeOrders(
  run: Run,
  one: Described,
  args: Arguments,
  parameter: string,
  orders: readonly Order[],
): Promise<Fact[]> {
  const readAll = () => run.withCardLock(() => readWhole(run, one, args));
  const all = await readAll();
  if (all.items.length < tellingValues) return [inapplicable(`${nameOf(one.row)} lists too little to tell`)];
  const lists: OrderedList[] = [];
  const wanted = [
    ...orders.map((order) => ({ parameter, order, count: all.items.length })),
    ...besideFilters(one, orders, all.items).map((asked) => ({ parameter, ...asked })),
  ];
  for (const asked of wanted) {
    // What another check writes meanwhile would stand elsewhere.
    const list = await run.withCardLock(() => readTwice(run, one, args, asked));
    if (list !== null) lists.push(list);
  }
  // What was removed or created since may be missing.
  const stays = all.isWhole && lists.some((list) => judgeLost(one, list, all.items) !== null);
  const still = stays ? idsIn(one, (await readAll()).items) : null;
  const kept =
    still === null ? [] : all.items.filter((item) => [...idsIn(one, [item])].some((id) => still.has(id)));
  const facts = [
    ...lists.flatMap((list) => judgeLost(one, list, kept) ?? []),
    ...lists.flatMap((list) => judgeOrder(one, list) ?? []),
    ...lists.flatMap((list) => judgeRepeated(one, list) ?? []),
    ...lists.flatMap((list) => lists.flatMap((other) => judgeOpposites(one, list, other) ?? [])),
  ];
  if (facts.length > 0) return facts;
  if (lists.length < wanted.length) return [inapplicable("the list changes while it is read")];
  const isOpen = lists.some(isTelling);
  const few = `its items have fewer than ${tellingValues} different values`;
  return [inapplicable(isOpen ? "how its values are compared is left open" : few)];
}

/** How a list is asked for, and how many items it has so. */
interface Asked extends Pick<OrderedList, "order" | "parameter" | "beside"> {
  readonly count: number;
}

/**
 * Orders that are asked for beside a value of a filter: both ways of the first one that says which way it is, since one of
 * the two may be how the list comes anyway.
 */
function besideFilters(one: Described, orders: readonly Order[], all: readonly unknown[]) {
  const first = orders.find(({ direction, isRanked }) => direction !== null && isRanked !== true);
  const both = orders.filter(({ pointer, direction }) => pointer === first?.pointer && direction !== null);
  const named = Object.entries(listingOf(one.row)?.filters ?? {}).flatMap(([name, filter]) =>
    filter.isText ? [] : [{ name, filter }],
  );
  const telling = named.flatMap((filter) => {
    const values = valuesToAsk(one, filter, all).map((value) => {
      const left = all.filter((item) => has({ ...filter, value }, item));
      const different = new Set(left.map((item) => valueAt(item, first?.pointer ?? "")));
      return { beside: { name: filter.name, value }, count: left.length, different: different.size };
    });
    const [best] = values.sort((some, others) => others.different - some.different);
    return best === undefined || best.different < tellingValues ? [] : [best];
  });
  return telling
    .slice(0, mostFilters)
    .flatMap(({ beside, count }) => both.map((order) => ({ order, beside, count })));
}

/** A list as it is, with the requests for its pages, and whether it was read to its end. */
export async function readWhole(run: Run, one: Described, args: Arguments, reading: Reading = {}) {
  const purpose = idOf(family, one);
  const { length } = run.probe.session.exchanges;
  const items = await readItems(run, one, args, purpose, reading);
  const sent = run.probe.session.exchanges.slice(length).filter((sent) => sent.purpose === purpose);
  const { paginated } = one.row;
  const next = paginated === null ? null : valueAt(sent.at(-1)?.response?.json, paginated.cursor);
  const isWhole = sent.length > 0 && listingOf(one.row)?.numbered === undefined && typeof next !== "string";
  return { items, pages: sent.map(({ id }) => id), isWhole };
}

/** A list in one order, read until it is the same as the time before; null where it is never the same twice in a row. */
export async function readTwice(
  run: Run,
  one: Described,
  args: Arguments,
  { parameter, order, beside, count }: Asked,
): Promise<OrderedList | null> {
  const id = listingOf(one.row)?.id?.pointer ?? order.pointer;
  // Several pages, where there are as many items: a cursor has to keep what was asked for.
  const filter = {
    ...(beside && { [beside.name]: String(beside.value) }),
    ...(parameter !== null && { [parameter]: order.value }),
  };
  const reading = { filter, perPage: Math.ceil(count / 3), asItComes: true } as const;
  let before: readonly unknown[] | null = null;
  for (let read = 0; read < mostReads; read += 1) {
    const { items, pages, isWhole } = await readWhole(run, one, args, reading);
    const sequence = items.map((item) => [valueAt(item, id), valueAt(item, order.pointer)]);
    if (before !== null && isDeepStrictEqual(sequence, before))
      return { order, parameter, items, pages, isWhole, ...(beside && { beside }) };
    before = sequence;
  }
  return null;
}
