/** Faults of what a signature covers and how it is verified. */
import { api, operations } from "../../../generated/operations.ts";
import type { RequestContext, Seams } from "../seams.ts";
import { type SignatureRules, signatureHolds, specifiedSignature } from "../verify.ts";
import { unchecked } from "./changes.ts";
import { inEach } from "./each.ts";
import { breaks, type Heading, type Row } from "./fault.ts";
import { signed } from "./operations.ts";
import { type Covered, covering, decodeHex, inLines, signatureChecks, turned, wants } from "./signing.ts";
import { withHeader } from "./when.ts";

/** The methods that OpenAPI knows. */
const methods = ["GET", "PUT", "POST", "DELETE", "PATCH"];

/** Also accepts a signature by other rules if it is not valid by the specified ones. */
const alsoBy =
  (...others: readonly Partial<SignatureRules>[]): Seams["skipsCheck"] =>
  (condition, { request: { headers, method, path }, publicKey }) => {
    if (condition !== "signature.bad") return false;
    const parts = { method, path, timestamp: headers.get(api.headers.timestamp) ?? "" };
    const signature = headers.get(api.headers.signature) ?? "";
    return others.some((other) =>
      signatureHolds(publicKey, parts, signature, { ...specifiedSignature, ...other }),
    );
  };

/** Also accepts signatures over other strings. */
const alsoOver = (...strings: readonly Covered[]) => alsoBy(...strings.map((covered) => ({ covered })));

const withMethod = (change: (method: string) => string) =>
  covering(({ method }) => ({ method: change(method) }));
const withPath = (change: (path: string) => string) => covering(({ path }) => ({ path: change(path) }));

const isHexSpecified = (api.signature.encoding as string) === "hex";

/** The signed operations, unless this is the specified string. */
function whereOdd(covered: Covered) {
  const parts = { method: "M", path: "P", timestamp: "T" };
  return covered(parts) === specifiedSignature.covered(parts) ? [] : signed;
}

/** The path with another value of each of its parameters, by the template of the operation. */
function ofAnotherItem(path: string, { operation }: RequestContext): string {
  const template = (operation === null ? path : operations[operation].path).split("/");
  return path
    .split("/")
    .map((piece, index) => (template[index]?.startsWith("{") ? `${piece}1` : piece))
    .join("/");
}

/** Faults of the signature, for both writes and for each one alone, under their headings. */
export const signatureRows: readonly (Heading | Row)[] = [
  breaks("auth.signature.required", "signature.missing"),
  ...inEach(signed, "signature.optional", "does without a signature", {
    replays: "4xx",
    skipsCheck: unchecked("signature.missing"),
  }),
  breaks("auth.signature.verified", "signature.invalid"),
  ...inEach(signed, "signature.empty-accepted", "accepts an empty signature", {
    when: withHeader(api.headers.signature, (signature) => signature === ""),
    skipsCheck: unchecked("signature.bad"),
  }),
  breaks("auth.signature.key", "signature.key", ...signatureChecks),
  ...inEach(signed, "signature.not-verified", "takes anything as the signature", {
    skipsCheck: unchecked("signature.bad"),
  }),
  breaks("auth.signature.method", "signature.method"),
  ...inEach(signed, "signature.ignores-method", "accepts a signature over another method", {
    skipsCheck: alsoOver(...methods.map((other) => withMethod(() => other))),
  }),
  breaks("auth.signature.method", "signature.method"),
  ...inEach(signed, "signature.without-method", "accepts a signature that leaves the method out", {
    skipsCheck: alsoOver(withMethod(() => "")),
  }),
  breaks("auth.signature.path", "signature.path"),
  ...inEach(
    signed,
    "signature.ignores-path",
    "accepts a signature over the path of another item, or with another end",
    {
      skipsCheck: (condition, context) =>
        alsoOver(
          withPath((path) => ofAnotherItem(path, context)),
          withPath((path) => `${path}1`),
        )(condition, context),
    },
  ),
  ...inEach(signed, "signature.path-shortened", "accepts a signature over the path without its end", {
    skipsCheck: alsoOver(withPath((path) => path.replace(/\/[^/]*$/, ""))),
  }),
  breaks("auth.signature.timestamp", "signature.timestamp"),
  ...inEach(
    signed,
    "signature.ignores-timestamp",
    "accepts a signature over a timestamp some seconds older",
    {
      skipsCheck: alsoOver(covering(({ timestamp }) => ({ timestamp: String(Number(timestamp) - 10) }))),
    },
  ),
  ...inEach(signed, "signature.without-timestamp", "accepts a signature that leaves the timestamp out", {
    skipsCheck: alsoOver(covering(() => ({ timestamp: "" }))),
  }),
  breaks("auth.signature.algorithm", "signature.algorithm"),
  ...["sha1", "sha512"]
    .filter((digest) => digest !== specifiedSignature.digest)
    .flatMap((digest) =>
      inEach(signed, `signature.${digest}-accepted`, `accepts ${digest.replace("sha", "SHA-")} as well`, {
        skipsCheck: alsoBy({ digest }),
      }),
    ),
  ...inEach(isHexSpecified ? [] : signed, "signature.hex-accepted", "accepts the signature in hex as well", {
    signature: wants({ decode: (header) => decodeHex(header) ?? specifiedSignature.decode(header) }),
  }),
  breaks("auth.signature.string", "signature.string"),
  ...inEach(
    whereOdd(inLines),
    "signature.separators-accepted",
    "accepts line breaks between the signed parts as well",
    {
      skipsCheck: alsoOver(inLines),
    },
  ),
  ...inEach(
    whereOdd(turned),
    "signature.any-order-accepted",
    "accepts the signed parts in another order as well",
    {
      skipsCheck: alsoOver(turned),
    },
  ),
];
