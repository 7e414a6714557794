/**
 * `npm run bench`: how fast client and suite are on this machine, and whether the suite meets its goals.
 *
 *     npm run bench                          both, in about two minutes
 *     npm run bench -- --only client         CPU time per request   [--rounds N] [--requests N]
 *     npm run bench -- --only suite          wall time of whole runs   [--runs N]
 *
 * Standard output contains only the figures. Speed differs between machines and from minute to minute:
 * compare ratios, and medians measured in the same run.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureClient } from "./bench/client.ts";
import { median } from "./bench/median.ts";
import { latencyMs, measureDistant, measureNear } from "./bench/suite.ts";
import { runIfStarted } from "./program.ts";

/** Median of a full run against a sandbox in another process, in milliseconds. */
const nearGoal = 1500;
/** A run against a distant server, divided by its longest chain of consecutive requests. */
const ratioGoal = 1.5;

const row = (name: string, ...figures: string[]) => console.log(`${name.padEnd(44)}${figures.join("  ")}`);
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`.padStart(8);
const met = (is: boolean, goal: string) => `goal < ${goal}: ${is ? "met" : "MISSED"}`;

async function benchClient(rounds: number, requests: number): Promise<void> {
  console.log(`Client: CPU time per request, median of ${rounds} rounds of ${requests} requests`);
  for (const { name, median, ratio } of await measureClient(rounds, requests)) {
    row(name, `${median.toFixed(0).padStart(5)} µs`, `${ratio.toFixed(2)} × global fetch`);
  }
}

async function benchSuite(runs: number): Promise<void> {
  const build = fileURLToPath(new URL("./build.ts", import.meta.url));
  execFileSync(process.execPath, ["--import", "tsx", build], { stdio: "inherit" });
  console.log(`Suite: wall time of whole processes of the built command, ${runs} runs`);
  const near = await measureNear(runs);
  const usually = median(near);
  const goal = met(usually < nearGoal, seconds(nearGoal).trim());
  row("sandbox in another process, median", seconds(usually), goal);
  row("  fastest and slowest", seconds(Math.min(...near)), seconds(Math.max(...near)).trim());
  // Both wait for the network nearly all the time, so they may run concurrently.
  const [usual, chain] = await Promise.all([measureDistant([]), measureDistant(["--concurrency", "64"])]);
  row(
    `server with ${latencyMs} ms latency`,
    seconds(usual.milliseconds),
    `${usual.requests} requests, ${usual.writes} of them writes`,
  );
  row("  the same with --concurrency 64", seconds(chain.milliseconds), "what has to follow each other");
  row("  its writes alone, one after another", seconds(chain.writes * latencyMs));
  const ratio = usual.milliseconds / chain.milliseconds;
  row("  ratio", `${ratio.toFixed(2)} ×`.padStart(8), met(ratio < ratioGoal, String(ratioGoal)));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      rounds: { type: "string", default: "9" },
      requests: { type: "string", default: "1000" },
      runs: { type: "string", default: "9" },
    },
  });
  const { only, rounds, requests, runs } = values;
  if (only !== undefined && only !== "client" && only !== "suite")
    throw new Error(`--only is client or suite, not ${only}`);
  for (const [name, text] of Object.entries({ rounds, requests, runs })) {
    if (!/^[1-9][0-9]*$/.test(text)) throw new Error(`--${name} is a number of at least 1, not ${text}`);
  }
  if (only !== "suite") await benchClient(Number(rounds), Number(requests));
  if (only === undefined) console.log();
  if (only !== "client") await benchSuite(Number(runs));
}

await runIfStarted(import.meta.url, main, 2);
