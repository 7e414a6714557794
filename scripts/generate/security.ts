import { schemesOf } from "./constants.ts";
import type { DescribedOperation, Document } from "./document.ts";
import { Refusal } from "./refusal.ts";

/**
 * What protects an operation: the scopes that its token needs, null where it takes none, and whether it is signed.
 *
 * @throws Refusal where it has alternatives, needs something that client and suite do not have, or has only one of
 *   the two headers of a signed operation.
 */
export function securityOf(document: Document, one: DescribedOperation) {
  const { id, operation, fragment } = one;
  const own = operation.security !== undefined;
  const place = own ? `${fragment}/security` : "#/security";
  const schemes = schemesOf(document);
  const [needs = {}, alternative] = operation.security ?? document.security ?? [];
  if (alternative !== undefined) {
    throw new Refusal(
      `${place}/1`,
      `${id}: it is protected in one way or another, and only one can be followed; keep one of them (what stands under one - is needed together)`,
    );
  }
  const known = Object.values(schemes);
  const odd = Object.keys(needs).find((name) => !known.includes(name));
  if (odd !== undefined) {
    throw new Refusal(
      `${place}/0/${odd}`,
      `${id}: it needs ${odd}, which nobody here sends; use ${known.join(", ")}`,
    );
  }
  const [signature, timestamp] = [schemes.signature in needs, schemes.timestamp in needs];
  if (signature !== timestamp) {
    const lacks = signature ? schemes.timestamp : schemes.signature;
    throw new Refusal(
      `${place}/0`,
      `${id}: ${schemes.signature} and ${schemes.timestamp} belong together; add ${lacks}, or remove the other`,
    );
  }
  const scopes = needs[schemes.oauth2] ?? null;
  const offered = document.components.securitySchemes[schemes.oauth2]?.flows?.clientCredentials?.scopes ?? {};
  const strange = scopes?.find((scope) => !(scope in offered));
  if (strange !== undefined) {
    throw new Refusal(
      `${place}/0/${schemes.oauth2}`,
      `${id}: it needs the scope ${strange}, which ${schemes.oauth2} does not have (it has ${Object.keys(offered).join(", ")})`,
    );
  }
  return { scopes, signed: signature };
}
