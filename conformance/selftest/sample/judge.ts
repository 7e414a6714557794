/** Puts the suite to the test with one faulty server: is it found, and by a check of the rule that it breaks? */
import { setTimeout } from "node:timers/promises";
import { checks } from "../../checks/index.ts";
import { type RunOptions, runDefaults } from "../../run/options.ts";
import { under } from "../../sandbox/faults/under.ts";
import { type ProofOptions, type ProofResult, proofRun } from "../in-memory.ts";
import { idsWith } from "../verdicts.ts";
import type { Mutant } from "./draw.ts";

/** What the suite says of a faulty server. */
export interface Judgement {
  /** The ids of the checks that failed. */
  readonly failed: readonly string[];
  /** True where one of them is about the rule that is broken. */
  readonly isNamed: boolean;
}

/** How long a request takes, in milliseconds of virtual time: some seconds pass in a run, as they do for a server. */
const takesMs = 15;

/** What a server needs for a request: as long as a signature takes, so that those sent together are there together. */
const aMoment = () => setTimeout(1);

/** Options of a run in which time passes. */
export const inTime: Pick<ProofOptions, "takesMs"> = { takesMs };

/** How much the suite draws: as much as by default, or as with --thorough. */
export type DrawnSo = Pick<RunOptions, "cases" | "thorough">;

/** Runs the suite against a mutant. */
export async function judge(
  { candidate, circumstances }: Mutant,
  drawn: DrawnSo = { cases: runDefaults.cases },
): Promise<Judgement> {
  const { seams, watch } = candidate;
  const faulty = under(circumstances, seams, watch === undefined ? {} : { onAnswer: watch });
  const isAlone = circumstances.every(({ kind }) => kind !== "company");
  const { concurrency } = runDefaults;
  const options: ProofOptions = isAlone
    ? { ...inTime, run: drawn, sandbox: { faults: [faulty] } }
    : { ...inTime, run: { ...drawn, concurrency }, sandbox: { faults: [faulty], work: aMoment } };
  const failed = idsWith(await proofRun(options), "failed");
  const named = checks.filter(({ requirements }) =>
    (requirements as readonly string[]).includes(candidate.breaks),
  );
  return { failed, isNamed: named.some(({ id }) => failed.includes(id)) };
}

/** Runs the suite against a server without faults, under the conditions of {@link judge}; it must accuse it of nothing. */
export function judgeClean(): Promise<ProofResult> {
  return proofRun({ ...inTime, sandbox: { faults: [under([], {})] } });
}
