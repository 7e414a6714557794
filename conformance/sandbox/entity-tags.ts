/** ETags of what a GET shows, and requests on condition of them (RFC 9110, sections 8.8.3, 13.1.1 and 13.1.2). */
import { type Operation, operations } from "../../generated/operations.ts";
import { type Validator, validators } from "../../generated/validators.js";
import type { Handler } from "./own.ts";
import { checked, type Problem, refuse } from "./refuse.ts";
import { empty, type SandboxResponse } from "./response.ts";
import { successStatus } from "./samples.ts";
import type { RequestContext } from "./seams.ts";
import { fingerprint } from "./state.ts";

/** Characters of the digest of a body that stand in its ETag. */
const length = 16;

/**
 * Carries a request out where its condition holds, and shows the ETag of what a GET of its path shows then.
 *
 * @param handler - Carries out any operation, whatever its condition.
 * @param all - Every operation; those of the description by default.
 */
export function onCondition(
  context: RequestContext,
  operation: Operation,
  handler: Handler,
  all: readonly Operation[] = Object.values(operations),
): SandboxResponse {
  const { showsETag, ifMatch, ifNoneMatch } = operation;
  if (showsETag === undefined && ifMatch === undefined) return handler(context, operation);
  const read = all.find((one) => one.method === "GET" && one.path === operation.path && one.showsETag);
  const tagNow = () => (read === undefined ? null : tagOf(context, read, handler));
  const { headers } = context.request;
  const tag = tagNow();
  const known = headers.get("if-none-match");
  // What is not there is for whoever carries it out to say.
  if (tag !== null && ifMatch !== undefined) {
    const problem = problemOf(context, headers.get("if-match"), tag, ifMatch);
    if (problem !== null) return refuse(context, problem.condition, problem.message);
  }
  if (tag !== null && ifNoneMatch === true && known !== null && names(known, tag))
    return { ...empty(304), headers: { etag: tag } };
  const reply = handler(context, operation);
  const etag = reply.status < 300 && showsETag === true ? tagNow() : null;
  return etag === null ? reply : { ...reply, headers: { ...reply.headers, etag } };
}

/** The ETag of what a GET of the same path shows; null where it shows nothing. */
function tagOf(context: RequestContext, read: Operation, handler: Handler): string | null {
  const request = { ...context.request, method: "GET", query: new URLSearchParams(), body: "" };
  const { status, body } = handler({ ...context, request }, read);
  if (status >= 300) return null;
  const tag = `"${fingerprint(JSON.stringify(body) ?? "").slice(0, length)}"`;
  const known: Readonly<Record<string, Validator>> = validators;
  const fits = known[`${read.id}.${successStatus(read)}.etag`] ?? (() => true);
  return [tag, `W/${tag}`].find(fits) ?? null;
}

/** Why a condition does not hold, or is missing; null where it holds. */
function problemOf(
  context: RequestContext,
  condition: string | null,
  tag: string,
  ifMatch: NonNullable<Operation["ifMatch"]>,
): Problem | null {
  if (condition === null) {
    const message = "If-Match is required: the ETag that was read last.";
    return ifMatch === "required" ? checked(context, "precondition.missing", message) : null;
  }
  if (matches(condition, tag)) return null;
  return checked(context, "precondition.failed", "It has changed since If-Match was read; read it again.");
}

/** True where If-Match holds: strong ETags alone are compared (RFC 9110, section 8.8.3.2). */
export function matches(condition: string, tag: string): boolean {
  return condition.trim() === "*" || (!tag.startsWith("W/") && tagsIn(condition).includes(tag));
}

/** True where If-None-Match names an ETag, or every one: strong and weak ones are the same here. */
export function names(condition: string, tag: string): boolean {
  const opaque = (one: string) => one.replace(/^W\//, "");
  return condition.trim() === "*" || tagsIn(condition).map(opaque).includes(opaque(tag));
}

/** The ETags in a list of them. */
function tagsIn(condition: string): readonly string[] {
  return condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
