/** The proof that verdicts on clients hold still: the same ones many times, on an idle machine and on a busy one. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { judgeAgain } from "../../conformance/selftest/cards/index.ts";
import { progress } from "./progress.ts";
import { share } from "./share.ts";

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
export async function proveSteady(times: number): Promise<number> {
  const firsts = new Map<string, readonly string[]>();
  const moved: string[] = [];
  const counter = progress(2 * times);
  for (const [round, beside] of [
    ["alone", 0],
    [`beside ${busy} busy processes`, busy],
  ] as const) {
    const all = Array.from({ length: beside }, () =>
      spawn(process.execPath, ["-e", neverWaits], { stdio: "ignore" }),
    );
    let judgements = 0;
    let same = 0;
    try {
      for (let time = 1; time <= times; time += 1) {
        for (const { client, different } of await judgeAgain(firsts)) {
          judgements += 1;
          if (different.length === 0) same += 1;
          moved.push(...different.map((line) => `${client}, ${round}, time ${time}: ${line}`));
        }
        counter.step();
      }
    } finally {
      for (const one of all) one.kill("SIGKILL");
    }
    console.log(
      `${firsts.size} clients ${times} times ${round}: the same verdicts ${share(same, judgements)}`,
    );
  }
  counter.end();
  for (const line of moved) console.error(line);
  return moved.length > 0 ? 1 : 0;
}
