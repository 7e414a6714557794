/** External tools that some tests need; the package itself does not use this. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** The path of a program, or null if it is not installed; names are tried in order. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Options for a test that needs a program: the test is skipped, with a reason, if it is not installed.
 *
 * @throws Error if it is not installed and REQUIRE_ALL=1 demands all tests.
 */
export function needs(program: string | null, name: string): { skip: string | false } {
  if (program !== null) return { skip: false };
  if (process.env.REQUIRE_ALL === "1") throw new Error(`REQUIRE_ALL=1, but ${name} is not installed`);
  return { skip: `${name} is not installed` };
}

const chromiumPath = process.env.CHROMIUM ?? findProgram("chromium", "chromium-browser", "google-chrome");

/** Options for a test that needs Chromium. */
export const needsChromium = needs(chromiumPath, "Chromium");

/** Starts Chromium with options that work anywhere and stop its own network requests. */
export function launchChromium(): Promise<Browser> {
  const args = "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-sync";
  return chromium.launch({
    executablePath: chromiumPath ?? "",
    args: `${args} disable-component-update`.split(" ").map((name) => `--${name}`),
  });
}
