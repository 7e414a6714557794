/** A client that is a program: started once for each scenario, and ended with everything that it started. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "../base/usage-error.ts";
import { serve } from "../sandbox/serve.ts";
import type { Client, Ran } from "./drive.ts";
import { sendInPieces } from "./pieces.ts";
import { filled } from "./placeholders.ts";

/** How a program is started. */
export interface ProgramOptions {
  /** The program and its arguments, with placeholders; never a line for a shell. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  /** Environment that it inherits. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Names of the variables in which it gets its place. */
  readonly variables: Readonly<
    Record<"baseUrl" | "clientId" | "clientSecret" | "signingKey" | "scenario" | "task" | "outcome", string>
  >;
  /** Milliseconds until it is ended. */
  readonly timeoutMs: number;
  /** Ends it before that. */
  readonly signal: AbortSignal;
}

/** Characters of output that are kept. */
const mostOutput = 1_000_000;
/** Milliseconds between asking a program to end and ending it. */
const graceMs = 2000;
/** Milliseconds in which requests that are under way may still arrive after its end. */
const drainMs = 300;

/** Makes a client of a program. It rejects with a UsageError for a program that cannot be started. */
export function programClient(options: ProgramOptions): Client {
  const { command, variables, environment } = options;
  return async (place) => {
    const folder = mkdtempSync(join(tmpdir(), "partner-card-client-"));
    const { timeZone, isInPieces = false, prefix = "" } = place.weather;
    const served = await serve(place.fetch, 0, isInPieces ? { send: sendInPieces } : {});
    try {
      const key = join(folder, "signing-key.pem");
      const outcome = join(folder, "outcome.jsonl");
      writeFileSync(outcome, "");
      writeFileSync(key, place.signingKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
      const inherited = Object.entries(environment).filter(([name]) => !name.startsWith("PARTNER_CARD_"));
      const task = JSON.stringify(place.task);
      const base = served.baseUrl + prefix;
      const filling = {
        base,
        "client-id": place.clientId,
        "signing-key": key,
        scenario: place.scenario,
        task,
      };
      const [program, ...args] = command;
      const ran = await ended(
        start([program, ...args.map((one) => filled(one, filling))], {
          ...Object.fromEntries(inherited),
          // A proxy of the user stands between client and service, but not here.
          NO_PROXY: "127.0.0.1,localhost",
          no_proxy: "127.0.0.1,localhost",
          [variables.baseUrl]: base,
          [variables.clientId]: place.clientId,
          [variables.clientSecret]: place.clientSecret,
          [variables.signingKey]: key,
          [variables.scenario]: place.scenario,
          [variables.task]: task,
          [variables.outcome]: outcome,
          ...(timeZone === undefined ? {} : { TZ: timeZone }),
        }),
        options,
      );
      const written = await beginningOf(outcome);
      return written === "" ? ran : { ...ran, output: `${ran.output}\n${written}` };
    } finally {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** What a program has written into a file, as far as output is kept; nothing where it has removed the file. */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return "";
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostOutput), 0, mostOutput, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** In a process group of its own, so that everything that it starts can be ended with it. */
function start(
  [program, ...args]: ProgramOptions["command"],
  env: Record<string, string | undefined>,
): ChildProcess {
  return spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
}

/** Exit codes with which a shell says that a program cannot be started (POSIX, 2.8.2). */
const notStarted: readonly (number | null)[] = [126, 127];

async function ended(child: ChildProcess, { command, timeoutMs, signal }: ProgramOptions): Promise<Ran> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < mostOutput) output += text.slice(0, mostOutput - output.length);
    });
  }
  let isLate = false;
  // The exit is awaited, not the end of its output: a grandchild may hold that for ever.
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, by) => resolve({ code, signal: by }));
  });
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, timeoutMs);
  const onAbort = () => endGroup(child);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const { code, signal: by } = await exit.catch((error: Error) => {
      throw new UsageError(`${command[0]} cannot be started: ${error.message}`);
    });
    if (notStarted.includes(code))
      throw new UsageError(`${command.join(" ")} cannot be started (exit ${code})`);
    await sleep(drainMs);
    return { output, end: { code, signal: by, isLate } };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    kill(child, "SIGKILL");
    for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  }
}

/** Asks the group to end, and ends it where it does not. */
function endGroup(child: ChildProcess): void {
  kill(child, "SIGTERM");
  setTimeout(() => kill(child, "SIGKILL"), graceMs).unref();
}

/** Sends a signal to the group of a program; one that has ended gets none. */
function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has no process any more.
  }
}
