/** What faults of the signature are made of. */
import { api } from "../../../generated/operations.ts";
import type { Seams } from "../seams.ts";
import { type SignatureRules, type SignedParts, specifiedSignature } from "../verify.ts";

/** The string that a signature covers. */
export type Covered = SignatureRules["covered"];

/** The checks of a signature that does not belong to the request, without their id suffixes. */
export const signatureChecks: readonly string[] = [
  "signature.invalid",
  "signature.algorithm",
  "signature.method",
  "signature.path",
  "signature.timestamp",
  "signature.string",
];

/** Verifies by rules other than the specified ones. */
export const wants =
  (other: Partial<SignatureRules>): Seams["signature"] =>
  (rules) => ({ ...rules, ...other });

/** The specified string of a request that is changed. */
export const covering =
  (change: (parts: SignedParts) => Partial<SignedParts>): Covered =>
  (parts) =>
    specifiedSignature.covered({ ...parts, ...change(parts) });
/** The names of the parts, in the order of the description. */
const order = [...api.signature.string.matchAll(/\{(method|path|timestamp)\}/g)].map(
  ([, name]) => name as keyof SignedParts,
);

/** The parts with line breaks between them. */
export const inLines: Covered = (parts) => order.map((name) => parts[name]).join("\n");

/** The parts in another order, with nothing between them. */
export const turned: Covered = (parts) =>
  [...order.slice(-1), ...order.slice(0, -1)].map((name) => parts[name]).join("");

/** The bytes of hexadecimal digits, or null. */
export const decodeHex = (header: string) => (/^[0-9a-f]+$/.test(header) ? Buffer.from(header, "hex") : null);
