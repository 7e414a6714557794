/**
 * Whether verdicts hold still. Nothing in a scenario is drawn, so there is no seed: what could move a verdict is time,
 * and the order in which things happen. So clients are judged by the real command, which starts them as programs, over
 * real sockets and by the real clock, again and again.
 */
import { spawn } from "node:child_process";
import { scenarios } from "../../../clients/cards/index.ts";
import { weatherNamed } from "../../../clients/weathers.ts";
import { parseLog } from "../../../report/log.ts";

/** The clients that are judged: ours, and broken ones whose flaw has to do with time, or with repetition. */
const steadyClients = ["ours", "key.per-attempt", "retry.date-ignored", "token.never-renewed"];

/** Scenarios in which something happens once or at one time, or in which several things are done at once. */
const moving = scenarios
  .filter(({ task, weather }) => {
    const { steps, tokenAtMs } = weatherNamed(weather);
    const { work } = task(["id-1", "id-2", "id-3"]);
    return (
      tokenAtMs !== undefined ||
      work.some(({ isAtOnce }) => isAtOnce === true) ||
      steps.some(({ times }) => times !== Number.POSITIVE_INFINITY)
    );
  })
  .map(({ id }) => id);

/** A judgement that was repeated. */
export interface Repeated {
  readonly client: string;
  /** The verdicts that were not those of the first time, one line for each rule. */
  readonly different: readonly string[];
}

/** Judges a client, given its name; the verdicts, one line for each rule. */
export type JudgeOnce = (client: string) => Promise<readonly string[]>;

/**
 * The real command, which starts a program.
 *
 * @param cli - The file of the command.
 * @param program - The file of the program; it takes the name of a client.
 */
export function commandOf(cli: string, program: string): JudgeOnce {
  return async (client) => {
    const named = client === "ours" ? [] : [client];
    const some = moving.flatMap((id) => ["--scenario", id]);
    const flags = ["--quiet", "--concurrency", "8", "--report", "ndjson=-", ...some];
    const text = await outputOf([
      cli,
      "client-conformance",
      ...flags,
      "--",
      process.execPath,
      program,
      ...named,
    ]);
    // How often a rule was broken is no part of the verdict: who goes on and on does so as long as time allows.
    return parseLog(text).checks.map(({ id, verdict, message }) =>
      `${id} ${verdict}: ${message}`.replace(/ \(and \d+ more like it\)$/, ""),
    );
  };
}

/** Judges all clients, side by side, and compares with the verdicts of the first time. */
export async function judgeAgain(
  judge: JudgeOnce,
  firsts: Map<string, readonly string[]>,
): Promise<readonly Repeated[]> {
  return Promise.all(
    steadyClients.map(async (client) => {
      const verdicts = await judge(client);
      const first = firsts.get(client) ?? verdicts;
      firsts.set(client, first);
      const moved = verdicts.filter((line, index) => line !== first[index]);
      return { client, different: [...moved, ...first.slice(verdicts.length)] };
    }),
  );
}

/** What a program of Node prints on standard output. @throws what it says where it has not judged. */
function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        said[name] += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 2 || code === 4 || code === null) reject(new Error(`exit ${code}: ${said.stderr}`));
      else resolve(said.stdout);
    });
  });
}
