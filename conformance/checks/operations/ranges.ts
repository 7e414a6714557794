/** A list that is asked for what lies on one side of a bound, such as for what came since a day, shows that alone and all of it. */
import type { Range } from "../../../generated/operations.ts";
import { validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { listingOf } from "../../base/listing.ts";
import { orderOf } from "../../base/order.ts";
import { type Check, held, inapplicable, type Run } from "../kit/check.ts";
import { ifConclusive } from "../kit/inconclusive.ts";
import type { Fact } from "../kit/verdict.ts";
import { triedOf } from "./amount.ts";
import type { Arguments } from "./arguments.ts";
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

/** A time may be compared by its second. */
const toleranceMs = 1000;

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
  const value = middleOf(before.map((item) => valueAt(item, named.pointer)));
  const schema = one.row.queryBounds[named.name];
  if (value === null || (schema !== undefined && !validators[schema](value)))
    return [inapplicable(`no ${named.name} has items on both of its sides`)];
  const judgeBound = async (bound: unknown): Promise<Fact> => {
    const { length } = run.probe.session.exchanges;
    // Several pages, where there are as many items: a cursor has to keep what was asked for.
    const perPage = Math.ceil(before.length / 6);
    const shown = await look({ filter: { [named.name]: String(bound) }, perPage });
    const pages = run.probe.session.exchanges.slice(length).filter((sent) => sent.purpose === purpose);
    const seen = { before, shown, after: await look(), pages: pages.map(({ id }) => id) };
    return judgeRange(one, { ...named, value: bound }, seen);
  };
  const facts = [await judgeBound(value)];
  const elsewhere = inOtherZone(value);
  const isStated = elsewhere !== null && schema !== undefined;
  const others = [
    ...(isStated ? [elsewhere] : []),
    ...justPast(
      triedOf(before, mostPast).map((item) => valueAt(item, named.pointer)),
      named.side,
      one.row.query[named.name] === "integer" ? 1 : smallStep,
    ),
  ];
  for (const bound of others.filter((each) => schema === undefined || validators[schema](each))) {
    // A service may know times of one zone alone, or bounds of some size.
    const fact = await ifConclusive(judgeBound(bound));
    if (fact !== null) facts.push(fact);
  }
  return facts;
}

/** Of how many items a bound is asked for that they are just beyond. */
const mostPast = 4;
/** Less than most services tell amounts apart by. */
const smallStep = 0.01;

/** Bounds that numbers are just on the other side of: who compares something else shows the items all the same. */
export function justPast(values: readonly unknown[], side: Range["side"], step: number): readonly number[] {
  const numbers = values.filter((value) => typeof value === "number");
  const past = numbers.map((value) => Number((side === "lower" ? value + step : value - step).toFixed(2)));
  return [...new Set(past)];
}

/** The same moment as a clock some hours to the east shows it (RFC 3339, section 5.6); null for what is none. */
export function inOtherZone(value: unknown): string | null {
  const time =
    typeof value === "string" && /T.*(?:Z|[+-]\d\d:\d\d)$/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const local = new Date(time + hoursEast * 3_600_000).toISOString().replace(".000Z", "Z");
  return local.replace("Z", `+0${hoursEast}:00`);
}

/** More than what a list has of a day may lie between, so that a zone that is not looked at shows. */
const hoursEast = 9;

/** A value with others on both of its sides; null where there is none. */
export function middleOf(values: readonly unknown[]): unknown {
  const known = new Map(
    values.flatMap((value) => (orderOf(value) === null ? [] : [[orderOf(value), value]])),
  );
  const sorted = [...known].sort(([one], [other]) => Number(one) - Number(other));
  return sorted.length < 3 ? null : (sorted[Math.floor(sorted.length / 2)]?.[1] ?? null);
}

/** Judges what a list showed with a bound: what has just its value may be shown or not. */
export function judgeRange(one: Described, { name, pointer, side, value }: Bound, seen: Seen): Fact {
  const tolerance = typeof value === "string" && value.length > "2026-01-01".length ? toleranceMs : 0;
  /** How far an item is on the side that is asked for. */
  const within = (item: unknown): number | null => {
    const [own, bound] = [orderOf(valueAt(item, pointer)), orderOf(value)];
    if (own === null || bound === null) return null;
    return side === "lower" ? own - bound : bound - own;
  };
  const request = `${nameOf(one.row)}?${name}=${String(value)}`;
  const violated = (message: string, received: string): Fact => ({
    kind: "violated",
    message,
    expected: [`every item whose ${pointer} is ${side === "lower" ? "above" : "below"} it, and no other`],
    received,
    pointer,
    exchanges: seen.pages,
  });
  const beyond = seen.shown.find((item) => (within(item) ?? 0) < -tolerance);
  if (beyond !== undefined)
    return violated(
      `${request} lists items that it was not asked for.`,
      `an item with ${String(valueAt(beyond, pointer))}`,
    );
  const idsWithin = (items: readonly unknown[]) =>
    idsIn(
      one,
      items.filter((item) => (within(item) ?? 0) > tolerance),
    );
  const [shown, now] = [idsWithin(seen.shown), idsWithin(seen.after)];
  const isWhole = seen.pages.length < somePages;
  const lacking = [...idsWithin(seen.before)].find((id) => isWhole && now.has(id) && !shown.has(id));
  return lacking === undefined
    ? held("a bound left what was asked for", seen.pages[0])
    : violated(`${request} leaves out items that it was asked for.`, `no ${lacking}`);
}
