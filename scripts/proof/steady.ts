/** The proof that verdicts on clients hold still: the same ones many times, on an idle machine and on a busy one. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "../../conformance/cli/bundled.ts";
import { commandOf, judgeAgain } from "../../conformance/selftest/cards/index.ts";
import { share } from "../../conformance/selftest/sample/wilson.ts";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import { progress } from "./progress.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Processes that never wait, more of them than processors. */
const busy = 2 * availableParallelism();

/** Goes on as long as the process that has started it, however that ends. */
const neverWaits = "const parent = process.ppid; while (process.ppid === parent);";

/**
 * Judges clients so many times without, and so many with busy processes beside, and prints how often the verdicts were
 * those of the first time.
 *
 * @returns The exit code: 1 where a verdict has moved.
 */
export function proveSteady(times: number): Promise<number> {
  return withTemporaryFolder((folder) => proveIn(folder, times));
}

async function proveIn(folder: string, times: number): Promise<number> {
  const bundled = (name: string) => bundleProgram(root, name, folder);
  const judge = commandOf(bundled("cli"), bundled("selftest/cards/clients/as-program"));
  const firsts = new Map<string, readonly string[]>();
  let moved = 0;
  const counter = progress(2 * times);
  for (const [round, beside] of [
    ["alone", 0],
    [`beside ${busy} busy processes`, busy],
  ] as const) {
    const all = Array.from({ length: beside }, () =>
      spawn(process.execPath, ["-e", neverWaits], { stdio: "ignore" }),
    );
    const begun = performance.now();
    let judgements = 0;
    let same = 0;
    try {
      for (let time = 1; time <= times; time += 1) {
        for (const { client, different } of await judgeAgain(judge, firsts)) {
          judgements += 1;
          if (different.length === 0) same += 1;
          moved += different.length;
          for (const line of different) console.error(`${client}, ${round}, time ${time}: ${line}`);
        }
        counter.step();
      }
    } finally {
      for (const one of all) one.kill("SIGKILL");
    }
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(
      `${firsts.size} clients ${times} times ${round}: the same verdicts ${share(same, judgements)}, in ${seconds} s`,
    );
  }
  counter.end();
  return moved > 0 ? 1 : 0;
}
