/** Programs of scripts/ in one file each, for tests that start them often. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledAs } from "./bundled-program.ts";

/** This repository. */
const repository: string = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles programs.
 *
 * @param root - The repository, or a copy of it.
 * @param names - Names of files in scripts/, without their ending.
 * @param folder - A folder below `root`, so that packages are found from there.
 * @returns Where the bundle of a name is, to be run by Node.
 */
export async function bundledScripts(
  root: string,
  names: readonly string[],
  folder: string,
): Promise<(name: string) => string> {
  const places = names.map(
    (name) => [join(folder, `${name}.mjs`), join(root, "scripts", `${name}.ts`)] as const,
  );
  await Promise.all(places.map(([file, source]) => bundledAs(file, source)));
  return (name) => join(folder, `${name}.mjs`);
}

/**
 * Bundles one program of this repository, into a folder that is gone when this process ends.
 *
 * @param name - Name of a file in scripts/, without its ending.
 * @returns Where the bundle is, to be run by Node.
 */
export async function bundledScript(name: string): Promise<string> {
  mkdirSync(join(repository, "dist"), { recursive: true });
  const folder = mkdtempSync(join(repository, "dist/started-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return (await bundledScripts(repository, [name], folder))(name);
}
