/**
 * `npm run bench`, the suite's part: wall time of whole processes of the built command, start-up included,
 * against a sandbox in another process.
 */
import { startBuiltSandbox, timeBuiltSuite } from "./built.ts";
import { putFarAway } from "./distant.ts";
import { type Spread, spread } from "./statistics.ts";

/** Added to every request to a distant server, in milliseconds. */
export const latencyMs = 100;

/** One run against a distant server. */
export interface DistantRun {
  readonly milliseconds: number;
  readonly requests: number;
  /** Those that write to the card; they never overlap. */
  readonly writes: number;
}

/**
 * Times the built suite against a sandbox nearby; build it before.
 *
 * @param runs - Number of processes that are timed.
 */
export async function measureNear(runs: number): Promise<Spread> {
  const sandbox = await startBuiltSandbox();
  try {
    // Not timed: this one reads cold files and meets a sandbox whose code has not run yet.
    await timeBuiltSuite(sandbox.baseUrl, sandbox);
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await timeBuiltSuite(sandbox.baseUrl, sandbox));
    return spread(times);
  } finally {
    await sandbox.close();
  }
}

/** Times one run against a sandbox of its own that is {@link latencyMs} away. */
export async function measureDistant(flags: readonly string[]): Promise<DistantRun> {
  const sandbox = await startBuiltSandbox();
  const server = await putFarAway(sandbox.baseUrl, latencyMs);
  try {
    const milliseconds = await timeBuiltSuite(server.baseUrl, sandbox, flags);
    return { milliseconds, requests: server.requests(), writes: server.requests("PUT", "PATCH") };
  } finally {
    await server.close();
    await sandbox.close();
  }
}
