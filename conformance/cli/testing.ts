/** The command in this process, and sandboxes for it to judge; the package itself does not use this. */
import { testKeys } from "../../src/testing/keys.ts";
import type { Target } from "../base/target.ts";
import { createSandbox, type SandboxOptions } from "../sandbox/app.ts";
import { cardsOf } from "../sandbox/cards/index.ts";
import { serve } from "../sandbox/serve.ts";
import type { TextStream } from "./command.ts";
import { variables } from "./environment.ts";
import { runCommandLine } from "./main.ts";

/** Environment variables that a test sets. */
export type TestEnvironment = Readonly<Record<string, string>>;

/** The result of a command that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with a separate environment; `interrupt` is Ctrl-C. */
export async function runHere(
  args: readonly string[],
  environment: TestEnvironment = {},
  interrupt: AbortSignal = new AbortController().signal,
  onPrint: (text: string) => void = () => {},
): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof output): TextStream => ({
    write: (text, done) => {
      output[name] += text;
      if (name === "stdout") onPrint(text);
      done?.();
    },
  });
  const code = await runCommandLine(args, () => ({
    environment: { NO_COLOR: "1", ...environment },
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    onInterrupt: () => ({ signal: interrupt, release: () => undefined }),
  }));
  return { code, ...output };
}

/** What a started `partner-card sandbox --json` prints about itself. */
export interface Printed {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Path of the key file. */
  readonly signingKey: string;
}

/** A running `partner-card sandbox`. */
export interface RunningSandbox {
  readonly printed: Printed;
  /** Ctrl-C. */
  stop(): Promise<Ended>;
}

/** Starts `partner-card sandbox` in this process on a free port, and waits until it serves. */
export async function sandboxHere(
  args: readonly string[] = [],
  environment: TestEnvironment = {},
): Promise<RunningSandbox> {
  const interrupt = new AbortController();
  return new Promise((resolve, reject) => {
    const ended = runHere(["sandbox", "--json", ...args], environment, interrupt.signal, (text) => {
      const stop = () => {
        interrupt.abort();
        return ended;
      };
      resolve({ printed: JSON.parse(text) as Printed, stop });
    });
    void ended.then(({ stderr }) => reject(new Error(`the sandbox ended: ${stderr}`)));
  });
}

/** The environment for a command that judges this server. */
export function environmentOf({
  baseUrl,
  clientId,
  clientSecret,
  signingKey,
}: Pick<Target, "baseUrl" | "clientId" | "clientSecret" | "signingKey">): TestEnvironment {
  return {
    [variables.baseUrl]: baseUrl,
    [variables.clientId]: clientId,
    [variables.clientSecret]: clientSecret,
    [variables.signingKey]: signingKey?.export({ type: "pkcs8", format: "pem" }).toString() ?? "",
  };
}

/** A sandbox in this process that a command judges. */
export type JudgedSandbox = Awaited<ReturnType<typeof judgedSandbox>>;

type Handler = (request: Request) => Promise<Response>;

/**
 * Serves a sandbox on loopback that is slow enough to be interrupted.
 *
 * @param delayMs - Milliseconds before a request is carried out.
 * @param wrap - Handles requests between the socket and the sandbox.
 */
export async function judgedSandbox({
  sandbox: options = {},
  delayMs = 10,
  wrap = (handler) => handler,
}: {
  sandbox?: Partial<SandboxOptions>;
  delayMs?: number;
  wrap?: (handler: Handler) => Handler;
} = {}) {
  const { publicKey, privateKey } = testKeys();
  const credentials = { clientId: "partner-1", clientSecret: "a-secret-of-this-test-alone" };
  const sandbox = createSandbox({ ...credentials, publicKey, ...options });
  const limits = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(cardsOf(sandbox.state).map((card) => [card.id, structuredClone(card.limits)]));
  const before = limits();
  let changes = 0;
  const waiting: { readonly times: number; readonly resolve: () => void }[] = [];
  const handler: Handler = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const response = await sandbox.fetch(request);
    if (JSON.stringify(limits()) !== JSON.stringify(before)) changes += 1;
    for (const { times, resolve } of waiting) if (changes >= times) resolve();
    return response;
  };
  const { baseUrl, close } = await serve(wrap(handler));
  return {
    sandbox,
    baseUrl,
    environment: environmentOf({ baseUrl, ...credentials, signingKey: privateKey }),
    /** Limits of all cards as they were at the start. */
    before,
    /** Limits of all cards now. */
    limits,
    /** Resolves when this many writes have changed a card. */
    changed: (times: number) =>
      new Promise<void>((resolve) => {
        if (changes >= times) resolve();
        else waiting.push({ times, resolve });
      }),
    close,
  };
}
