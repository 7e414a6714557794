/** The defects for which a signed write must be refused: one row each, the same for PUT and PATCH. */
import { randomBytes } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { inWords } from "../base/seconds.ts";
import { changed, doubled, extended, type Operator, otherCase, truncated } from "../plan/operators.ts";
import { tampered } from "../plan/tampered.ts";
import type { Alteration, SignedParts } from "../wire/alteration.ts";
import { type SignedPart, sampleParts, signedOrder, signedString } from "../wire/signed-string.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import type { RefusalRule } from "./kit/refusal.ts";

/** A check that sends one defect, in one or more forms. */
export interface DefectCheck {
  /** Without the operation: "signature.foreign-key". */
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly [string, ...string[]];
  readonly rule: RefusalRule;
  readonly alterations: readonly Alteration[];
  /** The open question about the status with which it is refused. */
  readonly question?: string;
  /** True if it can be judged only when the server's clock is known accurately. */
  readonly needsClock?: true;
}

/** Age of a timestamp that must be refused, in seconds. */
export const staleSeconds = api.timestampWindowSeconds + 30;

/** A row that demands any refusal, unless it states another rule. */
function defect(row: Omit<DefectCheck, "rule"> & Partial<DefectCheck>): DefectCheck {
  return { rule: { expected: "a refusal (any 4xx)" }, ...row };
}

/** Stale however long the window is: a day, unless the window is longer than half of one. */
const longAgoSeconds = Math.max(86_400, 2 * api.timestampWindowSeconds);
/** The id of the requirement that speaks of a scope, and of its checks: "scope.cards-read" for cards:read. */
export function scopeRule(scope: string): string {
  return `scope.${scope.replace(":", "-")}`;
}

const signatureInOtherCase: Alteration = {
  description: "with a signature whose letters are in the other case",
  signature: (right) =>
    right.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
};

/** A wrong token made from the right one; where it may be the same one to a server, nothing is sent. */
function wrongToken({ words, change }: Operator): Alteration {
  return {
    description: `with a token that ${words}`,
    authorization: (token) => {
      const wrong = change(token);
      if (wrong !== null) return `Bearer ${wrong}`;
      throw new Inconclusive({ kind: "skipped", why: `a token that ${words} may be the same one` });
    },
  };
}

/** The token itself is wrong: the only refusal that the specification documents. */
export const invalidToken: DefectCheck = defect({
  id: "token.invalid",
  title: "a request with an invalid token gets 401",
  requirements: ["error.401.status"],
  rule: { expected: "401", status: 401 },
  alterations: [
    {
      description: "with a token that was never issued",
      authorization: () => `Bearer ${randomBytes(24).toString("base64url")}`,
    },
    ...[changed, truncated, extended, doubled, otherCase].map(wrongToken),
  ],
});

/** Defects of the token; they apply to every operation that takes a token. */
export const tokenDefects: readonly DefectCheck[] = [
  defect({
    id: "token.missing",
    question: "gap.auth.missing-token-status",
    title: "a request without a token is refused",
    requirements: ["service.oauth"],
    alterations: [{ description: "without Authorization", authorization: () => null }],
  }),
  invalidToken,
  defect({
    id: "token.scheme",
    title: "the token in another scheme than Bearer is refused",
    requirements: ["auth.bearer"],
    alterations: [
      { description: "with the token in the scheme Token", authorization: (token) => `Token ${token}` },
      {
        description: "with the token in the scheme Basic",
        authorization: (token) => `Basic ${Buffer.from(`token:${token}`).toString("base64")}`,
      },
      // What is no token at all need not be told from a missing one: the 401 of the description is not asked for.
      { description: "with Bearer and no token", authorization: () => "Bearer" },
    ],
  }),
  ...api.scopes.map((scope) =>
    defect({
      id: scopeRule(scope),
      question: "gap.scope.missing-status",
      title: `a token without ${scope} is refused`,
      requirements: ["scope.all-four", scopeRule(scope)],
      alterations: [
        {
          description: `with a token that lacks ${scope}`,
          scopes: api.scopes.filter((other) => other !== scope),
        },
      ],
    }),
  ),
];

