/**
 * `npm run bench -- suite`: wall and CPU time of whole processes of the built command, including start-up,
 * against a sandbox in another process, beside tools of others that make three requests.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { api, operations } from "../../generated/operations.ts";
import { withTemporaryFolder } from "../kit/temporary-folder.ts";
import { putFarAway } from "./distant.ts";
import type { Profile } from "./profile.ts";
import type { Row } from "./results.ts";
import type { Samples } from "./rounds.ts";
import { threeRequests } from "./three-requests.ts";
import { type Took, timed } from "./timed.ts";

/** Added to every request to a distant server, in milliseconds. */
const latencyMs = 100;
/** What a run against that server may take, in milliseconds. */
const mostDistantMs = 12_000;

interface Sandbox {
  readonly baseUrl: string;
  /** Tests a server that has the sandbox's credentials, and returns what it took. */
  time(baseUrl: string, flags?: readonly string[], flagsOfNode?: readonly string[]): Promise<Took>;
  /** A token of the sandbox. */
  token(): Promise<string>;
}

const command = fileURLToPath(new URL("../../dist/conformance/cli.cjs", import.meta.url));

/** Runs work with `partner-card sandbox` as a separate process. */
export function withSandbox<T>(
  work: (sandbox: Sandbox) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  // Each suite keeps a journal in its working folder, and two that run at the same time cannot share one.
  return withTemporaryFolder((folder) => withSandboxIn(folder, work, flags));
}

async function withSandboxIn<T>(
  folder: string,
  work: (sandbox: Sandbox) => Promise<T>,
  sandboxFlags: readonly string[],
): Promise<T> {
  const child = spawn(process.execPath, [command, "sandbox", "--json", "--quiet", ...sandboxFlags], {
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
    const time: Sandbox["time"] = (judged, flags = [], flagsOfNode = []) => {
      const args = [command, "conformance", "--base-url", judged, "--allow-writes", "--quiet", ...flags];
      // Fails unless the server conforms: a run cut short must not count as a fast one.
      return timed([process.execPath, ...flagsOfNode, ...args], { cwd: folder, env });
    };
    const token = async () => {
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
        scope: api.scopes.join(" "),
      });
      const response = await fetch(baseUrl + operations[api.token].path, { method: "POST", body: form });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    return await work({ baseUrl, time, token });
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

/**
 * Times the built suite against a sandbox in another process, and against one that is far away; build it first.
 *
 * @param peers - The folder of the peers; undefined where they are not installed.
 * @param rounds - Number of processes to time in the first case.
 */
export async function measureSuite(
  peers: string | undefined,
  rounds: number,
  profiled: Profile,
): Promise<Row[]> {
  const { near, profile } = await withSandbox(async (sandbox) => {
    const { baseUrl, time, token } = sandbox;
    const programs = peers === undefined ? [] : threeRequests(peers, baseUrl, await token());
    const took: Took[][] = [[], ...programs.map(() => [])];
    for (let round = 0; round < rounds; round++) {
      took[0]?.push(await time(baseUrl));
      for (const [index, { command: program, cwd }] of programs.entries())
        took[index + 1]?.push(await timed(program, { cwd }));
    }
    const entries = [{ part: "ours", name: "partner-card conformance" } as const, ...programs];
    const entriesTook = entries.map(({ part, name }, index) => ({ part, name, took: took[index] ?? [] }));
    return { near: entriesTook, profile: await profiled((flags) => time(baseUrl, [], flags)) };
  });
  const samples = (figure: (took: Took) => number): Samples[] =>
    near.map(({ part, name, took }) => ({ part, name, figures: took.map(figure) }));
  // Both wait for the network nearly all the time, so they may run concurrently.
  const [usual, chain] = await Promise.all([timeDistant([]), timeDistant(["--concurrency", "64"])]);
  const whole = "A full run, whole process, sandbox in another process";
  const beside = peers === undefined ? "" : "; respect, Dredd and newman with 3 requests";
  return [
    {
      what: `${whole}${beside}`,
      unit: "ms of CPU",
      goal: 1,
      profile,
      samples: samples(({ cpuMs }) => cpuMs),
    },
    { what: `${whole}${beside}: wall time`, unit: "ms", goal: 1, samples: samples(({ wallMs }) => wallMs) },
    {
      what: `A full run at ${latencyMs} ms for each response`,
      unit: "ms",
      most: mostDistantMs,
      profile: "It waits: its batches of writes follow each other, and each is read back.",
      samples: [
        { part: "ours", name: "partner-card conformance", figures: [usual] },
        { part: "also", name: "with --concurrency 64: what follows each other", figures: [chain] },
      ],
    },
  ];
}

/** Milliseconds of one run against its own sandbox that is {@link latencyMs} away. */
function timeDistant(flags: readonly string[]): Promise<number> {
  return withSandbox(async ({ baseUrl, time }) => {
    const server = await putFarAway(baseUrl, latencyMs);
    try {
      return (await time(server.baseUrl, flags)).wallMs;
    } finally {
      await server.close();
    }
  });
}
