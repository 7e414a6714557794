/** The draw of conforming servers that nobody has listed: two variations, answers to open questions, and noise. */
import { runDefaults } from "../../run/options.ts";
import { choose, questions } from "../../sandbox/choices.ts";
import { type ProofOptions, proofRun } from "../in-memory.ts";
import type { Variation } from "../variation.ts";
import { idsWith } from "../verdicts.ts";
import { composed } from "./compose.ts";
import { noises } from "./noise.ts";
import { randomAt } from "./random.ts";

/** A conforming server. */
export interface Lawful {
  /** How it differs: variations, noise, and answers. */
  readonly parts: readonly string[];
  readonly options: ProofOptions;
}

/** A part in this share of the draws. */
const [noiseShare, answerShare] = [0.5, 0.3];

/**
 * One draw, the same for the same seed and number; it is also sent what a run draws by default. Parts that contradict
 * those before are left out; two variations that do are drawn again.
 */
export function drawLawful(seed: string, number: number, variations: readonly Variation[]): Lawful {
  const random = randomAt(seed, "lawful", number);
  let pair: ProofOptions | null = null;
  let parts: string[] = [];
  while (pair === null) {
    const [one, other] = [random.pick(variations), random.pick(variations)];
    pair = one === other ? null : composed(one.server(), other.server());
    parts = [one.name, other.name];
  }
  let options = pair;
  const add = (name: string, more: ProofOptions) => {
    const both = composed(options, more);
    if (both === null) return;
    options = both;
    parts.push(name);
  };
  for (const { name, server } of noises) {
    if (random.next() < noiseShare) add(name, server(random));
  }
  for (const { gap, answers } of questions) {
    const [usual, ...others] = answers;
    if (others.length === 0 || random.next() >= answerShare) continue;
    const answer = random.pick(others);
    if (answer !== usual) add(`${gap}=${answer}`, { sandbox: { choices: choose([gap, answer]) } });
  }
  const run = { cases: runDefaults.cases, seed: number, ...options.run };
  return { parts, options: { ...options, run } };
}

/** The ids of the checks that accuse a conforming server, or that break because of it. */
export async function accusations({ options }: Lawful): Promise<readonly string[]> {
  const result = await proofRun(options);
  return [...idsWith(result, "failed"), ...idsWith(result, "broken").map((id) => `${id} (broken)`)];
}
