/** A list that is asked for what lies on one side of a bound, such as for what came since a day, shows that alone and all of it. */
import type { Range } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { isMoment, localTimeOf, orderOf } from "../../base/order.ts";
import { type Check, held, inapplicable, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { triedOf } from "./amount.ts";
import type { Arguments } from "./arguments.ts";
import {
  closestOf,
  edgeOf,
  inOtherZone,
  justPast,
  nightBounds,
  plainBounds,
  sideOfDay,
  smallStep,
  toleranceMs,
} from "./bounds.ts";
import { shownTwice } from "./filter-facts.ts";
import { type Described, idOf, nameOf, operationCheck } from "./operation.ts";
import { idsIn, type Reading, readItems, somePages } from "./pages.ts";
import { withOperation } from "./with-operation.ts";

/** A bound that is asked for. */
interface Bound extends Range {
  readonly name: string;
  /** As an item shows it. */
  readonly value: unknown;
}

/** What was seen of a list: all of it, then with the bound, then all of it again. */
interface Seen {
  readonly before: readonly unknown[];
  readonly shown: readonly unknown[];
  readonly after: readonly unknown[];
  /** Ids of the exchanges with the bound: one for each page. */
  readonly pages: readonly string[];
}

/** One check for each bound of a list; none for any other operation. */
export function rangeChecks(one: Described): Check[] {
  return Object.entries(listingOf(one.row)?.ranges ?? {}).flatMap(([name, range]) =>
    operationCheck(one, {
      family: `range.${name}`,
      title: `with ${name}, it lists every item on this side of it, and no other`,
      run: (run) => withOperation(run, one, (args) => judge(run, one, args, { name, ...range })),
    }),
  );
}

async function judge(
  run: Run,
  one: Described,
  args: Arguments,
  named: Omit<Bound, "value">,
): Promise<readonly Fact[]> {
  const purpose = idOf(`range.${named.name}`, one);
  const look = (reading: Reading = {}) => run.withCardLock(() => readItems(run, one, args, purpose, reading));
  const before = await look();
  const shown = before.map((item) => valueIn(item, named));
  const schema = one.row.queryBounds[named.name];
  const isAllowed = (bound: unknown) => schema === undefined || validators[schema](bound);
  const plain = plainBounds(shown).filter(isAllowed);
  if (plain.length === 0) return [inapplicable(`no ${named.name} has items on one of its sides`)];
  const judgeBound = async (bound: unknown, beside: Opposite | null = null): Promise<Fact> => {
    const { length } = run.probe.session.exchanges;
    // Several pages, where there are as many items: a cursor has to keep what was asked for.
    const perPage = Math.ceil(before.length / 6);
    const other = beside === null ? {} : { [beside.name]: String(beside.value) };
    const left = await look({ filter: { ...other, [named.name]: String(bound) }, perPage });
    const pages = run.probe.session.exchanges.slice(length).filter((sent) => sent.purpose === purpose);
    const isBefore = (item: unknown) => beside === null || isWithin(beside, valueIn(item, named));
    const seen = { before: before.filter(isBefore), shown: left, after: await look() };
    return judgeRange(one, { ...named, value: bound }, { ...seen, pages: pages.map(({ id }) => id) });
  };
  const facts: Fact[] = [];
  for (const bound of plain) facts.push(await judgeBound(bound));
  const elsewhere = inOtherZone(closestOf(shown));
  const isStated = elsewhere !== null && schema !== undefined;
  const moments = before.map((item) => valueAt(item, named.pointer));
  const others = [
    ...(isStated ? [elsewhere] : []),
    ...(typeof named.zone === "string" ? nightBounds(moments, named.side, named.zone) : []),
    ...justPast(
      triedOf(shown, mostPast),
      named.side,
      one.row.query[named.name] === "integer" ? 1 : smallStep,
    ),
  ];
  for (const bound of others.filter(isAllowed)) {
    // A service may know times of one zone alone, or bounds of some size.
    const fact = await ifConclusive(judgeBound(bound));
    if (fact !== null) facts.push(fact);
  }
  const opposite = facts.every(({ kind }) => kind === "held") ? oppositeOf(one, named, shown) : null;
  const both = opposite === null ? null : await ifConclusive(judgeBound(plain[0], opposite));
  return both === null ? facts : [...facts, both];
}

/** The bound on the other side of the same property, with a value that leaves all but what has just this one. */
type Opposite = Pick<Bound, "name" | "side" | "value">;

function oppositeOf(
  { row }: Described,
  named: Omit<Bound, "value">,
  shown: readonly unknown[],
): Opposite | null {
  const found = Object.entries(listingOf(row)?.ranges ?? {}).find(
    ([name, { pointer, side }]) => name !== named.name && pointer === named.pointer && side !== named.side,
  );
  if (found === undefined || named.zone === null) return null;
  const [name, { side }] = found;
  const [value] = edgeOf(shown, side);
  const schema = row.queryBounds[name];
  const isAllowed = schema === undefined || validators[schema](value);
  return value === undefined || !isAllowed ? null : { name, side, value };
}

/** True for a value that is surely on this side of a bound. */
function isWithin({ side, value }: Opposite, own: unknown): boolean {
  const [order, bound] = [orderOf(own), orderOf(value)];
  if (order === null || bound === null) return false;
  const tolerance = isMoment(value) ? toleranceMs : 0;
  return side === "lower" ? order - bound > tolerance : bound - order > tolerance;
}

/** Of how many items a bound is asked for that they are just beyond. */
const mostPast = 4;

/** What of an item is compared with a bound: its value, or the day of it. */
function valueIn(item: unknown, { pointer, zone }: Pick<Range, "pointer" | "zone">): unknown {
  const value = valueAt(item, pointer);
  return zone === undefined ? value : localTimeOf(value, zone ?? "UTC")?.day;
}

/** How far off a value may be and still be on the other side: a time may be compared by its second. */
function toleranceOf({ value }: Bound): number {
  return isMoment(value) ? toleranceMs : 0;
}

/** Judges what a list showed with a bound: what has just its value may be shown or not. */
export function judgeRange(one: Described, bound: Bound, seen: Seen): Fact {
  const { name, pointer, side, value, isInclusive, isExclusive } = bound;
  const tolerance = toleranceOf(bound);
  /** How far an item is on the side that is asked for. */
  const within = (item: unknown): number | null => {
    const [own, edge] = [orderOf(valueIn(item, bound)), orderOf(value)];
    if (own === null || edge === null) return null;
    return side === "lower" ? own - edge : edge - own;
  };
  const isComparable = (item: unknown) => within(item) !== null;
  const request = `${nameOf(one.row)}?${name}=${String(value)}`;
  const violated = (message: string, received: string): Fact => ({
    kind: "violated",
    message,
    expected: [`every item whose ${pointer} is ${side === "lower" ? "above" : "below"} it, and no other`],
    received,
    pointer,
    exchanges: seen.pages,
  });
  const ofDay = (item: unknown) => (bound.zone === null ? sideOfDay(valueAt(item, pointer), bound) : null);
  const isBeyond = (item: unknown) => {
    const by = within(item) ?? 0;
    return ofDay(item)?.isBeyond ?? (by < -tolerance || (by === 0 && isExclusive && isComparable(item)));
  };
  const beyond = seen.shown.find(isBeyond);
  if (beyond !== undefined)
    return violated(
      `${request} lists items that it was not asked for.`,
      `an item with ${String(valueAt(beyond, pointer))}`,
    );
  const twice = shownTwice(one, seen);
  if (twice !== null) return violated(`${request} lists an item twice.`, `${twice}, twice`);
  const isTime = tolerance > 0;
  const isOnIt = (by: number) => by === 0 && isInclusive === true && (!isTime || side === "lower");
  const isSurelyWithin = (item: unknown): boolean => {
    const by = within(item);
    return ofDay(item)?.isWithin ?? (by !== null && (by > tolerance || isOnIt(by)));
  };
  const idsWithin = (items: readonly unknown[]) => idsIn(one, items.filter(isSurelyWithin));
  const [shown, now] = [idsWithin(seen.shown), idsWithin(seen.after)];
  const isWhole = seen.pages.length < somePages;
  const lacking = [...idsWithin(seen.before)].find((id) => isWhole && now.has(id) && !shown.has(id));
  return lacking === undefined
    ? held("a bound left what was asked for", seen.pages[0])
    : violated(`${request} leaves out items that it was asked for.`, `no ${lacking}`);
}
