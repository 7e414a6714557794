/** The defects for which a request must be refused: what a row says of them, and those of the token. */
import { randomBytes } from "node:crypto";
import { api } from "../../generated/operations.ts";
import { type Forgery, forgeries, otherSignature, unsignedJwt } from "../plan/jwt.ts";
import {
  changed,
  continued,
  doubled,
  extended,
  type Operator,
  otherCase,
  preceded,
  truncated,
} from "../plan/operators.ts";
import type { Alteration } from "../wire/alteration.ts";
import { Inconclusive } from "./kit/inconclusive.ts";
import type { RefusalRule } from "./kit/refusal.ts";
import { findRequirement } from "./kit/rules.ts";

/** A check that sends one defect, in one or more forms. */
export interface DefectCheck {
  /** Without the operation: "signature.foreign-key". */
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly [string, ...string[]];
  readonly rule: RefusalRule;
  /** Its forms that every run sends. */
  readonly alterations: readonly Alteration[];
  /** Further forms, of which a run sends as many as its cases allow. */
  readonly drawn?: readonly Alteration[];
  /** The open question about the status with which it is refused. */
  readonly question?: string;
  /** True if it can be judged only when the server's clock is known accurately. */
  readonly needsClock?: true;
}

/** A row that demands any refusal, unless it states another rule. */
export function defect(row: Omit<DefectCheck, "rule"> & Partial<DefectCheck>): DefectCheck {
  const timed = row.needsClock === true ? { isTimed: true as const } : {};
  return { rule: { expected: "a refusal (any 4xx)", ...timed }, ...row };
}

/** The id of the requirement that speaks of a scope, and of its checks: "scope.cards-read" for cards:read. */
export function scopeRule(scope: string): string {
  return `scope.${scope.replace(":", "-")}`;
}

/**
 * The requirements that a row of an operation belongs to: where none speaks of its scopes, as after they were renamed, the
 * operation's own, since its `security` names them.
 */
export function rulesOf(
  { requirements, alterations }: Pick<DefectCheck, "requirements" | "alterations">,
  own: string | null,
): DefectCheck["requirements"] {
  const isOfScopes = alterations.every(({ scopes }) => scopes !== undefined);
  const isUnspoken = requirements.every((id) => findRequirement(id) === undefined);
  return isOfScopes && isUnspoken && own !== null ? [own] : requirements;
}

/** A wrong token made from the right one; where it may be the same one to a server, or there is none, nothing is sent. */
function wrongToken({ words, change }: Operator | Forgery): Alteration {
  return {
    description: `with a token that ${words}`,
    authorization: (token, target) => {
      const wrong = change(token, target);
      if (wrong !== null) return `Bearer ${wrong}`;
      throw new Inconclusive({
        kind: "skipped",
        why: `of the token that was issued, no other one can be made that ${words}`,
      });
    },
  };
}

/** More than a column of 255 characters holds, and less than any server takes for a header. */
const longBytes = 384;

/** A token in the form of RFC 7519, signed by nobody. */
function unissuedJwt(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: "somebody", scope: api.scopes.join(" "), exp: 4_102_444_800 };
  return `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}.${random(32)}`;
}

function random(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

function bearer(description: string, token: () => string): Alteration {
  return { description, authorization: () => `Bearer ${token()}` };
}

/** The token itself is wrong: the only refusal that the specification documents. */
export const invalidToken: DefectCheck = defect({
  id: "token.invalid",
  title: "a request with an invalid token gets 401",
  requirements: ["error.401.status"],
  rule: { expected: "401", status: 401 },
  alterations: [
    bearer("with a token that was never issued", () => random(24)),
    bearer("with a token that looks like a JWT, and was never issued", unissuedJwt),
    bearer("with a token of three parts, as a JWT, that hold no JSON", () =>
      [24, 24, 24].map(random).join("."),
    ),
    bearer("with a long token that was never issued", () => random(longBytes)),
    // What careless code sends, and finds, where there is no value; and what every object of JavaScript has.
    ...["null", "undefined", "constructor"].map((word) =>
      bearer(`with the word ${word} for a token`, () => word),
    ),
    ...[
      changed,
      truncated,
      extended,
      continued,
      preceded,
      doubled,
      otherCase,
      unsignedJwt,
      otherSignature,
      ...forgeries,
    ].map(wrongToken),
  ],
});

/** Defects of the token; they apply to every operation that takes a token. */
export const tokenDefects: readonly DefectCheck[] = [
  defect({
    id: "token.missing",
    question: "gap.auth.missing-token-status",
    title: "a request without a token is refused",
    requirements: ["service.oauth"],
    alterations: [
      { description: "without Authorization", authorization: () => null },
      {
        description: "with the token in the query in place of Authorization",
        authorization: () => null,
        search: (token) => `?access_token=${encodeURIComponent(token)}`,
      },
      {
        description: "with the cookies of earlier answers in place of Authorization",
        authorization: () => null,
        headers: (_token, _seconds, cookies) => {
          if (cookies().length > 0) return [["Cookie", cookies().join("; ")]];
          throw new Inconclusive({ kind: "skipped", why: "the server sets no cookie" });
        },
      },
    ],
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
      {
        description: "with the client credentials in the scheme Basic",
        authorization: (_token, { clientId, clientSecret }) =>
          `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
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
