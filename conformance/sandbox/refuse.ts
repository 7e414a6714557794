import { type Condition, statusOf } from "./conditions.ts";
import { errorBody } from "./error-body.ts";
import { empty, json, type SandboxResponse } from "./response.ts";
import type { RequestContext } from "./seams.ts";

/** Why a request is refused. */
export interface Problem {
  readonly condition: Condition;
  /** What is wrong with the request, and what to send instead. Never a secret, a token or a signature. */
  readonly message: string;
}

/** The problem, unless a fault skips the check of its condition. */
export function checked(context: RequestContext, condition: Condition, message: string): Problem | null {
  return context.seams.skipsCheck(condition, context) ? null : { condition, message };
}

/** The refusal of a request: as documented for an invalid or expired token, as chosen for all others. */
export function refuse(
  { choices, operation }: RequestContext,
  condition: Condition,
  message: string,
): SandboxResponse {
  const { kind, status } = statusOf(condition, choices);
  const isDocumented = kind === "token.unknown" || kind === "token.expired";
  const form = isDocumented ? "documented" : choices.get("gap.error.other-bodies");
  const type =
    !isDocumented && choices.get("gap.error.types") === "various" ? `Refused.${kind}` : "InvalidRequest";
  return { ...refusal(), problem: { condition, message } };

  function refusal(): SandboxResponse {
    switch (form) {
      case "empty":
        return empty(status);
      case "problem":
        return json(status, { title: message, status });
      case "html": {
        // The message may quote the request.
        const text = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        return { status, headers: { "content-type": "text/html" }, body: `<!doctype html><p>${text}</p>` };
      }
      default:
        return json(status, errorBody(operation, status, { message, type }));
    }
  }
}

/**
 * A name from a request, quoted in a message. Long ones are not quoted: they may be a misplaced secret, and
 * the redactor of a log would not recognise a part of one.
 */
export function quoted(name: string): string {
  return name.length <= 30 ? JSON.stringify(name) : `of these ${name.length} characters`;
}
