import { createHash } from "node:crypto";

// Apart, because what needs the version alone should load no cryptography.
export { suiteVersion } from "./suite-version.ts";

/** SHA-256 over the ids, titles and requirements of the checks, in hex: identifies what was checked. */
export function suiteDigest(
  checks: readonly { id: string; title: string; requirements: readonly string[] }[],
): string {
  const questions = checks.map(({ id, title, requirements }) => [id, title, requirements]);
  return createHash("sha256").update(JSON.stringify(questions)).digest("hex");
}
