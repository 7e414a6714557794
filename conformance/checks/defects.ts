/** The defects that a signed write must be refused for: one row each, the same for PUT and PATCH. */
import { randomBytes } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { type GapId, type RequirementId, requirement } from "../../generated/requirements.ts";
import type { Alteration } from "../wire/alteration.ts";
import type { RefusalRule } from "./kit/refusal.ts";
import { tampered } from "./tampered.ts";

/** A check that sends one defect, in one or more forms. */
export interface DefectCheck {
  /** Without the operation: "signature.foreign-key". */
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly rule: RefusalRule;
  readonly alterations: readonly Alteration[];
  /** The open question of the status with which it is refused. */
  readonly question?: GapId;
}

const refusal: RefusalRule = { expected: "a refusal (any 4xx)" };
const invalidToken: RefusalRule = { expected: "401", status: 401 };

/** How old a timestamp is that must be refused, in seconds: half a minute more than 5 minutes. */
export const staleSeconds = 330;
/** How old a timestamp is that must not be refused for its age, in seconds. */
export const freshSeconds = 270;

function scopeRequirement(scope: string): RequirementId {
  return requirement(`scope.${scope.replace(":", "-")}`).id;
}

/** Defects of the token; they concern every card operation. */
export const tokenDefects: readonly DefectCheck[] = [
  {
    id: "token.missing",
    question: "gap.auth.missing-token-status",
    title: "a request without a token is refused",
    requirements: ["service.oauth"],
    rule: refusal,
    alterations: [{ description: "without Authorization", authorization: () => null }],
  },
  {
    id: "token.invalid",
    title: "a request with an invalid token gets 401",
    requirements: ["error.401.status"],
    rule: invalidToken,
    alterations: [
      {
        description: "with a token that was never issued",
        authorization: () => `Bearer ${randomBytes(24).toString("base64url")}`,
      },
      {
        description: "with a token in which one character is changed",
        authorization: (token) => `Bearer ${tampered(token)}`,
      },
    ],
  },
  {
    id: "token.scheme",
    title: "the token in another scheme than Bearer is refused",
    requirements: ["auth.bearer"],
    rule: refusal,
    alterations: [
      { description: "with the token in the scheme Token", authorization: (token) => `Token ${token}` },
      {
        description: "with the token in the scheme Basic",
        authorization: (token) => `Basic ${Buffer.from(`token:${token}`).toString("base64")}`,
      },
    ],
  },
  ...api.scopes.map(
    (scope): DefectCheck => ({
      id: `scope.${scope.replace(":", "-")}`,
      question: "gap.scope.missing-status",
      title: `a token without ${scope} is refused`,
      requirements: ["scope.all-four", scopeRequirement(scope)],
      rule: refusal,
      alterations: [
        {
          description: `with a token that lacks ${scope}`,
          scopes: api.scopes.filter((other) => other !== scope),
        },
      ],
    }),
  ),
];

