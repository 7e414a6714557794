/** The mirrors of mistakes in signing: servers that take one of them in place of the specified signature as well. */
import { verify } from "node:crypto";
import { api } from "../../../generated/operations.ts";
import { signingDefects } from "../../checks/signing-defects.ts";
import type { RequestContext } from "../../sandbox/seams.ts";
import type { SignedParts } from "../../wire/alteration.ts";
import { signedBytes } from "../../wire/sign.ts";
import { signedString } from "../../wire/signed-string.ts";
import type { SigningMistake } from "../../wire/signing-mistakes.ts";
import { publicKey } from "../in-memory.ts";
import type { Candidate } from "./candidate.ts";

/** One mistake of each kind, none of which every run sends. */
const ids: readonly string[] = [
  "separator.pipes",
  "end.line-break",
  "order.method-timestamp-path",
  "method.lower-case",
  "path.trailing-slash",
  "body.hash-hex",
  "idempotency-key.appended",
  "timestamp.milliseconds-signed",
  "digest.sha384",
  "encoding.twice",
  "hash.hex",
];

const mistakes = signingDefects.filter(({ mistake }) => ids.includes(mistake.id));

/** These mistakes, for whoever makes them. */
export const mirroredMistakes: readonly SigningMistake[] = mistakes.map(({ mistake }) => mistake);

function partsOf({ request, operation }: RequestContext): SignedParts | null {
  const { method, path, fullPath, origin, headers, body } = request;
  const value = (name: string) => headers.get(name) ?? "";
  const timestamp = value(api.headers.timestamp);
  const idempotencyKey = value(api.headers.idempotencyKey);
  return operation === null
    ? null
    : { method, path, timestamp, apiPath: path, fullPath, query: "", origin, body, idempotencyKey };
}

/** True for a request that is signed with this mistake. */
function isMadeWith(
  { signed = signedString, signing = {} }: SigningMistake,
  context: RequestContext,
): boolean {
  const parts = partsOf(context);
  const header = context.request.headers.get(api.headers.signature) ?? "";
  if (parts === null || header === "") return false;
  const bytes =
    signing.encoding === "twice"
      ? Buffer.from(Buffer.from(header, "base64").toString("latin1"), "base64")
      : Buffer.from(header, api.signature.encoding);
  return verify(signing.digest ?? api.signature.hash, signedBytes(signed(parts), signing), publicKey, bytes);
}

/** One server for each mistake; it verifies all signatures alike, whatever the operation. */
export const signingMirrors: readonly Candidate[] = mistakes.map(({ mistake, part }) => ({
  name: `mirror.signing-${mistake.id}`,
  breaks: `auth.signature.${part}`,
  summary: `also takes a request ${mistake.description}`,
  seams: {
    skipsCheck: (condition, context) => condition === "signature.bad" && isMadeWith(mistake, context),
  },
}));
