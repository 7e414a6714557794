/** The first event of a run: what is judged, by which version, and how many checks. */
import { descriptionDigest, descriptionVersion } from "../../generated/operations.ts";
import type { RunEvent } from "../base/events.ts";
import { suiteDigest, suiteVersion } from "../base/version.ts";
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

function sectionCounts(selected: readonly Question[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const check of selected) counts[sectionOf(check)] = (counts[sectionOf(check)] ?? 0) + 1;
  return counts;
}