/** Defects of the signed headers; they concern PUT and PATCH. */
export const headerDefects: readonly DefectCheck[] = [
  {
    id: "idempotency-key.missing",
    question: "gap.idempotency.missing-status",
    title: "a write without Idempotency-Key is refused",
    requirements: ["auth.idempotency.required"],
    rule: refusal,
    alterations: [{ description: "without Idempotency-Key", idempotencyKey: null }],
  },
  {
    id: "idempotency-key.empty",
    title: "a write with an empty Idempotency-Key is refused",
    requirements: ["auth.idempotency.empty"],
    rule: refusal,
    alterations: [{ description: "with an empty Idempotency-Key", idempotencyKey: "" }],
  },
  {
    id: "timestamp.missing",
    question: "gap.timestamp.missing-status",
    title: "a write without a timestamp is refused",
    requirements: ["auth.timestamp.required"],
    rule: refusal,
    alterations: [{ description: "without X-Service-Request-Timestamp", timestamp: () => null }],
  },
  {
    id: "timestamp.malformed",
    title: "a timestamp that is no Unix time in seconds is refused",
    requirements: ["auth.timestamp.format"],
    rule: refusal,
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
  },
  {
    id: "timestamp.stale",
    question: "gap.timestamp.stale-status",
    title: "a timestamp older than 5 minutes is rejected",
    requirements: ["auth.timestamp.stale", "limits.timestamp-age"],
    rule: refusal,
    alterations: [
      {
        description: `with a timestamp ${staleSeconds} seconds old`,
        timestamp: (seconds) => String(seconds - staleSeconds),
      },
      { description: "with a timestamp a day old", timestamp: (seconds) => String(seconds - 86_400) },
      { description: "with the timestamp 0", timestamp: () => "0" },
    ],
  },
  {
    id: "signature.missing",
    question: "gap.signature.missing-status",
    title: "a write without a signature is refused",
    requirements: ["auth.signature.required"],
    rule: refusal,
    alterations: [{ description: "without X-Service-Signature", signature: () => null }],
  },
  {
    id: "signature.invalid",
    question: "gap.signature.bad-status",
    title: "what is no signature of the request is refused",
    requirements: ["auth.signature.verified"],
    rule: refusal,
    alterations: [
      { description: "with an empty signature", signature: () => "" },
      { description: "with a signature that is not Base64", signature: () => "not/a+signature!" },
      {
        description: "with random bytes as the signature",
        signature: () => randomBytes(256).toString("base64"),
      },
      { description: "with a signature in which one character is changed", signature: tampered },
      { description: "with the signature of an empty string", signed: () => "" },
    ],
  },
  {
    id: "signature.algorithm",
    title: "another digest or encoding of the signature is refused",
    requirements: ["auth.signature.algorithm"],
    rule: refusal,
    alterations: [
      { description: "with a signature over SHA-1", signing: { digest: "sha1" } },
      { description: "with a signature over SHA-512", signing: { digest: "sha512" } },
      { description: "with the signature in hex", signing: { encoding: "hex" } },
    ],
  },
  {
    id: "signature.method",
    title: "a signature over another method is refused",
    requirements: ["auth.signature.method"],
    rule: refusal,
    alterations: [
      {
        description: "signed for the other method",
        signed: ({ method, path, timestamp }) => `${method === "PUT" ? "PATCH" : "PUT"}${path}${timestamp}`,
      },
      { description: "signed for GET", signed: ({ path, timestamp }) => `GET${path}${timestamp}` },
      { description: "signed without the method", signed: ({ path, timestamp }) => path + timestamp },
    ],
  },
  {
    id: "signature.path",
    title: "a signature over another path is refused",
    requirements: ["auth.signature.path"],
    rule: refusal,
    alterations: [
      {
        description: "signed for another card",
        signed: ({ method, path, timestamp }) =>
          method + path.replace(/CRD[0-9]+/, (id) => `${id}1`) + timestamp,
      },
      {
        description: "signed for the path without /limits",
        signed: ({ method, path, timestamp }) => method + path.replace(/\/limits$/, "") + timestamp,
      },
      { description: "signed without the path", signed: ({ method, timestamp }) => method + timestamp },
    ],
  },
  {
    id: "signature.timestamp",
    title: "a signature over another timestamp is refused",
    requirements: ["auth.signature.timestamp"],
    rule: refusal,
    alterations: [
      {
        description: "signed for a timestamp ten seconds older than the one sent",
        signed: ({ method, path, timestamp }) => `${method}${path}${Number(timestamp) - 10}`,
      },
      { description: "signed without the timestamp", signed: ({ method, path }) => method + path },
    ],
  },
  {
    id: "signature.string",
    title: "a signature over parts joined in another way is refused",
    requirements: ["auth.signature.string"],
    rule: refusal,
    alterations: [
      { description: "signed with line breaks between the parts", signed: (parts) => joined(parts, "\n") },
      { description: "signed with spaces between the parts", signed: (parts) => joined(parts, " ") },
      {
        description: "signed with the parts in another order",
        signed: ({ method, path, timestamp }) => timestamp + method + path,
      },
    ],
  },
  {
    id: "signature.key",
    title: "a signature by another key is refused",
    requirements: ["auth.signature.key"],
    rule: refusal,
    alterations: [{ description: "signed by a key that is not the partner's", foreignKey: true }],
  },
];

function joined(parts: { method: string; path: string; timestamp: string }, separator: string): string {
  return [parts.method, parts.path, parts.timestamp].join(separator);
}
