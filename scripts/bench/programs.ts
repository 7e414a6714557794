/** Programs of this folder, and the client, without TypeScript: its loader takes three times as long to start as they. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundling } from "../kit/bundling.ts";

const programs = [
  ...["list-server", "pages-server"],
  ...["memory-contestant", "request-contestant", "signing-contestant", "walk-contestant"],
] as const;

/** A source of this folder that runs in a process of its own. */
export type Program = (typeof programs)[number];

let folder: string | null = null;

/** Makes all of them, before the first is started. They are gone when this process ends. */
export async function makePrograms(): Promise<void> {
  const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
  mkdirSync(dist, { recursive: true });
  // Below the repository, where packages are found, and in a folder that git ignores.
  const own = mkdtempSync(join(dist, "bench-"));
  process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    ...bundling,
    entryPoints: Object.fromEntries([
      ...programs.map((name) => [name, source(`${name}.ts`)]),
      ...["index", "undici"].map((name) => [`client/${name}`, source(`../../src/${name}.ts`)]),
    ]),
    outdir: own,
    outExtension: { ".js": ".mjs" },
    splitting: true,
  });
  folder = own;
}

/** The path of a program that was made, to be run by Node. @throws Error before all are made. */
export function programFile(name: Program): string {
  if (folder === null) throw new Error("the programs have not been made");
  return join(folder, `${name}.mjs`);
}

/** The URL of the modules of the client, `*` in place of their names. @throws Error before all are made. */
export function clientModules(): string {
  if (folder === null) throw new Error("the programs have not been made");
  return pathToFileURL(join(folder, "client/*.mjs")).href;
}
