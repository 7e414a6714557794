import { operations } from "../../generated/operations.ts";
import type { RunResult } from "../run/options.ts";

/** Ids of the checks with a verdict. */
export function idsWith({ checks }: Pick<RunResult, "checks">, verdict: string): string[] {
  return checks.filter((check) => check.verdict === verdict).map(({ id }) => id);
}

/** Ids of the checks that noticed what another one tells more narrowly. */
export function hiddenIdsIn({ checks }: Pick<RunResult, "checks">): string[] {
  return checks.filter(({ cause }) => cause?.startsWith("hidden by ")).map(({ id }) => id);
}

/** Ids of the checks that failed, those included that others hide. */
export function noticedIn(result: Pick<RunResult, "checks">): string[] {
  return [...idsWith(result, "failed"), ...hiddenIdsIn(result)].sort();
}

/** One line for each check with this verdict, with what was received. */
export function linesWith({ checks }: Pick<RunResult, "checks">, verdict: string): string[] {
  return checks
    .filter((check) => check.verdict === verdict)
    .map(({ id, message, received }) => `${id}: ${message}${received === null ? "" : ` [${received}]`}`);
}

/** True for the id of a check that is made for any operation of the description: it ends with the operation's. */
export function isMadeForAny(id: string): boolean {
  return Object.keys(operations).some((operation) => id.endsWith(`.${operation}`));
}
