/**
 * `npm run bench`, the suite's part: wall time of whole processes of the built command, including start-up,
 * against a sandbox in another process.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Operation, operations } from "../../generated/operations.ts";
import { putFarAway } from "./distant.ts";

/** Added to every request to a distant server, in milliseconds. */
export const latencyMs = 100;

/** One run against a distant server. */
export interface DistantRun {
  readonly milliseconds: number;
  readonly requests: number;
  /** Number of signed requests; they never overlap. */
  readonly writes: number;
}

/** Methods of signed operations. */
const writing = Object.values(operations as Readonly<Record<string, Operation>>).flatMap(
  ({ signed, method }) => (signed === null ? [] : [method]),
);

interface Sandbox {
  readonly baseUrl: string;
  /** Tests a server that has the sandbox's credentials, and returns how many milliseconds it took. */
  time(baseUrl: string, flags?: readonly string[]): Promise<number>;
}

const command = fileURLToPath(new URL("../../dist/conformance/cli.js", import.meta.url));

/** Runs work with `partner-card sandbox` as a separate process. */
async function withSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  // Each suite keeps a journal in its working folder, and two that run at the same time cannot share one.
  const folder = mkdtempSync(join(tmpdir(), "partner-card-bench-"));
  const child = spawn(process.execPath, [command, "sandbox", "--json", "--quiet"], {
    // Credentials of another server would be used for the sandbox.
    env: { ...process.env, PARTNER_CARD_CLIENT_ID: "", PARTNER_CARD_CLIENT_SECRET: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const { baseUrl, clientId, clientSecret, signingKey } = JSON.parse(line.toString());
    const env = {
      ...process.env,
      PARTNER_CARD_CLIENT_ID: clientId,
      PARTNER_CARD_CLIENT_SECRET: clientSecret,
      PARTNER_CARD_SIGNING_KEY: signingKey,
    };
    const time = async (judged: string, flags: readonly string[] = []) => {
      const args = [command, "conformance", "--base-url", judged, "--allow-writes", "--quiet", ...flags];
      const began = performance.now();
      // Fails unless the server conforms: a run cut short must not count as a fast one.
      await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch(({ stdout, message }) => {
        throw new Error(`${message}\n${stdout.slice(-1000)}`);
      });
      return performance.now() - began;
    };
    return await work({ baseUrl, time });
  } finally {
    child.kill();
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Times the built suite against a local sandbox; build it first.
 *
 * @param runs - Number of processes to time.
 * @returns Milliseconds for each run.
 */
export function measureNear(runs: number): Promise<number[]> {
  return withSandbox(async ({ baseUrl, time }) => {
    // Not counted: the first run reads uncached files, and the sandbox's code has not run yet.
    await time(baseUrl);
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await time(baseUrl));
    return times;
  });
}

/** Times one run against its own sandbox that is {@link latencyMs} away. */
export function measureDistant(flags: readonly string[]): Promise<DistantRun> {
  return withSandbox(async ({ baseUrl, time }) => {
    const server = await putFarAway(baseUrl, latencyMs);
    try {
      const milliseconds = await time(server.baseUrl, flags);
      return { milliseconds, requests: server.requests(), writes: server.requests(...writing) };
    } finally {
      await server.close();
    }
  });
}
