/** The profile of a run: read by --profile and written by --write-profile. */
import { resolve } from "node:path";
import type { CheckEvent } from "../base/events.ts";
import { assertReplaceable, replaceFile } from "../base/replace-file.ts";
import { messageOf } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { type Profile, parseProfile, profileText } from "../run/profile.ts";
import { readText } from "./environment.ts";
import type { Flags } from "./flags.ts";

/**
 * Reads the profile in a file.
 *
 * @param flags - Flags that are settings of a profile.
 * @param checkIds - What may be a known failure.
 * @param practices - Rules that are advice, which the profile may make binding.
 * @param scenarios - Scenarios to which a known failure may be bound.
 * @throws UsageError that names the wrong entry.
 */
export function readProfile(
  path: string,
  flags: Flags,
  checkIds: readonly string[],
  practices: readonly string[] = [],
  scenarios: readonly string[] = [],
): Profile {
  const names = { switches: [] as string[], lists: [] as string[], strings: [] as string[] };
  for (const [name, { value, multiple }] of Object.entries(flags)) {
    names[value === null ? "switches" : multiple ? "lists" : "strings"].push(name);
  }
  return parseProfile(readText(path, "--profile"), path, names, checkIds, practices, scenarios);
}

/**
 * Makes sure, before the run, that the profile can be written, and returns a function that writes it later
 * with the answers observed in the run. Everything else is kept as is.
 *
 * @param file - The destination; nothing is written if undefined.
 * @throws UsageError when the file cannot be written.
 */
export function prepareProfile(
  file: string | undefined,
  profile: Profile,
): (checks: readonly CheckEvent[]) => void {
  if (file === undefined) return () => undefined;
  const path = resolve(file);
  try {
    assertReplaceable(path);
  } catch (error) {
    throw new UsageError(`--write-profile: ${file} cannot be written: ${messageOf(error)}`);
  }
  return (results) => {
    const observed = results.flatMap(({ id, verdict, answer }): [string, string][] =>
      verdict === "observed" && answer !== null ? [[id, answer]] : [],
    );
    replaceFile(path, profileText({ ...profile, answers: new Map([...profile.answers, ...observed]) }));
  };
}
