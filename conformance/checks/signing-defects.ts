/** The usual mistakes in signing as defects, by the part of the signature that each of them gets wrong. */
import { api } from "../../generated/operations.ts";
import type { Alteration } from "../wire/alteration.ts";
import { signedOrder } from "../wire/signed-string.ts";
import { type SigningMistake, signingMistakes } from "../wire/signing-mistakes.ts";
import type { DefectCheck } from "./defects.ts";

/** What of a signature can be wrong: each has a rule of its own. */
type Part = "method" | "path" | "timestamp" | "string" | "algorithm";

/** The part that mistakes get wrong, by the beginning of their ids; the others put the right parts together wrongly. */
const parts: Readonly<Record<string, Part>> = {
  method: "method",
  path: "path",
  timestamp: "timestamp",
  digest: "algorithm",
  encoding: "algorithm",
  hash: "algorithm",
};

/** The mistakes that every run sends: at least one of each part. */
const always: ReadonlySet<string> = new Set([
  "method.other",
  "method.left-out",
  "path.left-out",
  "timestamp.left-out",
  "separator.line-breaks",
  "separator.spaces",
  // What many APIs sign, and this one may have signed before.
  "order.method-path-timestamp",
  `order.${[...signedOrder.slice(-1), ...signedOrder.slice(0, -1)].join("-")}`,
  "digest.sha1",
  "digest.sha256",
  "digest.sha512",
  "encoding.hex",
  "encoding.base64",
]);

/** Forms of Base64 that many decoders read alike. */
const base64Forms: readonly unknown[] = ["base64", "base64url", "unpadded", "lines"];

/** True where the specification says that a request with this mistake is refused. */
function isDefect({ open, signing, timestamp }: SigningMistake): boolean {
  const isReadAlike = [signing?.encoding, api.signature.encoding].every((one) => base64Forms.includes(one));
  // Another timestamp in the header is a defect of the timestamp, or an open question.
  return open === undefined && timestamp === undefined && !isReadAlike;
}

/** Only what changes the request: what explains a mistake is not sent. */
function alterationOf({ description, signed, signing }: SigningMistake): Alteration {
  return {
    description,
    ...(signed === undefined ? {} : { signed }),
    ...(signing === undefined ? {} : { signing }),
  };
}

/** A usual mistake that contradicts the specification, and the part that it gets wrong. */
export interface SigningDefect {
  readonly mistake: SigningMistake;
  readonly part: Part;
}

/** Every usual mistake for which a request must be refused. */
export const signingDefects: readonly SigningDefect[] = signingMistakes
  .filter(isDefect)
  .map((mistake) => ({ mistake, part: parts[mistake.id.replace(/\..*$/, "")] ?? "string" }));

/** The mistakes that get this part wrong, as the forms of a defect. */
export function mistakesIn(part: Part): Required<Pick<DefectCheck, "alterations" | "drawn">> {
  const all = signingDefects.flatMap((one) => (one.part === part ? one.mistake : []));
  return {
    alterations: all.filter(({ id }) => always.has(id)).map(alterationOf),
    drawn: all.filter(({ id }) => !always.has(id)).map(alterationOf),
  };
}
