/** The lines in which a client says what became of its task. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../base/shape.ts";
import { itemsMember } from "./cards/index.ts";
import type { Claim } from "./evidence.ts";

/** The member that makes a line of output an outcome; its value is the version of the form. */
export const outcomeMember = "partnerCard";

const results: readonly Claim["result"][] = ["ok", "error", "unsupported"];
const outcomes: readonly Claim["outcome"][] = ["not-sent", "rejected", "unknown"];

/**
 * The outcomes in the output of a program: one JSON object per line with `"partnerCard": 1`; everything else is a log.
 * The same line twice is one; a task about which there are two that differ has none: one of them is wrong, and nobody
 * knows which.
 */
export function readOutcomes(output: string): readonly Claim[] {
  const claims = claimsIn(output);
  return claims.filter(
    (claim, index) =>
      claims.every((other) => other.task !== claim.task || isDeepStrictEqual(other, claim)) &&
      claims.findIndex(({ task }) => task === claim.task) === index,
  );
}

/** True for the output of a program that says something of a task, be it twice and otherwise. */
export function hasOutcomes(output: string): boolean {
  return claimsIn(output).length > 0;
}

function claimsIn(output: string): readonly Claim[] {
  return output.split("\n").flatMap((line) => claimIn(line.trim()) ?? []);
}

function claimIn(line: string): Claim | null {
  if (!line.startsWith("{")) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value) || value[outcomeMember] !== 1) return null;
  const result = results.find((one) => one === value.result);
  const { task = 1, [itemsMember]: items } = value;
  if (result === undefined || typeof task !== "number") return null;
  return {
    task,
    result,
    items: Array.isArray(items) && items.every((id): id is string => typeof id === "string") ? items : null,
    outcome: outcomes.find((one) => one !== null && one === value.outcome) ?? null,
  };
}
