/** The proof by catalogue: every fault that is listed, every pair of choices, every conforming server. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { runDefaults } from "../../conformance/run/options.ts";
import { faultNamed } from "../../conformance/sandbox/faults.ts";
import { variations } from "../../conformance/selftest/cards/index.ts";
import { type ProofResult, proofRun } from "../../conformance/selftest/in-memory.ts";
import { type Matrix, makeMatrix } from "../../conformance/selftest/matrix.ts";
import { idsWith } from "../../conformance/selftest/verdicts.ts";

const file = fileURLToPath(new URL("../../conformance/selftest/matrix.json", import.meta.url));

/** The run with the largest value of one kind. */
interface Record {
  name: string;
  figure: number;
}

/** The faults that are not noticed by exactly the checks that the catalogue names, or told by another one, one line each. */
function inexact({ faults }: Matrix): readonly string[] {
  return faults.flatMap(({ fault, failed, hidden = [] }) => {
    const { caughtBy, mayFail = [] } = faultNamed(fault);
    const seen = [...failed, ...hidden].sort().filter((id) => !mayFail.includes(id));
    const isExact = isDeepStrictEqual(seen, [...caughtBy].sort()) && !hidden.includes(caughtBy[0]);
    return isExact
      ? []
      : [`${fault}: found by ${seen.join(", ") || "none"}, and not by ${caughtBy.join(", ")}`];
  });
}

/** Runs it, writes the matrix and prints the result; returns the exit code. */
export async function proveCatalogue(): Promise<number> {
  const longest: Record = { name: "", figure: 0 };
  const most: Record = { name: "", figure: 0 };
  const largest: Record = { name: "", figure: 0 };
  let done = 0;

  function note(name: string, { tookMs, end }: ProofResult, all: number): void {
    for (const [record, figure] of [
      [longest, tookMs],
      [most, end.requests],
      [largest, process.memoryUsage.rss()],
    ] as const) {
      if (figure > record.figure) Object.assign(record, { name, figure });
    }
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} runs`);
  }

  const matrix = await makeMatrix(({ name, result }, all) => note(name, result, all + variations.length));
  writeFileSync(file, `${JSON.stringify(matrix, null, 2)}\n`);

  const falsePositives: string[] = [];
  const all = matrix.faults.length + matrix.choices.runs + variations.length;
  for (const { name, server } of variations) {
    const options = server();
    const result = await proofRun({ ...options, run: { cases: runDefaults.cases, ...options.run } });
    falsePositives.push(...idsWith(result, "failed").map((id) => `${id}: ${name}`));
    note(`conforming: ${name}`, result, all);
  }
  if (process.stderr.isTTY) process.stderr.write("\n");

  const survived = matrix.faults.filter(({ failed }) => failed.length === 0).map(({ fault }) => fault);
  console.log(`${matrix.faults.length} faults, ${survived.length} survived
${matrix.choices.runs} runs over all pairs of choices, ${matrix.choices.failed.length} failures
${variations.length} conforming servers, ${falsePositives.length} false positives
longest run    ${(longest.figure / 1000).toFixed(1)} s (${longest.name})
most requests  ${most.figure} (${most.name})
most memory    ${Math.round(largest.figure / 1024 / 1024)} MiB in this process (after ${largest.name})`);
  const wrong = [
    ...survived,
    ...inexact(matrix),
    ...matrix.idle,
    ...matrix.choices.failed,
    ...falsePositives,
  ];
  for (const line of wrong) console.error(line);
  return wrong.length > 0 ? 1 : 0;
}
