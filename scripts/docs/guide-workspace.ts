/** Where tests run the code blocks of the documentation: a sandbox, and a folder like the reader's. */
import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "../../conformance/cli/bundled.ts";
import { faultNamed } from "../../conformance/sandbox/faults.ts";
import type { Sandbox } from "../../conformance/sandbox/index.ts";
import { startSandbox } from "../../conformance/sandbox/start.ts";
import { loadVectors } from "../../conformance/vectors/vectors.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tsx = import.meta.resolve("tsx");

/** What a program's imports resolve to: the client's sources, and stand-ins for key services' packages. */
const modules = {
  "partner-card": "src/index.ts",
  "partner-card/undici": "src/undici.ts",
  "@aws-sdk/client-kms": "scripts/docs/stand-ins/aws-kms.ts",
  "@google-cloud/kms": "scripts/docs/stand-ins/google-kms.ts",
  pkcs11js: "scripts/docs/stand-ins/pkcs11.ts",
};

/** The result of a command. */
export interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder and its sandbox. */
export interface GuideWorkspace {
  /** Path of the folder. */
  readonly folder: string;
  /** Runs a program in the folder, with the environment variables that the sandbox prints. */
  run(command: string, args: readonly string[]): Promise<Run>;
  /** Stops the sandbox and removes the folder. */
  close(): Promise<void>;
}

/** The command in one file, for all folders of this process. */
let command: string | undefined;

/** A folder that is gone when this process ends. */
function folderToTheEnd(): string {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-command-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts a sandbox and creates a folder with the published test keys. In it `npx partner-card` is the command
 * of this repository, and TypeScript finds `partner-card` in src/ and key services with the sandbox's key.
 *
 * @param options - `prepare`: changes the sandbox before anything runs. `fault`: name of a fault of the sandbox.
 */
export async function openGuideWorkspace(
  options: { readonly prepare?: (sandbox: Sandbox) => void; readonly fault?: string } = {},
): Promise<GuideWorkspace> {
  const faults = options.fault === undefined ? [] : [faultNamed(options.fault).seams];
  const { sandbox, signingKey, ...started } = await startSandbox({ faults });
  options.prepare?.(sandbox);

  const folder = mkdtempSync(join(tmpdir(), "partner-card-guide-"));
  const file = (name: string) => join(folder, name);
  writeFileSync(file("signing-key.pem"), signingKey.export({ type: "pkcs8", format: "pem" }));
  const { privateKeys, publicKey } = loadVectors();
  for (const path of [...Object.values(privateKeys), publicKey]) copyFileSync(path, file(basename(path)));
  writeFileSync(file("package.json"), '{"private":true,"type":"module"}');
  writeFileSync(file("tsconfig.json"), JSON.stringify(tsconfig));
  mkdirSync(file(".bin"));
  command ??= bundleProgram(root, "cli", folderToTheEnd());
  writeFileSync(file(".bin/npx"), npxOf(command));
  chmodSync(file(".bin/npx"), 0o755);

  const env = {
    ...process.env,
    PATH: `${file(".bin")}:${process.env.PATH}`,
    TSX_TSCONFIG_PATH: file("tsconfig.json"),
    PARTNER_CARD_BASE_URL: started.baseUrl,
    PARTNER_CARD_CLIENT_ID: started.clientId,
    PARTNER_CARD_CLIENT_SECRET: started.clientSecret,
    PARTNER_CARD_SIGNING_KEY: file("signing-key.pem"),
  };
  return {
    folder,
    run: (command, args) =>
      new Promise((resolve) => {
        const child = execFile(command, args, { cwd: folder, env }, (_, stdout, stderr) =>
          resolve({ status: child.exitCode ?? 1, stdout, stderr }),
        );
        child.stdin?.end();
      }),
    close: async () => {
      await started.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Arguments for Node to run a TypeScript file. */
export function typescriptArgs(file: string): string[] {
  return ["--import", tsx, file];
}

/** Arguments for Node to check the types of the folder. */
export const typecheckArgs = [join(root, "node_modules/typescript/bin/tsc"), "--project", "."];

const tsconfig = {
  extends: join(root, "tsconfig.json"),
  compilerOptions: {
    // What is known of the files there belongs to the repository.
    incremental: false,
    typeRoots: [join(root, "node_modules/@types")],
    paths: Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, [join(root, path)]])),
  },
  include: ["*.ts"],
};

/**
 * An `npx` that starts the command and nothing else. Most of a run is what it draws, of which no guide says anything:
 * a few are drawn, except in what takes no such number.
 */
const npxOf = (command: string) => `#!/bin/sh
[ "$1" = partner-card ] || { echo "only partner-card is here, not $1" >&2; exit 127; }
shift
case "$* " in
  *" --case "* | *" --offline "*) ;;
  "conformance "*) set -- "$@" --cases 10 ;;
esac
exec "${process.execPath}" "${command}" "$@"
`;
