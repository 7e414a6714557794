/** The lines in which a client says what became of its task. */
import { isObject } from "../base/shape.ts";
import { itemsMember } from "./cards/index.ts";
import type { Claim } from "./evidence.ts";

/** The member that makes a line of output an outcome; its value is the version of the form. */
export const outcomeMember = "partnerCard";

const results: readonly Claim["result"][] = ["ok", "error", "unsupported"];
const outcomes: readonly Claim["outcome"][] = ["not-sent", "rejected", "unknown"];

/**
 * The outcomes in the output of a program: one JSON object per line with `"partnerCard": 1`; everything else is a log.
 * A task about which there are two lines has none: one of them is wrong, and nobody knows which.
 */
export function readOutcomes(output: string): readonly Claim[] {
  const claims = output.split("\n").flatMap((line) => claimIn(line.trim()) ?? []);
  return claims.filter(({ task }) => claims.filter((other) => other.task === task).length === 1);
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
