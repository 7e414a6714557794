/** The draw of servers that nobody has listed: a fault under none, one or two circumstances. */
import { type Operation, operations } from "../../../generated/operations.ts";
import type { Candidate } from "./candidate.ts";
import { randomAt } from "./random.ts";
import type { Named } from "./witness.ts";

/** The classes of a sample, reported one by one: how many circumstances a fault depends on. */
export const classes = ["plain", "one condition", "two conditions"] as const;

/** A class of a sample. */
export type Class = (typeof classes)[number];

/** A faulty server: a fault, and the circumstances under which it acts. */
export interface Mutant {
  /** The names of its parts, as `--only` takes them. */
  readonly name: string;
  readonly candidate: Candidate;
  readonly circumstances: readonly Named[];
}

/** What is drawn from. */
export interface Pool {
  readonly candidates: readonly Candidate[];
  readonly circumstances: readonly Named[];
}

const sign = " × ";

/** A mutant of these parts. */
export function mutantOf(candidate: Candidate, circumstances: readonly Named[]): Mutant {
  const name = [candidate, ...circumstances].map((part) => part.name).join(sign);
  return { name, candidate, circumstances };
}

/**
 * The mutant with this name.
 *
 * @throws RangeError for a part that there is not.
 */
export function mutantNamed(name: string, { candidates, circumstances }: Pool): Mutant {
  const [first = "", ...others] = name.split(/\s+[×x]\s+/);
  return mutantOf(
    partNamed(first, candidates),
    others.map((other) => partNamed(other, circumstances)),
  );
}

function partNamed<T extends { readonly name: string }>(name: string, parts: readonly T[]): T {
  const part = parts.find((one) => one.name === name);
  if (part === undefined) throw new RangeError(`there is no "${name}"; a name is fault${sign}condition`);
  return part;
}

/**
 * One draw, the same for the same seed, class and number. The rule is drawn first, so that a rule with many
 * faults weighs no more than one with few.
 */
export function draw(seed: string, group: Class, number: number, pool: Pool): Mutant {
  const random = randomAt(seed, group, number);
  const rule = random.pick([...new Set(pool.candidates.map(({ breaks }) => breaks))]);
  const candidate = random.pick(pool.candidates.filter(({ breaks }) => breaks === rule));
  const circumstances: Named[] = [];
  while (circumstances.length < classes.indexOf(group)) {
    circumstances.push(random.pick(pool.circumstances.filter((one) => goesWith(circumstances, one))));
  }
  return mutantOf(candidate, circumstances);
}

/** True where a circumstance is of another kind than these, and one operation can meet them all. */
function goesWith(circumstances: readonly Named[], next: Named): boolean {
  const all = [...circumstances, next];
  return (
    new Set(all.map(({ kind }) => kind)).size === all.length &&
    Object.values<Operation>(operations).some((operation) => all.every(({ isFor }) => isFor(operation)))
  );
}
