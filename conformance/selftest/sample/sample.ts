/** A sample of faulty servers, each with a witness, and what the suite says of them. */
import { type Class, classes, draw, type Mutant, type Pool } from "./draw.ts";
import type { Judgement } from "./judge.ts";
import type { Probe } from "./probe.ts";
import { reasons, showing, type Witness, witnessOf } from "./witness.ts";

/** What came of one class of a sample. */
export interface Share {
  readonly group: Class;
  /** Mutants with a witness, each of which can be found. */
  readonly drawn: number;
  readonly found: number;
  /** Those found by a check of the broken rule. */
  readonly named: number;
  /** Mutants that were left out, by reason. */
  readonly dropped: ReadonlyMap<string, number>;
  /** The names of the mutants that were not found, with their summaries. */
  readonly missed: readonly Mutant[];
}

/** How many of a sample belong to each class, as parts of five. */
const parts: Readonly<Record<Class, number>> = { plain: 1, "one condition": 3, "two conditions": 1 };

/** Draws for each mutant that is wanted, at most: a pool that is exhausted ends a class. */
const drawsEach = 40;

/** The sizes of the classes of a sample; the rest goes to the largest. */
export function sizesOf(size: number): ReadonlyMap<Class, number> {
  const small = classes.map((group): [Class, number] => [group, Math.floor((size * parts[group]) / 5)]);
  const rest = size - small.reduce((sum, [, count]) => sum + count, 0);
  return new Map(small.map(([group, count]) => [group, group === "one condition" ? count + rest : count]));
}

/** The probes that show a fault without circumstances, by its name. */
const shown = new Map<string, Probe[]>();

/** The witness of a mutant, or why there is none. */
export async function witnessed({ candidate, circumstances }: Mutant): Promise<Witness> {
  const suspect = { ...candidate, circumstances };
  if (circumstances.length === 0) {
    const first = await showing(suspect).next();
    return first.done === true ? { reason: reasons.equal } : { probe: first.value };
  }
  const { name } = candidate;
  const plainly = shown.get(name) ?? [];
  if (!shown.has(name)) for await (const probe of showing(suspect)) plainly.push(probe);
  shown.set(name, plainly);
  return witnessOf(suspect, plainly);
}

/**
 * Draws the mutants of a class until so many have a witness, and has each of them judged.
 *
 * @param onJudged - Called after each, for progress.
 */
export async function sampleClass(
  seed: string,
  group: Class,
  size: number,
  pool: Pool,
  judge: (mutant: Mutant) => Promise<Judgement>,
  onJudged: () => void = () => undefined,
): Promise<Share> {
  const seen = new Set<string>();
  const dropped = new Map<string, number>();
  const judged: { mutant: Mutant; judgement: Judgement }[] = [];
  for (let number = 0; judged.length < size && number < drawsEach * size; number += 1) {
    const mutant = draw(seed, group, number, pool);
    if (seen.has(mutant.name)) continue;
    seen.add(mutant.name);
    const witness = await witnessed(mutant);
    if ("reason" in witness) {
      dropped.set(witness.reason, (dropped.get(witness.reason) ?? 0) + 1);
      continue;
    }
    judged.push({ mutant, judgement: await judge(mutant) });
    onJudged();
  }
  const found = judged.filter(({ judgement }) => judgement.failed.length > 0);
  return {
    group,
    drawn: judged.length,
    found: found.length,
    named: found.filter(({ judgement }) => judgement.isNamed).length,
    dropped,
    missed: judged.filter(({ judgement }) => judgement.failed.length === 0).map(({ mutant }) => mutant),
  };
}
