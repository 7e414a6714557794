import { readFileSync } from "node:fs";

/** Version of the package, from the package.json above this file, in the sources as in dist/. */
export const suiteVersion: string = readVersion();

function readVersion(): string {
  for (const path of ["../../package.json", "../../../package.json"]) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as Record<
        string,
        string
      >;
      if (name === "partner-card" && version !== undefined) return version;
    } catch {
      // Try the next folder up.
    }
  }
  return "unknown";
}
