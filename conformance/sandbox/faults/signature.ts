/** Faults of what a signature covers and how it is verified. */
import type { RequirementId } from "../../../generated/requirements.ts";
import { decodeBase64, type SignatureRules, type SignedParts, specifiedSignature } from "../verify.ts";
import { type scopes, whenIn } from "./both-writes.ts";
import { always, type Fault, type When } from "./fault.ts";

/** Seams under which signatures are verified by other rules. */
function verifies(
  change: (rules: SignatureRules) => Partial<SignatureRules>,
  when: When = always,
): Fault["seams"] {
  return { signature: (rules, context) => (when(context) ? { ...rules, ...change(rules) } : rules) };
}

/** Accepts what is specified, and strings that are joined in another way. */
function alsoCovers(
  ...others: readonly ((parts: SignedParts) => string)[]
): (scope: (typeof scopes)[number]) => Fault["seams"] {
  return (scope) => ({
    skipsCheck: (condition, context) => {
      if (condition !== "signature.bad" || !whenIn(scope)(context)) return false;
      const { headers, method, path } = context.request;
      const parts = { method, path, timestamp: headers.get("x-service-request-timestamp") ?? "" };
      return others.some((covered) =>
        context.verify(parts, headers.get("x-service-signature") ?? "", { ...specifiedSignature, covered }),
      );
    },
  });
}

interface SignatureFault {
  readonly name: string;
  readonly breaks: RequirementId;
  readonly summary: string;
  readonly checks: readonly string[];
  readonly seams: (scope: (typeof scopes)[number]) => Fault["seams"];
}

const bothDigests =
  (digest: string) =>
  (scope: (typeof scopes)[number]): Fault["seams"] => ({
    skipsCheck: (condition, context) => {
      if (condition !== "signature.bad" || !whenIn(scope)(context)) return false;
      const { headers, method, path } = context.request;
      const parts = { method, path, timestamp: headers.get("x-service-request-timestamp") ?? "" };
      return context.verify(parts, headers.get("x-service-signature") ?? "", {
        ...specifiedSignature,
        digest,
      });
    },
  });

const decodeHex = (header: string) => (/^[0-9a-f]+$/.test(header) ? Buffer.from(header, "hex") : null);

/** Every such fault; each is in the catalogue for both operations and for each alone. */
export const signatureFaults: readonly SignatureFault[] = [
  {
    name: "signature.ignores-method",
    breaks: "auth.signature.method",
    summary: "accepts a signature over another method",
    checks: ["signature.method"],
    seams: alsoCovers(
      ({ path, timestamp }) => `PATCH${path}${timestamp}`,
      ({ path, timestamp }) => `PUT${path}${timestamp}`,
      ({ path, timestamp }) => `GET${path}${timestamp}`,
    ),
  },
  {
    name: "signature.without-method",
    breaks: "auth.signature.method",
    summary: "accepts a signature that leaves the method out",
    checks: ["signature.method"],
    seams: alsoCovers(({ path, timestamp }) => path + timestamp),
  },
  {
    name: "signature.ignores-path",
    breaks: "auth.signature.path",
    summary: "accepts a signature over the path of another card",
    checks: ["signature.path"],
    seams: alsoCovers(
      ({ method, path, timestamp }) => method + path.replace(/CRD[0-9]+/, (id) => `${id}1`) + timestamp,
    ),
  },
  {
    name: "signature.path-shortened",
    breaks: "auth.signature.path",
    summary: "accepts a signature over the path without its end",
    checks: ["signature.path"],
    seams: alsoCovers(({ method, path, timestamp }) => method + path.replace(/\/limits$/, "") + timestamp),
  },
  {
    name: "signature.ignores-timestamp",
    breaks: "auth.signature.timestamp",
    summary: "accepts a signature over a timestamp some seconds older",
    checks: ["signature.timestamp"],
    seams: alsoCovers(({ method, path, timestamp }) => `${method}${path}${Number(timestamp) - 10}`),
  },
  {
    name: "signature.without-timestamp",
    breaks: "auth.signature.timestamp",
    summary: "accepts a signature that leaves the timestamp out",
    checks: ["signature.timestamp"],
    seams: alsoCovers(({ method, path }) => method + path),
  },
  {
    name: "signature.sha1-accepted",
    breaks: "auth.signature.algorithm",
    summary: "accepts SHA-1 as well",
    checks: ["signature.algorithm"],
    seams: bothDigests("sha1"),
  },
  {
    name: "signature.sha512-accepted",
    breaks: "auth.signature.algorithm",
    summary: "accepts SHA-512 as well",
    checks: ["signature.algorithm"],
    seams: bothDigests("sha512"),
  },
  {
    name: "signature.hex-accepted",
    breaks: "auth.signature.algorithm",
    summary: "accepts the signature in hex as well",
    checks: ["signature.algorithm"],
    seams: (scope) =>
      verifies(() => ({ decode: (header) => decodeHex(header) ?? decodeBase64(header) }), whenIn(scope)),
  },
  {
    name: "signature.separators-accepted",
    breaks: "auth.signature.string",
    summary: "accepts line breaks between the signed parts as well",
    checks: ["signature.string"],
    seams: alsoCovers(({ method, path, timestamp }) => [method, path, timestamp].join("\n")),
  },
  {
    name: "signature.any-order-accepted",
    breaks: "auth.signature.string",
    summary: "accepts the signed parts in another order as well",
    checks: ["signature.string"],
    seams: alsoCovers(({ method, path, timestamp }) => timestamp + method + path),
  },
  {
    name: "signature.wants-sha512",
    breaks: "auth.signature.algorithm",
    summary: "verifies with SHA-512 instead of SHA-256",
    checks: ["signature.scheme"],
    seams: (scope) => verifies(() => ({ digest: "sha512" }), whenIn(scope)),
  },
  {
    name: "signature.wants-hex",
    breaks: "auth.signature.algorithm",
    summary: "wants the signature in hex",
    checks: ["signature.scheme"],
    seams: (scope) => verifies(() => ({ decode: decodeHex }), whenIn(scope)),
  },
  {
    name: "signature.wants-separators",
    breaks: "auth.signature.string",
    summary: "wants line breaks between the signed parts",
    checks: ["signature.scheme"],
    seams: (scope) =>
      verifies(
        () => ({ covered: ({ method, path, timestamp }) => [method, path, timestamp].join("\n") }),
        whenIn(scope),
      ),
  },
  {
    name: "signature.wants-lower-case",
    breaks: "auth.signature.string",
    summary: "wants the method in lower case",
    checks: ["signature.scheme"],
    seams: (scope) =>
      verifies(
        () => ({ covered: ({ method, path, timestamp }) => method.toLowerCase() + path + timestamp }),
        whenIn(scope),
      ),
  },
];
