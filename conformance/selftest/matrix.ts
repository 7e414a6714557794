/** The kill matrix (which checks find which fault) and the runs over all pairs of choices. */
import type { GapId } from "../../generated/requirements.ts";
import { coveringArray } from "../plan/pairs.ts";
import { choose, questions } from "../sandbox/choices.ts";
import { type Fault, faults } from "../sandbox/faults.ts";
import { type Effects, idle } from "./effects.ts";
import { type ProofOptions, type ProofResult, proofRun } from "./in-memory.ts";
import { hiddenIdsIn, idsWith, noticedIn } from "./verdicts.ts";

/** The results of the self-test runs. */
export interface Matrix {
  /** One row per fault: the rule it breaks, the checks that failed, and those that noticed it too and are hidden by them. */
  readonly faults: readonly {
    readonly fault: string;
    readonly breaks: string;
    readonly failed: readonly string[];
    readonly hidden?: readonly string[];
  }[];
  /** Seams of faults that never made a difference; must be empty, or a fault proves nothing. */
  readonly idle: readonly string[];
  readonly choices: {
    /** Runs over a covering array of all pairs of answers. */
    readonly runs: number;
    /** Checks that failed in them; must be empty, or there is a false positive. */
    readonly failed: readonly string[];
    /** Checks that broke in them. */
    readonly broken: readonly string[];
    /** Answers that were reported correctly in at least one run, by question. */
    readonly reported: Readonly<Record<string, readonly string[]>>;
  };
}

/** The path prefix in every second run of the choices, so that the questions about it are answered. */
const prefix = "/partner";

/**
 * Runs the checks against one fault: returns its row, and its seams that never made a difference.
 *
 * @param isWhole - False to run only the checks that may fail for it, which takes a fraction of the time, as long as
 *   these find it without the requests of the others.
 */
export async function judgeFault(
  { name, breaks, seams, caughtBy, mayFail = [] }: Fault,
  isWhole = true,
): Promise<{
  row: Matrix["faults"][number];
  unused: string[];
  result: ProofResult;
}> {
  const own = new Set([...caughtBy, ...mayFail]);
  const part = { select: ({ id }: { readonly id: string }) => own.has(id) };
  const effects: Effects = new Map();
  const ask = (options: ProofOptions) => proofRun({ sandbox: { faults: [seams] }, ...options });
  const first = await ask(isWhole ? { effects } : part);
  const isFound = caughtBy.every((id) => noticedIn(first).includes(id));
  const result = isWhole || isFound ? first : await ask({ effects });
  const broken = idsWith(result, "broken").map((id) => `${id} (broken)`);
  const hidden = hiddenIdsIn(result).sort();
  const failed = [...idsWith(result, "failed"), ...broken].sort();
  return {
    row: { fault: name, breaks, failed, ...(hidden.length === 0 ? {} : { hidden }) },
    unused: idle(effects).map((seam) => `${seam} of ${name}`),
    result,
  };
}

/**
 * Runs everything. `onRun` is called after each run, for progress and statistics.
 *
 * @param isWhole - Tells by its number which fault all checks are run against, and in which run of choices not only
 *   the questions are asked; all of them unless given.
 * @param judged - The faults that get a row.
 */
export async function makeMatrix(
  onRun: (run: { name: string; result: ProofResult }, all: number) => void = () => undefined,
  isWhole: (run: number) => boolean = () => true,
  judged: readonly Fault[] = faults,
): Promise<Matrix> {
  const rows = coveringArray(questions.map(({ answers }) => answers));
  const all = judged.length + rows.length;
  const killed: Matrix["faults"][number][] = [];
  const idleSeams: string[] = [];
  for (const [index, fault] of judged.entries()) {
    const { row, unused, result } = await judgeFault(fault, isWhole(index));
    killed.push(row);
    idleSeams.push(...unused);
    onRun({ name: `fault ${fault.name}`, result }, all);
  }

  const failed = new Set<string>();
  const broken = new Set<string>();
  const reported = new Map<string, Set<string>>(questions.map(({ gap }) => [gap, new Set()]));
  for (const [index, row] of rows.entries()) {
    const choices = choose(
      ...row.map((answer, at): [GapId, string] => [questions[at]?.gap as GapId, answer]),
    );
    const result = await proofRun({
      sandbox: { choices, ...(index % 2 === 0 ? { prefix } : {}) },
      ...(isWhole(index) ? {} : { select: ({ id }) => choices.has(id as GapId) }),
    });
    const description = row.map((answer, at) => `${questions[at]?.gap}=${answer}`).join(" ");
    for (const id of idsWith(result, "failed")) failed.add(`${id} with ${description}`);
    for (const id of idsWith(result, "broken")) broken.add(`${id} with ${description}`);
    for (const check of result.checks) {
      const chosen = choices.get(check.id as GapId);
      // A question that is settled is a rule, which passes.
      const isAnswered = check.verdict === "observed" || check.verdict === "passed";
      if (isAnswered && check.answer === chosen) reported.get(check.id)?.add(chosen ?? "");
    }
    onRun({ name: `choices ${index + 1}`, result }, all);
  }
  return {
    faults: killed,
    idle: idleSeams,
    choices: {
      runs: rows.length,
      failed: [...failed].sort(),
      broken: [...broken].sort(),
      reported: Object.fromEntries([...reported].map(([gap, answers]) => [gap, [...answers].sort()])),
    },
  };
}
