/**
 * `npm run bench -- suite`: wall time of whole processes of the built command, including start-up,
 * against a sandbox in another process.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withTemporaryFolder } from "../temporary-folder.ts";
import { putFarAway } from "./distant.ts";
import type { Row } from "./results.ts";
import { inTurns } from "./rounds.ts";

/** Added to every request to a distant server, in milliseconds. */
const latencyMs = 100;

interface Sandbox {
  readonly baseUrl: string;
  /** Tests a server that has the sandbox's credentials, and returns how many milliseconds it took. */
  time(baseUrl: string, flags?: readonly string[]): Promise<number>;
}

const command = fileURLToPath(new URL("../../dist/conformance/cli.cjs", import.meta.url));

/** Runs work with `partner-card sandbox` as a separate process. */
function withSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  // Each suite keeps a journal in its working folder, and two that run at the same time cannot share one.
  return withTemporaryFolder((folder) => withSandboxIn(folder, work));
}

async function withSandboxIn<T>(folder: string, work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
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
  }
}

/**
 * Times the built suite against a sandbox in another process, and against one that is far away; build it first.
 *
 * @param rounds - Number of processes to time in the first case.
 */
export async function measureSuite(rounds: number): Promise<Row[]> {
  const near = await withSandbox(({ baseUrl, time }) =>
    inTurns([{ part: "ours", name: "partner-card conformance", turn: () => time(baseUrl) }], rounds),
  );
  // Both wait for the network nearly all the time, so they may run concurrently.
  const [usual, chain] = await Promise.all([timeDistant([]), timeDistant(["--concurrency", "64"])]);
  return [
    { what: "A full run, whole process, sandbox in another process", unit: "ms", samples: near },
    {
      what: `A full run at ${latencyMs} ms for each response`,
      unit: "ms",
      goal: 1.5,
      profile: "It waits: its writes follow each other.",
      samples: [
        { part: "limit", name: "with --concurrency 64: what has to follow each other", figures: [chain] },
        { part: "ours", name: "partner-card conformance", figures: [usual] },
      ],
    },
  ];
}

/** Milliseconds of one run against its own sandbox that is {@link latencyMs} away. */
function timeDistant(flags: readonly string[]): Promise<number> {
  return withSandbox(async ({ baseUrl, time }) => {
    const server = await putFarAway(baseUrl, latencyMs);
    try {
      return await time(server.baseUrl, flags);
    } finally {
      await server.close();
    }
  });
}
