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

/** The path of Chromium, or null. */
export const chromiumPath = findProgram("chromium", "chromium-browser", "google-chrome");

/** Flags with which Chromium runs anywhere and asks nobody for anything. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Options for a test that needs a program. */
export function needs(program: string | null, name: string): { skip: string | false } {
  if (program !== null) return { skip: false };
  if (process.env.REQUIRE_ALL === "1") throw new Error(`REQUIRE_ALL=1, but ${name} is not installed`);
  return { skip: `${name} is not installed` };
}
