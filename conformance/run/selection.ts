/** Which checks a run includes: patterns for check ids, requirement ids and sections. */
import { requirement } from "../../generated/requirements.ts";
import { nearest } from "../base/nearest.ts";
import { UsageError } from "../base/usage-error.ts";
import type { Question } from "../checks/kit/check.ts";

/** The values of `--only`, `--skip` and `--basis`. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** "stated" leaves out what is only derived or advised; open questions are asked in either case. */
  readonly basis: "stated" | "derived";
}

/**
 * Returns a function that tells whether a check is selected. A pattern is an id of a check or a requirement,
 * a whole section, or any of these with `*` for any characters.
 *
 * @throws UsageError for a pattern that matches no check.
 */
export function selector(selection: Selection, checks: readonly Question[]): (check: Question) => boolean {
  const only = selection.only.map((pattern) => matcher(pattern, checks));
  const skip = selection.skip.map((pattern) => matcher(pattern, checks));
  return (check) => {
    const basis = requirement(check.requirements[0]).basis;
    if (selection.basis === "stated" && (basis === "derived" || basis === "practice")) return false;
    if (skip.some((matches) => matches(check))) return false;
    return only.length === 0 || only.some((matches) => matches(check));
  };
}

function matcher(pattern: string, checks: readonly Question[]): (check: Question) => boolean {
  const escaped = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${escaped.join(".*")}$`, "i");
  const namesOf = (check: Question) => [
    check.id,
    ...check.requirements,
    ...check.requirements.map((id) => requirement(id).section),
  ];
  const matches = (check: Question) => namesOf(check).some((name) => expression.test(name));
  if (!checks.some(matches)) {
    const suggestion = nearest(pattern, [...new Set(checks.flatMap(namesOf))]);
    const hint = suggestion === null ? "partner-card requirements lists them" : `did you mean ${suggestion}?`;
    throw new UsageError(`no check matches "${pattern}"; ${hint}`);
  }
  return matches;
}
