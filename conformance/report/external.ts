/** Tools from outside the package that some tests need; no part of the package uses this. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The path of a program, or null where it is not installed: a test that needs it is then skipped and says
 * so, or fails where REQUIRE_ALL=1 asks for all tests.
 */
export function findProgram(...names: readonly string[]): string | null {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Options for a test that needs a program. */
export function needs(program: string | null, name: string): { skip: string | false } {
  if (program !== null) return { skip: false };
  if (process.env.REQUIRE_ALL === "1") throw new Error(`REQUIRE_ALL=1, but ${name} is not installed`);
  return { skip: `${name} is not installed` };
}
