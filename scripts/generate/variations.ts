/** Other values near one that is shown: by them is told what of a request body is kept, and what is not. */

type Path = readonly (string | number)[];

/** Whether a value is allowed where it stands. */
type Fits = (value: unknown) => boolean;

/**
 * Copies of a JSON value that differ in one number, string or boolean each: one for each property, and for a list or an
 * object the first in it that has another value which fits.
 */
export function variationsOf(value: unknown, fits: Fits): unknown[] {
  const varied = new Map<string | number | undefined, unknown>();
  for (const [path, leaf] of leavesOf(value)) {
    if (varied.has(path[0])) continue;
    const at = (one: unknown) => withLeaf(value, path, one);
    const other = [...fractionsOf(leaf, (one) => fits(at(one))), ...othersOf(leaf)].map(at).find(fits);
    if (other !== undefined) varied.set(path[0], other);
  }
  return [...varied.values()];
}

/**
 * A copy of a JSON value that differs in as many places as may be: by it is seen of each whether it is kept.
 *
 * @param choices - The values that the schema of a part lists, by the names and indexes that lead there.
 */
export function variedEverywhere(
  value: unknown,
  fits: Fits,
  choices: (path: Path) => readonly unknown[],
): unknown {
  return leavesOf(value).reduce((whole, [path, leaf]) => {
    const chosen = choices(path).filter((one) => one !== leaf && one !== null);
    const cents = fractionsOf(leaf, (one) => fits(withLeaf(whole, path, one)));
    const others = [...cents, ...othersOf(leaf), ...chosen];
    return others.map((other) => withLeaf(whole, path, other)).find(fits) ?? whole;
  }, value);
}

/**
 * An amount near another one that is a cent less where its hundredths are cut off instead of rounded, since no fraction of two
 * is exactly that (as 1.15, of which a hundred times is 114.99…), or else halves or so of one, where these alone are allowed;
 * none where thousandths are allowed as well.
 */
function fractionsOf(leaf: unknown, fits: Fits): readonly number[] {
  if (typeof leaf !== "number" || !fits(leaf) || fits(leaf + 0.001)) return [];
  const near = [Math.trunc(leaf), 16, 4, 1, 5000].flatMap((whole) =>
    Array.from({ length: 100 }, (_, index) => Number((whole + index / 100).toFixed(2))),
  );
  const found = near.find((one) => one !== leaf && Math.trunc(one * 100) / 100 !== one && fits(one));
  if (found !== undefined) return [found];
  return partsOfOne.map((part) => leaf + part).filter(fits);
}

/** Fractions of which a schema may allow multiples alone. */
const partsOfOne = [0.5, 0.25, 0.2, 0.1];

function othersOf(leaf: unknown): readonly unknown[] {
  if (typeof leaf === "boolean") return [!leaf];
  if (typeof leaf === "number")
    return Number.isInteger(leaf) ? [leaf + 1] : [...withOtherDigit(String(leaf)).map(Number), leaf + 1];
  if (typeof leaf !== "string") return [];
  const digits = withOtherDigit(leaf);
  // Of an amount, the last digit is what gets lost.
  return /^-?\d+\.\d+$/.test(leaf) ? [...digits, `${leaf}2`] : [`${leaf}2`, ...digits];
}

/** A text with its last digit one higher, or else one lower, such as the last day of a month. */
function withOtherDigit(text: string): string[] {
  const last = text.search(/\d(?=\D*$)/);
  if (last < 0) return [];
  const digit = Number(text[last]);
  return [digit + 1, digit - 1]
    .filter((one) => one >= 0 && one <= 9)
    .map((one) => text.slice(0, last) + String(one) + text.slice(last + 1));
}

function leavesOf(value: unknown, path: Path = []): (readonly [Path, unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return parts.flatMap(([name, part]) => leavesOf(part, [...path, name]));
}

function withLeaf(value: unknown, [name, ...rest]: Path, leaf: unknown): unknown {
  if (name === undefined) return leaf;
  if (Array.isArray(value)) return value.with(Number(name), withLeaf(value[Number(name)], rest, leaf));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withLeaf(object[name], rest, leaf) };
}
