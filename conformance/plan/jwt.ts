/** Wrong tokens made from a right one that is a JWT: in the place where it is signed (RFC 7519). */
import { isObject } from "../base/shape.ts";
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

/** An algorithm that anybody can sign with, which a library may take from the token (RFC 8725, section 2.1). */
export const unsignedJwt: Operator = {
  words: 'says that it is signed with "none", and has no signature',
  change: (right) => {
    const parts = partsOf(right);
    if (parts === null) return null;
    const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    return `${header}.${parts[1]}.`;
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
