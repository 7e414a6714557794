/** The string that a signature covers, and the order of its parts (Authentication, line 10). */
import { api } from "../../generated/operations.ts";
import { canonicalString } from "../../src/signature/signer.ts";
import type { SignedParts } from "./alteration.ts";

/** A part of a request that can be signed. */
export type SignedPart = "method" | "path" | "timestamp";

const places = [...api.signature.string.matchAll(/\{(method|path|timestamp)\}/g)];

/** The parts of the signed string, in the order of the description. */
export const signedOrder = places.map(([, name]) => name as SignedPart);

/** The specified string with these values; an empty one leaves its part out. */
export function signedString({ method, path, timestamp }: Readonly<Record<SignedPart, string>>): string {
  return canonicalString(method, path, timestamp);
}

const apiPath = `${api.versionPrefix}/things/one/part`;
const fullPath = `/prefix${apiPath}`;

/** A request whose parts all differ, so that only what is as specified gives the specified string. */
export const sampleParts: SignedParts = {
  method: "PATCH",
  path: fullPath,
  timestamp: "1700000000",
  values: ["one"],
  others: ["two"],
  apiPath,
  fullPath,
  query: "?a=b",
  origin: "https://api.example.com",
  body: "{}",
  idempotencyKey: "key",
};
