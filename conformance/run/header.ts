/** The first event of a run: what is judged, by which version, and how many checks. */
import { createHash } from "node:crypto";
import { descriptionDigest, descriptionVersion } from "../../generated/operations.ts";
import type { RunEvent } from "../base/events.ts";
import { suiteVersion } from "../base/suite-version.ts";
import { checks as allChecks } from "../checks/index.ts";
import type { Question } from "../checks/kit/check.ts";
import { sectionOf } from "./decide.ts";
import type { RunOptions } from "./options.ts";

/**
 * The header of a run of these checks; `startedAt` is in milliseconds since the epoch.
 *
 * @param all - Every check of the suite; those for servers by default.
 */
export function headerOf(
  { target, shown = {} }: Pick<RunOptions, "shown"> & { readonly target: RunEvent["target"] },
  selected: readonly Question[],
  startedAt: number,
  all: readonly Question[] = allChecks,
): RunEvent {
  return {
    event: "run",
    format: 1,
    startedAt: new Date(startedAt).toISOString(),
    target: { baseUrl: target.baseUrl, sandbox: target.sandbox },
    suite: { name: "partner-card", version: suiteVersion, digest: suiteDigest(all) },
    description: { version: descriptionVersion, digest: descriptionDigest },
    options: shown,
    expected: selected.length,
    sections: sectionCounts(selected),
  };
}

/** SHA-256 over the ids, titles and requirements of the checks, in hex: identifies what was checked. */
function suiteDigest(checks: readonly Question[]): string {
  const questions = checks.map(({ id, title, requirements }) => [id, title, requirements]);
  return createHash("sha256").update(JSON.stringify(questions)).digest("hex");
}

function sectionCounts(selected: readonly Question[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const check of selected) counts[sectionOf(check)] = (counts[sectionOf(check)] ?? 0) + 1;
  return counts;
}
