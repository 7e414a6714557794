/** The defects for which a token request must be refused: one row for each field of its form, and one for other grants. */
import { randomBytes } from "node:crypto";
import {
  asPattern,
  changed,
  continuedAfterNul,
  doubled,
  empty,
  extended,
  type Operator,
  otherCaseOfSecret,
  spacedAtEnd,
  swappedCase,
  truncated,
} from "../plan/operators.ts";
import type { TokenRequestAlteration } from "../wire/tokens.ts";
import type { Check } from "./kit/check.ts";
import { Inconclusive } from "./kit/inconclusive.ts";

/** A check that sends token requests with one defect, in several forms. */
export interface TokenDefect {
  readonly id: string;
  readonly title: string;
  readonly requirements: Check["requirements"];
  readonly alterations: readonly TokenRequestAlteration[];
  /** Those of the alterations that are sent in spellings that are drawn as well. */
  readonly drawn: readonly TokenRequestAlteration[];
  /** True where the client is known and fails to prove itself: after a few of these, it may be locked out. */
  readonly mayLockOut: boolean;
}

/** The change to a field of the form: a value, one derived from the right one, or null to leave it out. */
type Change = string | null | ((value: string) => string);

/** An altered form, by the names of its fields. */
function form(description: string, changes: Readonly<Record<string, Change>>): TokenRequestAlteration {
  return {
    description,
    form: (fields) => {
      for (const [name, change] of Object.entries(changes)) {
        if (change === null) fields.delete(name);
        else fields.set(name, typeof change === "string" ? change : change(fields.get(name) ?? ""));
      }
    },
  };
}

const without = (field: string) => form(`without ${field}`, { [field]: null });

/** The value of another field in the place of its own. */
const fieldAs = (field: string, other: string): TokenRequestAlteration => ({
  description: `with the ${other} as the ${field}`,
  form: (fields) => fields.set(field, fields.get(other) ?? ""),
});

/** A wrong value made from the right one; where it may be the same one to a server, nothing is sent. */
const wrong =
  (field: string) =>
  ({ words, change }: Operator): TokenRequestAlteration =>
    form(`with a ${field} that ${words}`, {
      [field]: (right) => {
        const value = change(right);
        if (value !== null) return value;
        throw new Inconclusive({ kind: "skipped", why: `a ${field} that ${words} may be the same one` });
      },
    });

const defect = (row: Omit<TokenDefect, "drawn" | "mayLockOut">): TokenDefect => ({
  ...row,
  drawn: row.alterations,
  mayLockOut: false,
});

/** The secret of nobody. */
export const otherSecret: TokenRequestAlteration = form("with a wrong client_secret", {
  client_secret: "not-the-secret-of-this-client",
});

/** Token requests without the right secret. */
export const wrongSecret: TokenDefect = {
  id: "token.client-secret",
  title: "a token request without the client's secret gets no token",
  requirements: ["token.form.client-secret"],
  alterations: [
    without("client_secret"),
    otherSecret,
    // What guards an account that nobody has set up.
    fieldAs("client_secret", "client_id"),
    // As some libraries for forms read it, an object, which a database takes for a condition.
    {
      description: "with the client_secret as client_secret[$ne]",
      form: (fields) => {
        fields.delete("client_secret");
        fields.set("client_secret[$ne]", "x");
      },
    },
    ...[empty, truncated, extended, doubled, changed, otherCaseOfSecret, spacedAtEnd, continuedAfterNul].map(
      wrong("client_secret"),
    ),
  ],
  drawn: [otherSecret],
  mayLockOut: true,
};

/** Every defect of a token request; those of the secret last, as they may lock the client out. */
export const tokenRequestDefects: readonly TokenDefect[] = [
  defect({
    id: "token.grant-type",
    title: "a token request without the right grant_type gets no token",
    requirements: ["token.form.grant-type"],
    alterations: [
      without("grant_type"),
      form("with an unknown grant_type", { grant_type: "some_other_grant" }),
      // A name, not an encoding: its case matters (RFC 6749, section 1.9).
      form("with a grant_type in the other case", { grant_type: swappedCase }),
      ...[empty, truncated, extended, doubled, changed].map(wrong("grant_type")),
    ],
  }),
  defect({
    id: "token.other-grants",
    title: "no other grant gives a token",
    requirements: ["auth.client-credentials"],
    alterations: [
      form("with the grant type password", {
        grant_type: "password",
        username: "somebody",
        password: "something",
      }),
      form("with the grant type authorization_code", {
        grant_type: "authorization_code",
        code: "some-code",
      }),
      {
        description: "with the grant type refresh_token, and a token that was issued",
        form: (fields, issued) => {
          fields.set("grant_type", "refresh_token");
          fields.set("refresh_token", issued ?? "some-token");
        },
      },
    ],
  }),
  defect({
    id: "token.client-id",
    title: "a token request without the client's id gets no token",
    requirements: ["token.form.client-id"],
    alterations: [
      without("client_id"),
      form("with an unknown client_id", { client_id: () => randomBytes(12).toString("hex") }),
      fieldAs("client_id", "client_secret"),
      // Nothing says whether the case of an id matters: it may be a name, or an address.
      ...[empty, truncated, extended, doubled, changed, asPattern].map(wrong("client_id")),
    ],
  }),
  wrongSecret,
];
