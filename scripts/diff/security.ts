import { isObject } from "../../conformance/base/shape.ts";

/** Schemes with the scopes that are needed of each: all of them together let a request in. */
type Alternative = Readonly<Record<string, readonly string[]>>;

/** What an operation needs: one of these. Where nothing is said, it needs nothing. */
function alternativesIn(security: unknown): readonly Alternative[] {
  const all: readonly unknown[] = Array.isArray(security) ? security : [];
  return all.length === 0 ? [{}] : all.filter(isObject).map((one) => one as Alternative);
}

/** True where whoever has what one needs also has what the other needs. */
function covers(one: Alternative, other: Alternative): boolean {
  return Object.entries(other).every(
    ([scheme, scopes]) => scopes.every((scope) => one[scheme]?.includes(scope)) && Object.hasOwn(one, scheme),
  );
}

/**
 * How another `security` of an operation affects partners: breaking where a request that was let in before is not any
 * more, and an addition where one is that was not.
 */
export function securityImpact(before: unknown, after: unknown): "breaking" | "addition" | "other" {
  const [old, now] = [alternativesIn(before), alternativesIn(after)];
  const letsIn = (all: readonly Alternative[], one: Alternative) => all.some((other) => covers(one, other));
  if (!old.every((one) => letsIn(now, one))) return "breaking";
  return now.every((one) => letsIn(old, one)) ? "other" : "addition";
}
