import type { OperationId } from "../../../generated/operations.ts";
import type { RequirementId } from "../../../generated/requirements.ts";
import type { Reply } from "../reply.ts";
import type { Condition, RequestContext, Seams } from "../seams.ts";

/** One rule broken in one way. */
export interface Fault {
  /** Stable and readable: area, then what is wrong. */
  readonly name: string;
  readonly breaks: RequirementId;
  /** What the server does, in a few words. */
  readonly summary: string;
  /** Ids of the checks that fail: the one that is meant for it first, then those that cannot help seeing it. */
  readonly caughtBy: readonly [string, ...string[]];
  /** Checks that fail as well where what happens now and then happens to them. */
  readonly mayFail?: readonly string[];
  readonly seams: Partial<Seams>;
}

/** Tells for which requests a fault takes hold. */
export type When = (context: RequestContext) => boolean;

/** Every request. */
export const always: When = () => true;
/** Every fifth request of its operation. */
export const everyFifth: When = ({ count }) => count % 5 === 0;
/** The third page of a walk and those after it. */
export const fromThirdPage: When = ({ page }) => page >= 3;
/** One operation only. */
export const only =
  (operation: OperationId): When =>
  (context) =>
    context.operation === operation;

/** Seams that change the JSON body of successful replies of an operation. */
export function changesBody(
  operation: OperationId,
  change: (body: Record<string, unknown>, context: RequestContext) => void,
  when: When = always,
): Partial<Seams> {
  return {
    reply: (reply, context) => {
      if (context.operation !== operation || reply.status >= 300 || !isObject(reply.body) || !when(context))
        return reply;
      const body = structuredClone(reply.body);
      change(body, context);
      return { ...reply, body };
    },
  };
}

/** Seams that change whole replies. */
export function changesReply(
  change: (reply: Reply, context: RequestContext) => Reply,
  when: When = always,
): Partial<Seams> {
  return { reply: (reply, context) => (when(context) ? change(reply, context) : reply) };
}

/** Seams that leave a condition unchecked. */
export function skipsCheck(
  conditions: readonly (Condition | "scope.*")[],
  when: When = always,
): Partial<Seams> {
  return {
    skipsCheck: (condition, context) =>
      (conditions.includes(condition) ||
        (condition.startsWith("scope.") && conditions.includes("scope.*"))) &&
      when(context),
  };
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
