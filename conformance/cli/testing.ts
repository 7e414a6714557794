/** The real command for tests: in a process of its own, or in this one. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "./main.ts";

/** Journals of commands that run at the same time must not meet. */
const folder = mkdtempSync(join(tmpdir(), "partner-card-command-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
/** The loader, by its address: the folder of the command knows no packages. */
export const loader = import.meta.resolve("tsx");
const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));

/** What a command that has ended left behind. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PARTNER_CARD_") && name !== "NODE_TEST_CONTEXT" && name !== "FORCE_COLOR",
  );
  return spawn(process.execPath, ["--import", loader, cli, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a command to its end. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = start(args, environment);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

/** Runs a command in this process, with an environment of its own; `interrupt` is Ctrl-C. */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  interrupt: AbortSignal = new AbortController().signal,
): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const code = await runCommandLine(args, () => ({
    environment: { NO_COLOR: "1", ...environment },
    stdout: {
      write: (text) => {
        stdout += text;
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
    },
    print: (text) => {
      stdout += text;
      return 0;
    },
    onInterrupt: () => ({ signal: interrupt, release: () => undefined }),
  }));
  return { code, stdout, stderr };
}

/** A sandbox in another process, as its own output describes it. */
export interface OtherSandbox {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Path of the key file. */
  readonly signingKey: string;
  /** All that it has printed of itself. */
  readonly printed: Readonly<Record<string, unknown>>;
  /** What it has written to standard error so far. */
  log(): string;
  /** The environment that its output asks to paste. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<number | null>;
}

/** Starts `partner-card sandbox` on a free port and waits until it serves. */
export async function otherSandbox(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<OtherSandbox> {
  const child = start(["sandbox", "--json", ...args], environment);
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    void ended.then(() => reject(new Error(`the sandbox ended: ${text}`)));
  });
  const started = JSON.parse(line) as Omit<OtherSandbox, "environment" | "printed" | "log" | "stop">;
  return {
    ...started,
    printed: { ...started },
    log: () => log,
    environment: {
      PARTNER_CARD_BASE_URL: started.baseUrl,
      PARTNER_CARD_CLIENT_ID: started.clientId,
      PARTNER_CARD_CLIENT_SECRET: started.clientSecret,
      PARTNER_CARD_SIGNING_KEY: started.signingKey,
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
