/** A fault of both write operations, and the same fault in one of them. */
import { always, only, type When } from "./fault.ts";

const operations = { patch: "updateCardLimits", put: "replaceCardLimits" } as const;

/** Short names of the two write operations. */
export const names = ["patch", "put"] as const;

/** For a fault of both operations, and for the same fault in one of them. */
export const scopes = ["both", ...names] as const;

/** The name of a fault with its scope at the end. */
export function named(name: string, scope: (typeof scopes)[number]): string {
  return scope === "both" ? name : `${name}.${scope}`;
}

/** Which requests a scope concerns. */
export function whenIn(scope: (typeof scopes)[number]): When {
  return scope === "both" ? always : only(operations[scope]);
}

/** Ids of checks, for each operation of the scope. */
export function caught(scope: (typeof scopes)[number], checks: readonly string[]): [string, ...string[]] {
  const all = (scope === "both" ? names : [scope]).flatMap((name) =>
    checks.map((check) => `${check}.${name}`),
  );
  return all as [string, ...string[]];
}

/** How a summary begins for each scope. */
export const where = { both: "", patch: "PATCH ", put: "PUT " } as const;
