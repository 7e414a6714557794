import { api } from "../../generated/operations.ts";
import { encodingName } from "../../src/signature/encoding.ts";

/** What a guide says as `{{name}}`: constants that the description fixes, in words for readers. */
export const constants: Readonly<Record<string, string>> = {
  versionPrefix: api.versionPrefix,
  scopes: api.scopes.join(" "),
  timestampHeader: api.headers.timestamp,
  signatureHeader: api.headers.signature,
  idempotencyKeyHeader: api.headers.idempotencyKey,
  timestampWindow: inWords(api.timestampWindowSeconds),
  idempotencyKeyLifetime: inWords(api.idempotencyKeyLifetimeSeconds),
  signedString: api.signature.string,
  signatureHash: api.signature.hash.toUpperCase().replace("SHA", "SHA-"),
  signatureEncoding: encodingName(),
};

/**
 * A duration in the largest unit that has no rest, up to hours: "24 hours", "5 minutes", "90 seconds".
 *
 * @param seconds - A whole number.
 */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, "hour"]
      : seconds % 60 === 0
        ? [seconds / 60, "minute"]
        : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
