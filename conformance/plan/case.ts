/**
 * A case: one check, and the one combination of spellings in which its requests are sent. In words of the table of
 * spellings, which mean the same in every version: "signature.missing.patch; content-type=charset; accept=absent".
 */
import type { SpellingName } from "./spellings.ts";

/** One check in one combination of spellings. */
export interface Case {
  /** The id of the check. */
  readonly check: string;
  readonly spellings: readonly SpellingName[];
}

/** The case in words. */
export function caseWords({ check, spellings }: Case): string {
  return [check, ...spellings.map(nameOf)].join("; ");
}

/** The name of a spelling: "accept=absent". */
export function nameOf({ dimension, value }: SpellingName): string {
  return `${dimension}=${value}`;
}
