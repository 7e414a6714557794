import type { Limits } from "./cards.ts";
import type { Service, WriteOperation } from "./service.ts";

const amounts = ["daily", "monthly", "atm"] as const;

/** The limits that a request body sets, or null where the body is not accepted. */
export function readChanges(
  service: Service,
  operation: WriteOperation,
  body: string,
): Partial<Limits> | null {
  const value = parseObject(body);
  if (value === null) return null;
  return operation === "replaceCardLimits" ? replacement(service, value) : patch(service, value);
}

function replacement({ choices }: Service, body: Record<string, unknown>): Partial<Limits> | null {
  switch (choices.get("gap.put.body")) {
    case "limits":
      return exactly(body, [...amounts, "approvalBased"]);
    case "amounts":
      return exactly(body, amounts);
    case "wrapped": {
      const { limits, ...rest } = body;
      if (Object.keys(rest).length > 0 || typeof limits !== "object" || limits === null) return null;
      return exactly(limits as Record<string, unknown>, [...amounts, "approvalBased"]);
    }
    default:
      return null;
  }
}

function patch({ choices }: Service, body: Record<string, unknown>): Partial<Limits> | null {
  if (Object.keys(body).length === 0) return choices.get("gap.patch.empty") === "refused" ? null : {};
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (!isAllowed(name, value)) return null;
    const answer = name === "daily" ? "accepted" : choices.get(gapOf(name));
    if (answer === "refused") return null;
    if (answer !== "ignored") changes[name] = value;
  }
  return changes;
}

function gapOf(name: string) {
  if (name === "monthly") return "gap.patch.monthly";
  return name === "atm" ? "gap.patch.atm" : "gap.patch.approval-based";
}

function exactly(body: Record<string, unknown>, names: readonly string[]): Partial<Limits> | null {
  const complete = Object.keys(body).length === names.length && names.every((name) => name in body);
  return complete && Object.entries(body).every(([name, value]) => isAllowed(name, value)) ? body : null;
}

function isAllowed(name: string, value: unknown): boolean {
  if (name === "approvalBased") return true;
  return (amounts as readonly string[]).includes(name) && Number.isFinite(value) && Number(value) >= 0;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
