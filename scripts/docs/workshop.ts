/** Where tests run the code blocks of the documentation: a sandbox, and a folder like the reader's own. */
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSandbox } from "../../conformance/sandbox/app.ts";
import { makeCards } from "../../conformance/sandbox/cards.ts";
import { faultNamed } from "../../conformance/sandbox/faults.ts";
import { serve } from "../../conformance/sandbox/serve.ts";
import { loadVectors } from "../../conformance/vectors/vectors.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tsx = import.meta.resolve("tsx");

/** Where a program finds what it imports: the client in its sources, and stand-ins for the key services' packages. */
const modules = {
  "partner-card": "src/index.ts",
  "@aws-sdk/client-kms": "scripts/docs/stand-ins/aws-kms.ts",
  "@google-cloud/kms": "scripts/docs/stand-ins/google-kms.ts",
  pkcs11js: "scripts/docs/stand-ins/pkcs11.ts",
};

/** What a command left behind. */
export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a sandbox beside it. */
export interface Workshop {
  /** Path of the folder. */
  readonly folder: string;
  /** Runs a program in the folder, with the variables that the sandbox prints. */
  run(command: string, args: readonly string[]): Promise<Run>;
  /** Stops the sandbox and removes the folder. */
  close(): Promise<void>;
}

/**
 * Opens a workshop. In its folder `npx partner-card` is the command of this repository, TypeScript finds
 * `partner-card` in src/ and key services that hold the sandbox's key, and the published test keys are at hand.
 *
 * @param options - `cardIds`: cards that the sandbox has beside its own, for examples that name one. `fault`:
 *   name of the rule that it breaks.
 */
export async function openWorkshop(
  options: { readonly cardIds?: readonly string[]; readonly fault?: string } = {},
): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), "partner-card-workshop-"));
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keyFile = join(folder, "signing-key.pem");
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }));
  furnish(folder);

  const credentials = { clientId: "partner-1", clientSecret: "the-secret-of-the-workshop" };
  const faults = options.fault === undefined ? [] : [faultNamed(options.fault).seams];
  const sandbox = createSandbox({ ...credentials, publicKey, faults });
  for (const id of options.cardIds ?? [])
    sandbox.state.cards.push(...makeCards(1, 1).map((card) => ({ ...card, id })));
  const served = await serve(sandbox.fetch);

  const env = {
    ...process.env,
    PATH: `${join(folder, ".bin")}:${process.env.PATH}`,
    TSX_TSCONFIG_PATH: join(folder, "tsconfig.json"),
    PARTNER_CARD_BASE_URL: served.baseUrl,
    PARTNER_CARD_CLIENT_ID: credentials.clientId,
    PARTNER_CARD_CLIENT_SECRET: credentials.clientSecret,
    PARTNER_CARD_SIGNING_KEY: keyFile,
  };
  return {
    folder,
    run: (command, args) =>
      finished(spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] })),
    close: async () => {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Arguments for Node to run a TypeScript file. */
export function typescriptArgs(file: string): string[] {
  return ["--import", tsx, file];
}

/** Arguments for Node to check the types of the folder. */
export const typecheckArgs: readonly string[] = [
  join(root, "node_modules/typescript/bin/tsc"),
  "--project",
  ".",
];

function furnish(folder: string): void {
  const { privateKeys, publicKey } = loadVectors();
  for (const path of [...Object.values(privateKeys), publicKey]) {
    copyFileSync(path, join(folder, path.slice(path.lastIndexOf("/") + 1)));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        typeRoots: [join(root, "node_modules/@types")],
        paths: Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, [join(root, path)]])),
      },
      include: ["*.ts"],
    }),
  );
  mkdirSync(join(folder, ".bin"));
  const npx = join(folder, ".bin/npx");
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1" = partner-card ] || { echo "only partner-card is here, not $1" >&2; exit 127; }
shift
unset TSX_TSCONFIG_PATH
exec "${process.execPath}" --import "${tsx}" "${join(root, "conformance/cli.ts")}" "$@"
`,
  );
  chmodSync(npx, 0o755);
}

function finished(child: ChildProcess): Promise<Run> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}
