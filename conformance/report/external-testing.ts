/** Tools from outside the package that some tests need; no part of the package uses this. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** The path of a program, or null where it is not installed; several names are tried in their order. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Options for a test that needs a program: it is skipped and says so where that is not installed.
 *
 * @throws Error where REQUIRE_ALL=1 asks for all tests.
 */
export function needs(program: string | null, name: string): { skip: string | false } {
  if (program !== null) return { skip: false };
  if (process.env.REQUIRE_ALL === "1") throw new Error(`REQUIRE_ALL=1, but ${name} is not installed`);
  return { skip: `${name} is not installed` };
}

const chromiumPath = process.env.CHROMIUM ?? findProgram("chromium", "chromium-browser", "google-chrome");

/** Options for a test that needs Chromium. */
export const needsChromium = needs(chromiumPath, "Chromium");

/** Starts Chromium, so that it runs anywhere and asks nobody for anything. */
export function launchChromium(): Promise<Browser> {
  const args = "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-sync";
  return chromium.launch({
    executablePath: chromiumPath ?? "",
    args: `${args} disable-component-update`.split(" ").map((name) => `--${name}`),
  });
}