/** Defects of the signed headers; they apply to every signed operation. */
export const headerDefects: readonly DefectCheck[] = [
  defect({
    id: "idempotency-key.missing",
    question: "gap.idempotency.missing-status",
    title: "a write without Idempotency-Key is refused",
    requirements: ["auth.idempotency.required"],
    alterations: [{ description: `without ${api.headers.idempotencyKey}`, idempotencyKey: null }],
  }),
  defect({
    id: "idempotency-key.empty",
    title: "a write with an empty Idempotency-Key is refused",
    requirements: ["auth.idempotency.empty"],
    alterations: [{ description: `with an empty ${api.headers.idempotencyKey}`, idempotencyKey: "" }],
  }),
  defect({
    id: "timestamp.missing",
    question: "gap.timestamp.missing-status",
    title: "a write without a timestamp is refused",
    requirements: ["auth.timestamp.required"],
    alterations: [{ description: `without ${api.headers.timestamp}`, timestamp: () => null }],
  }),
  defect({
    id: "timestamp.malformed",
    title: "a timestamp that is no Unix time in seconds is refused",
    requirements: ["auth.timestamp.format"],
    alterations: [
      { description: "with an empty timestamp", timestamp: () => "" },
      { description: "with the timestamp yesterday", timestamp: () => "yesterday" },
      {
        description: "with the time in ISO 8601",
        timestamp: (seconds) => new Date(seconds * 1000).toISOString(),
      },
      {
        description: "with a timestamp that has letters at its end",
        timestamp: (seconds) => `${seconds}abc`,
      },
    ],
  }),
  defect({
    id: "timestamp.stale",
    question: "gap.timestamp.stale-status",
    title: `a timestamp older than ${inWords(api.timestampWindowSeconds)} is rejected`,
    needsClock: true,
    requirements: ["auth.timestamp.stale", "limits.timestamp-age"],
    alterations: [
      {
        description: `with a timestamp ${staleSeconds} seconds old`,
        timestamp: (seconds) => String(seconds - staleSeconds),
      },
      {
        description: `with a timestamp ${inWords(longAgoSeconds)} old`,
        timestamp: (seconds) => String(seconds - longAgoSeconds),
      },
      { description: "with the timestamp 0", timestamp: () => "0" },
    ],
  }),
  defect({
    id: "signature.missing",
    question: "gap.signature.missing-status",
    title: "a write without a signature is refused",
    requirements: ["auth.signature.required"],
    alterations: [{ description: `without ${api.headers.signature}`, signature: () => null }],
  }),
  defect({
    id: "signature.invalid",
    question: "gap.signature.bad-status",
    title: "what is no signature of the request is refused",
    requirements: ["auth.signature.verified"],
    alterations: [
      { description: "with an empty signature", signature: () => "" },
      { description: "with a text that is no signature", signature: () => "not/a+signature!" },
      {
        description: "with random bytes as the signature",
        signature: () => randomBytes(256).toString(api.signature.encoding),
      },
      { description: "with a signature in which one character is changed", signature: tampered },
      {
        description: "with a signature that lacks its last byte",
        signature: (right) => withBytes(right, (bytes) => bytes.subarray(0, -1)),
      },
      {
        description: "with a signature that is one byte too long",
        signature: (right) => withBytes(right, (bytes) => Buffer.concat([bytes, Buffer.from([1])])),
      },
      // In hexadecimal digits, another case is the same signature.
      ...((api.signature.encoding as string) === "hex" ? [] : [signatureInOtherCase]),
      { description: "with the signature of an empty string", signed: () => "" },
    ],
  }),
  defect({
    id: "signature.algorithm",
    title: "another digest or encoding of the signature is refused",
    requirements: ["auth.signature.algorithm"],
    alterations: [
      ...(["sha1", "sha256", "sha512"] as const)
        .filter((digest) => digest !== api.signature.hash)
        .map((digest) => {
          const description = `with a signature over ${digest.replace("sha", "SHA-")}`;
          return { description, signing: { digest } };
        }),
      ...(["hex", "base64"] as const)
        .filter((encoding) => encoding !== api.signature.encoding)
        .slice(0, 1)
        .map((encoding) => ({
          description: `with the signature in ${encoding}`,
          signing: { encoding },
        })),
    ],
  }),
  defect({
    id: "signature.method",
    title: "a signature over another method is refused",
    requirements: ["auth.signature.method"],
    alterations: [
      {
        description: "signed for the other method",
        signed: (parts) => signedString({ ...parts, method: parts.method === "PUT" ? "PATCH" : "PUT" }),
      },
      { description: "signed for GET", signed: (parts) => signedString({ ...parts, method: "GET" }) },
      { description: "signed without the method", signed: (parts) => signedString({ ...parts, method: "" }) },
    ],
  }),
  defect({
    id: "signature.path",
    title: "a signature over another path is refused",
    requirements: ["auth.signature.path"],
    alterations: [
      {
        description: "signed for another item",
        signed: (parts) => signedString({ ...parts, path: otherPath(parts) }),
      },
      {
        description: "signed for the path without its last part",
        signed: (parts) => signedString({ ...parts, path: parts.path.replace(/\/[^/]*$/, "") }),
      },
      { description: "signed without the path", signed: (parts) => signedString({ ...parts, path: "" }) },
    ],
  }),
  defect({
    id: "signature.timestamp",
    title: "a signature over another timestamp is refused",
    requirements: ["auth.signature.timestamp"],
    alterations: [
      {
        description: "signed for a timestamp ten seconds older than the one sent",
        signed: (parts) => signedString({ ...parts, timestamp: String(Number(parts.timestamp) - 10) }),
      },
      {
        description: "signed without the timestamp",
        signed: (parts) => signedString({ ...parts, timestamp: "" }),
      },
    ],
  }),
  defect({
    id: "signature.string",
    title: "a signature over parts joined in another way is refused",
    requirements: ["auth.signature.string"],
    alterations: [
      { description: "signed with line breaks between the parts", signed: joined(signedOrder, "\n") },
      { description: "signed with spaces between the parts", signed: joined(signedOrder, " ") },
      {
        description: "signed with the parts in another order",
        signed: joined([...signedOrder.slice(-1), ...signedOrder.slice(0, -1)], ""),
      },
      // What is a defect with one signed string may be as specified with another.
    ].filter(({ signed }) => signed(sampleParts) !== signedString(sampleParts)),
  }),
  defect({
    id: "signature.key",
    title: "a signature by another key is refused",
    requirements: ["auth.signature.key"],
    alterations: [{ description: "signed by a key that is not the partner's", foreignKey: true }],
  }),
];

/** The signature of other bytes, in the encoding of the description. */
function withBytes(signature: string, change: (bytes: Buffer) => Buffer): string {
  const { encoding } = api.signature;
  return change(Buffer.from(signature, encoding)).toString(encoding);
}

function joined(names: readonly SignedPart[], separator: string) {
  return (parts: SignedParts) => names.map((name) => parts[name]).join(separator);
}

/** The path with its last parameter changed; one without parameters gets another end. */
function otherPath({ path, values }: SignedParts): string {
  const value = values?.at(-1);
  const at = value === undefined ? -1 : path.lastIndexOf(`/${value}`);
  const end = value === undefined || at === -1 ? path.length : at + 1 + value.length;
  return `${path.slice(0, end)}1${path.slice(end)}`;
}
