/** Puts placeholders where a recording would hold a secret or a value that is fresh each time. */
import { operations } from "../../../generated/operations.ts";
import type { Redactor } from "../../base/redact.ts";
import { placeholders } from "./har.ts";
import type { Recording } from "./recordings.ts";

/** The value of a request header as it is recorded. */
export function scrubHeader(name: string, value: string): string {
  const { signed, idempotent } = operations.updateCardLimits;
  if (name === signed.signature) return placeholders.signature;
  if (name === signed.timestamp) return placeholders.timestamp;
  if (name === idempotent) return placeholders.idempotencyKey;
  return name === "Authorization" && value !== "Bearer an-invalid-token"
    ? `Bearer ${placeholders.token}`
    : value;
}

/** The body of a request as it is recorded. */
export function scrubForm(operation: Recording["operation"], body: string): string {
  if (operation !== "requestToken") return body;
  const form = new URLSearchParams(body);
  form.set("client_id", placeholders.clientId);
  if (form.get("client_secret") !== "a-wrong-secret") form.set("client_secret", placeholders.clientSecret);
  return form.toString();
}

/**
 * The decoded body of a response as it is recorded. What a server adds to the token, a refresh token for
 * example, is replaced as well.
 */
export function scrubResponse(text: string, redactor: Redactor): string {
  return redactor
    .body(text, "application/json")
    .replace(/("access_token"\s*:\s*)"[^"]*"/, `$1"${placeholders.token}"`)
    .replace(/("nextCursor"\s*:\s*)"[^"]*"/, `$1"${placeholders.cursor}"`);
}
