/** Which spellings each defect is sent in: drawn from a seed, so that a run can be repeated. */
import { eachValue, plain } from "./each-value.ts";
import { coveringArray } from "./pairs.ts";
import { randomFor, shuffled } from "./random.ts";
import type { Spelling, SpellingName } from "./spellings.ts";

/** How much is drawn. */
export interface Draw {
  /** A whole number; the same one draws the same. */
  readonly seed: number;
  /** How many combinations of spellings each defect is sent in, on average; 0 for the plain spelling alone. */
  readonly rows: number;
  /** `spellings`: rows with which a defect meets each spelling. `pairs`: after these, each pair of them. */
  readonly strength: "spellings" | "pairs";
  /** How many histories are played. */
  readonly histories: number;
  /** The one combination of spellings that each defect is sent in; drawn unless given. */
  readonly only?: readonly SpellingName[];
  /** Which part of the forms of a defect that not every run sends is sent to each operation, from 0 to 1. */
  readonly share: number;
}

/** What is sent in spellings that are drawn. */
export interface Place {
  /** In words: each place is drawn by itself. */
  readonly name: string;
  /** Which of several operations it is sent to, from 0: together they meet what one of them has no row left for. */
  readonly turn?: readonly [turn: number, of: number];
}

/** The spellings that one request combines, for each request that is sent with a defect besides the plain one. */
export function drawSpellings(
  usable: readonly Spelling[],
  { seed, rows, strength, only }: Draw,
  { name: place, turn: [turn, operations] = [0, 1] }: Place,
): readonly (readonly Spelling[])[] {
  if (rows === 0 || usable.length === 0) return [];
  if (only !== undefined) return asked(usable, only);
  const random = randomFor(seed, place);
  const factors = factorsOf(usable, random);
  const each = eachValue(
    factors.map(({ values }) => values),
    rows,
    random,
  );
  const start = Math.round((turn * each.length) / operations);
  const all = [...each.slice(start), ...each.slice(0, start)];
  if (strength === "pairs") all.push(...coveringArray(factors.map(({ values }) => values)));
  const most = Math.floor(rows) + (random() < rows % 1 ? 1 : 0);
  return rowsOf(all, factors, usable).slice(0, most);
}

/** A dimension, and its values in an order that is drawn, the plain one among them. */
interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

function factorsOf(usable: readonly Spelling[], random: () => number): readonly Factor[] {
  const names = [...new Set(usable.map(({ dimension }) => dimension))];
  return names.map((name) => {
    const values = usable.filter(({ dimension }) => dimension === name).map(({ value }) => value);
    return { name, values: shuffled([plain, ...values], random) };
  });
}

/** The spellings of each row of values; none for the row that is plain throughout. */
function rowsOf(
  rows: readonly (readonly string[])[],
  factors: readonly Factor[],
  usable: readonly Spelling[],
): readonly (readonly Spelling[])[] {
  const names = factors.map(({ name }) => name);
  return rows
    .map((row) => usable.filter(({ dimension, value }) => row[names.indexOf(dimension)] === value))
    .filter((row) => row.length > 0);
}

/** As few combinations as hold each pair of these spellings, plain ones included; none where nothing is drawn. */
export function drawPairs(
  usable: readonly Spelling[],
  { seed, rows, only }: Draw,
  { name }: Pick<Place, "name">,
): readonly (readonly Spelling[])[] {
  if (rows === 0 || usable.length === 0) return [];
  if (only !== undefined) return asked(usable, only);
  const factors = factorsOf(usable, randomFor(seed, name));
  return rowsOf(coveringArray(factors.map(({ values }) => values)), factors, usable);
}

/** As few combinations as meet each spelling once, however much is drawn. */
export function drawEach(
  usable: readonly Spelling[],
  draw: Draw,
  place: Place,
): readonly (readonly Spelling[])[] {
  return drawSpellings(usable, { ...draw, rows: Number.POSITIVE_INFINITY, strength: "spellings" }, place);
}

/** How often a combination is sent that is asked for: a server need not break a rule each time. */
const timesAsked = 4;

/** True for two names of the same spelling. */
export function isSameSpelling(one: SpellingName, other: SpellingName): boolean {
  return one.dimension === other.dimension && one.value === other.value;
}

/** True unless other spellings are asked for: those are not even tried. */
export function isAskedFor(spelling: SpellingName, { only }: Pick<Draw, "only">): boolean {
  return only === undefined || only.some((name) => isSameSpelling(name, spelling));
}

/** The combination that is asked for; none where a spelling of it is not usable. */
function asked(usable: readonly Spelling[], only: readonly SpellingName[]): readonly (readonly Spelling[])[] {
  const row = usable.filter((spelling) => only.some((name) => isSameSpelling(name, spelling)));
  return row.length < only.length ? [] : Array.from({ length: timesAsked }, () => row);
}

/** The share of these that is sent at a place: operations take turns, so that together they send as many as possible. */
export function drawShare<T>(
  all: readonly T[],
  { seed, share }: Draw,
  { name, turn: [turn, operations] = [0, 1] }: Place,
): readonly T[] {
  const order = shuffled(all, randomFor(seed, name));
  const start = Math.round((turn * all.length) / operations);
  return [...order.slice(start), ...order.slice(0, start)].slice(0, Math.floor(share * all.length));
}

/** The request in all of these spellings. */
export function spelled(row: readonly Spelling[]): Spelling["rewrite"] {
  return (request) =>
    row.reduce((made, { applies, rewrite }) => (applies(made) ? rewrite(made) : made), request);
}

/** The spellings in words: "when Content-Type has a charset and Accept is absent"; empty for none. */
export function whenWords(row: readonly Spelling[]): string {
  const words = row.map(({ when }) => when);
  const last = words.pop();
  return last === undefined ? "" : `when ${words.length === 0 ? last : `${words.join(", ")} and ${last}`}`;
}
