/** The command in one file, and a sandbox in this process for it to write to; no part of the package uses this. */
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createSandbox, type Sandbox, type SandboxOptions } from "../sandbox/app.ts";
import { serve } from "../sandbox/serve.ts";
import { testKeys } from "../wire/testing.ts";
import type { Ended } from "./testing.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A folder with the command in one file, which starts in a tenth of the time. */
export interface Bundle {
  readonly folder: string;
  readonly cli: string;
  remove(): void;
}

/** Bundles the command into a folder of its own. */
export async function bundledCommand(): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-bundle-"));
  const place = join(folder, "conformance");
  const cli = join(place, "cli.mjs");
  await build({
    entryPoints: [join(root, "conformance/cli.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: cli,
    logLevel: "warning",
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
  });
  mkdirSync(place, { recursive: true });
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  const exchanges = join(root, "conformance/checks/recordings");
  for (const name of readdirSync(exchanges).filter((one) => one.endsWith(".har"))) {
    copyFileSync(join(exchanges, name), join(place, name));
  }
  return { folder, cli, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Limits of all cards, by id. */
export type LimitsById = Readonly<Record<string, unknown>>;

/** A sandbox that a command in another process judges. */
export interface JudgedSandbox {
  readonly sandbox: Sandbox;
  /** Credentials for it; the client secret is `secret`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly secret: string;
  /** Limits of all cards as they were at the start. */
  readonly before: LimitsById;
  /** Limits of all cards now. */
  limits(): LimitsById;
  /** Resolves when so many writes have changed a card. */
  changed(times: number): Promise<void>;
  close(): Promise<void>;
}

/** What may differ in a judged sandbox. */
export interface JudgedOptions {
  readonly sandbox?: Partial<SandboxOptions>;
  /** Milliseconds before a request is carried out. */
  readonly delayMs?: number;
  /** Comes between the socket and the sandbox. */
  readonly wrap?: (
    handler: (request: Request) => Promise<Response>,
  ) => (request: Request) => Promise<Response>;
}

/** Serves a sandbox on loopback that is slow enough to be interrupted. */
export async function judgedSandbox({ sandbox: options, delayMs = 10, wrap }: JudgedOptions = {}) {
  const { publicKey, privateKey } = testKeys();
  const secret = "a-secret-of-this-test-alone";
  const credentials = { clientId: "partner-1", clientSecret: secret };
  const sandbox = createSandbox({ ...credentials, publicKey, ...options });
  const limits = (): LimitsById =>
    Object.fromEntries(sandbox.state.cards.map((card) => [card.id, structuredClone(card.limits)]));
  const before = limits();
  let changes = 0;
  const waiting: { readonly times: number; readonly resolve: () => void }[] = [];
  const handler = async (request: Request): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const response = await sandbox.fetch(request);
    if (JSON.stringify(limits()) !== JSON.stringify(before)) changes += 1;
    for (const { times, resolve } of waiting) if (changes >= times) resolve();
    return response;
  };
  const served = await serve(wrap?.(handler) ?? handler);
  const judged: JudgedSandbox = {
    sandbox,
    secret,
    before,
    limits,
    environment: {
      PARTNER_CARD_BASE_URL: served.baseUrl + (options?.prefix ?? ""),
      PARTNER_CARD_CLIENT_ID: credentials.clientId,
      PARTNER_CARD_CLIENT_SECRET: secret,
      PARTNER_CARD_SIGNING_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    },
    changed: (times) =>
      new Promise((resolve) => {
        if (changes >= times) resolve();
        else waiting.push({ times, resolve });
      }),
    close: served.close,
  };
  return judged;
}

/** A command that is under way. */
export interface Started {
  readonly child: ChildProcess;
  /** What it has left behind when it has ended. */
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts a program in a folder, with nothing of our own environment that it could take for a setting. */
export function startIn(
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Started {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PARTNER_CARD_") && !["NODE_TEST_CONTEXT", "FORCE_COLOR"].includes(name),
  );
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk) => {
      text[name] += chunk;
    });
  }
  const ended = new Promise<Ended & { readonly signal: NodeJS.Signals | null }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, ...text }));
  });
  return { child, ended };
}
