import type { GapId } from "../../generated/requirements.ts";
import { nearest } from "../base/nearest.ts";
import type { Limits } from "./cards.ts";
import { quoted } from "./quoted.ts";
import type { Service, WriteOperation } from "./service.ts";

const amounts = ["daily", "monthly", "atm"] as const;
const fields = [...amounts, "approvalBased"] as const;

/** The limits that a request body sets, or a text that says why the body is not accepted. */
export function readChanges(
  service: Service,
  operation: WriteOperation,
  body: string,
): Partial<Limits> | string {
  const value = parseObject(body);
  if (typeof value === "string") return value;
  return operation === "replaceCardLimits" ? replacement(service, value) : patch(service, value);
}

function replacement({ choices }: Service, body: Record<string, unknown>): Partial<Limits> | string {
  const answer = choices.get("gap.put.body");
  switch (answer) {
    case "limits":
      return exactly(body, fields);
    case "amounts":
      return exactly(body, amounts);
    case "wrapped": {
      const { limits, ...rest } = body;
      if (Object.keys(rest).length > 0 || typeof limits !== "object" || limits === null) {
        return 'The limits have to be wrapped here; send {"limits": {…}} (gap.put.body).';
      }
      return exactly(limits as Record<string, unknown>, fields);
    }
    default:
      return "No body of PUT is accepted here (gap.put.body).";
  }
}

function patch({ choices }: Service, body: Record<string, unknown>): Partial<Limits> | string {
  if (Object.keys(body).length === 0) {
    return choices.get("gap.patch.empty") === "refused" ? "The body names no limit (gap.patch.empty)." : {};
  }
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const problem = memberProblem(name, value, fields);
    if (problem !== null) return problem;
    const gap = gapOf(name);
    const answer = gap === null ? "accepted" : choices.get(gap);
    if (answer === "refused") return `${name} cannot be changed by PATCH here (${gap}).`;
    if (answer !== "ignored") changes[name] = value;
  }
  return changes;
}

function gapOf(name: string): GapId | null {
  if (name === "daily") return null;
  if (name === "monthly") return "gap.patch.monthly";
  return name === "atm" ? "gap.patch.atm" : "gap.patch.approval-based";
}

function exactly(body: Record<string, unknown>, names: readonly string[]): Partial<Limits> | string {
  for (const [name, value] of Object.entries(body)) {
    const problem = memberProblem(name, value, names);
    if (problem !== null) return problem;
  }
  const lacking = names.filter((name) => !(name in body));
  return lacking.length === 0 ? body : `PUT replaces every limit; the body lacks ${lacking.join(", ")}.`;
}

/** Why a member of the body is not accepted, or null where it is. */
function memberProblem(name: string, value: unknown, names: readonly string[]): string | null {
  if (!names.includes(name)) {
    if (name === "limits") return 'The limits are not wrapped here; send {"daily": …} alone (gap.put.body).';
    const meant = nearest(name, names);
    const help = meant === null ? `known are ${names.join(", ")}.` : `did you mean ${meant}?`;
    return `There is no limit ${quoted(name)}; ${help}`;
  }
  if (name === "approvalBased") return null;
  if (typeof value !== "number") {
    const isNumeral = typeof value === "string" && /^[0-9]+$/.test(value);
    return `${name} is ${typeName(value)}; send a number${isNumeral ? ", without quotes" : ""}.`;
  }
  if (value < 0) return `${name} is negative.`;
  return Number.isFinite(value) ? null : `${name} is too large a number.`;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function parseObject(text: string): Record<string, unknown> | string {
  if (text.trim() === "") return "The body is empty; send a JSON object with the limits.";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `The body is not JSON${whereBroken(error)}.`;
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : `The body is ${typeName(value)}; send a JSON object with the limits.`;
}

/** Where a text ends to be JSON. The words of the parser are not passed on: they may quote the body. */
function whereBroken(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/^(Unexpected end|Unterminated)/.test(message)) return ": it ends too early";
  const position = /at position ([0-9]+)/.exec(message)?.[1];
  if (position !== undefined) return `: character ${Number(position) + 1} is not expected`;
  const token = /^Unexpected token '(.)'/u.exec(message)?.[1];
  return token === undefined ? "" : `: ${JSON.stringify(token)} is not expected where it stands`;
}
