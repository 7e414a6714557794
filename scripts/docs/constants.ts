import { inWords } from "../../conformance/base/seconds.ts";
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
