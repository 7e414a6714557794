/** Wrong tokens made from a right one that is a JWT: in the place where it is signed (RFC 7519). */
import { createHmac, createPublicKey, type KeyObject, sign } from "node:crypto";
import { isObject } from "../base/shape.ts";
import type { Target } from "../base/target.ts";
import type { Operator } from "./operators.ts";
import { tampered } from "./tampered.ts";

/** The parts of a signed JWT; null for a token of another form. */
function partsOf(token: string): readonly [header: string, claims: string, signature: string] | null {
  const [header = "", claims = "", signature = "", ...more] = token.split(".");
  if (signature === "" || more.length > 0) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(header, "base64url").toString("utf8"));
    return isObject(read) && typeof read.alg === "string" ? [header, claims, signature] : null;
  } catch {
    return null;
  }
}

function headerOf(alg: string): string {
  return Buffer.from(JSON.stringify({ alg, typ: "JWT" })).toString("base64url");
}

/** An algorithm that anybody can sign with, which a library may take from the token (RFC 8725, section 2.1). */
export const unsignedJwt: Operator = {
  words: 'says that it is signed with "none", and has no signature',
  change: (right) => {
    const parts = partsOf(right);
    if (parts === null) return null;
    return `${headerOf("none")}.${parts[1]}.`;
  },
};

/** All that it says stays as it is: only who looks at the signature knows that it was never issued. */
export const otherSignature: Operator = {
  words: "has another signature",
  change: (right) => {
    const parts = partsOf(right);
    return parts === null ? null : `${parts[0]}.${parts[1]}.${tampered(parts[2])}`;
  },
};

/** What the partner has, and could sign a token with. */
export type Keys = Pick<Target, "clientId" | "clientSecret" | "signingKey">;

/** A way to sign a token with what the partner has. */
export interface Forgery {
  /** What the token is then: 'is signed with "HS256" and an empty key'. */
  readonly words: string;
  /** Another token that says what the right one says; null where there is none, or the server signs in this way. */
  readonly change: (right: string, keys: Keys) => string | null;
}

const withHmac = (name: string, keyOf: (keys: Keys) => string | null): Forgery =>
  forgery("HS256", name, (keys) => {
    const key = keyOf(keys);
    return key === null ? null : (signed) => createHmac("sha256", key).update(signed).digest("base64url");
  });

/**
 * Tokens that the partner has made for itself: a server that looks for the key among all that it knows of a partner,
 * or takes the algorithm from the token (RFC 8725, sections 2.1 and 3.1), has issued none of them.
 */
export const forgeries: readonly Forgery[] = [
  withHmac("an empty key", () => ""),
  withHmac("the client_id as the key", ({ clientId }) => clientId),
  withHmac("the client_secret as the key", ({ clientSecret }) => clientSecret),
  withHmac("the partner's public key as the key", ({ signingKey }) =>
    signingKey === null ? null : publicPem(signingKey),
  ),
  forgery("RS256", "the partner's own key", ({ signingKey }) =>
    signingKey === null
      ? null
      : (signed) => sign("sha256", Buffer.from(signed), signingKey).toString("base64url"),
  ),
];

function publicPem(key: KeyObject): string {
  return String(createPublicKey(key).export({ type: "spki", format: "pem" }));
}

function forgery(
  alg: string,
  key: string,
  signerOf: (keys: Keys) => ((signed: string) => string) | null,
): Forgery {
  return {
    words: `is signed with "${alg}" and ${key}`,
    change: (right, keys) => {
      const parts = partsOf(right);
      const sign = parts === null ? null : signerOf(keys);
      if (parts === null || sign === null) return null;
      const [header, claims, signature] = parts;
      if (sign(`${header}.${claims}`) === signature) return null;
      const signed = `${headerOf(alg)}.${claims}`;
      return `${signed}.${sign(signed)}`;
    },
  };
}
