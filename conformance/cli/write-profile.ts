/** `--write-profile`: keeps the settings of a run and the answers that it observed. */
import { resolve } from "node:path";
import type { GapId } from "../../generated/requirements.ts";
import type { CheckEvent } from "../base/events.ts";
import { assertReplaceable, replaceFile } from "../base/replace-file.ts";
import { messageOf } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { type Profile, profileText } from "../run/profile.ts";
import { settingsOf, type Values } from "./conformance-arguments.ts";

/**
 * Makes sure, before the run, that the profile can be written, and returns what writes it afterwards.
 * Answers that this run did not observe, and known failures, are taken over from the profile that was read.
 *
 * @throws UsageError when there is no folder to write it to.
 */
export function prepareProfile(values: Values, profile: Profile): (checks: readonly CheckEvent[]) => void {
  const file = values["write-profile"];
  if (file === undefined) return () => undefined;
  const path = resolve(file);
  try {
    assertReplaceable(path);
  } catch (error) {
    throw new UsageError(`--write-profile: ${file} cannot be written: ${messageOf(error)}`);
  }
  return (checks) => {
    const observed = checks.flatMap(({ id, verdict, answer }): [GapId, string][] =>
      verdict === "observed" && answer !== null ? [[id as GapId, answer]] : [],
    );
    const text = profileText({
      settings: settingsOf(values),
      answers: new Map([...profile.answers, ...observed]),
      knownFailures: profile.knownFailures,
    });
    replaceFile(path, text);
  };
}
