import { namesOf } from "../kit/json-pointer.ts";
import type { RedoclyChange } from "./redocly-changes.ts";
import { securityImpact } from "./security.ts";

/** How a change affects partners: it can break them, it offers something new, or neither. */
export type Impact = "breaking" | "addition" | "other";

const impacts = { major: "breaking", minor: "addition", patch: "other" } as const;

/**
 * How a change affects partners. Redocly's rules decide where one of them speaks of it; they know neither a token
 * URL nor scopes nor the constants that stand under `x-` keywords, and pass over the headers that a response needs. What
 * an operation needs of whom it lets in is told by security.ts.
 *
 * - A token URL that is another one is breaking: a partner asks at the old one and gets no token.
 * - A scope that is gone is breaking: a partner that asks for it is refused. A further one is an addition.
 * - A header that a response need not have any more is breaking: a partner reads it. The other way round is harmless.
 * - A default of a request that is another one, or gone, is breaking, as it is of a parameter to oasdiff: a partner who
 *   leaves the value out gets something else, and no error says so. One that is new only says what was so already, and
 *   that of a response is nothing that a partner leaves out. That a request no longer has a field is not called
 *   breaking: an open schema still takes it.
 * - A constant that is a number is a time (the window of a timestamp, the lifetime of a key). Shorter is breaking: a
 *   request or a retry that was still in time is too late. Longer is not.
 * - Any other constant is a part of the request (the version prefix, a header, what is signed). Another one is breaking:
 *   a partner still sends the old one.
 * - A constant that was not there before only says what was so already; one that is gone is a promise withdrawn.
 */
export function impactOf({ path, impact, property = "", verdicts, base, revision }: RedoclyChange): Impact {
  if (verdicts.length > 0) return impacts[impact];
  const before = base?.value;
  const after = revision?.value;
  if (property === "tokenUrl") return "breaking";
  if (property === "security") return securityImpact(before, after);
  if (property === "scopes") return scopeImpact(before ?? {}, after ?? {});
  if (property === "required" && isResponseHeader(path)) return before === true ? "breaking" : "other";
  if (property === "default" && isInRequest(path)) return before === undefined ? "other" : "breaking";
  if (!property.startsWith("x-")) return impacts[impact];
  if (before === undefined) return "other";
  if (typeof before === "number" && typeof after === "number") return after < before ? "breaking" : "other";
  return "breaking";
}

function isInRequest(pointer: string): boolean {
  const [root, , , part = ""] = namesOf(pointer);
  return root === "paths" && ["parameters", "requestBody"].includes(part);
}

function isResponseHeader(pointer: string): boolean {
  const [responses, , headers] = namesOf(pointer).slice(-4);
  return responses === "responses" && headers === "headers";
}

function scopeImpact(before: object, after: object): Impact {
  if (Object.keys(before).some((scope) => !Object.hasOwn(after, scope))) return "breaking";
  return Object.keys(after).some((scope) => !Object.hasOwn(before, scope)) ? "addition" : "other";
}
