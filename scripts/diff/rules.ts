import { isDeepStrictEqual } from "node:util";
import type { Row } from "../generate/requirements.ts";
import type { Change } from "./changes.ts";

/**
 * The changes between two lists of requirements. A new or changed rule can break a server, not a partner,
 * so it never counts as breaking.
 *
 * @param base - Older requirements, as readRequirements gives them.
 * @param revision - Newer requirements.
 */
export function ruleChanges(base: readonly Row[], revision: readonly Row[]): Change[] {
  // Where the specification says a rule is no part of what the rule says.
  const said = ({ source: _, ...row }: Row) => row;
  const before = new Map(base.map((row) => [row.id, said(row)]));
  const after = new Map(revision.map((row) => [row.id, said(row)]));
  const change = (impact: Change["impact"], id: string, what: string): Change => ({
    impact,
    place: id,
    what,
  });
  return [
    ...[...after.keys()]
      .filter((id) => !before.has(id))
      .map((id) => change("addition", id, "This requirement is new.")),
    ...[...before.keys()]
      .filter((id) => !after.has(id))
      .map((id) => change("other", id, "This requirement is gone, though a published id stays.")),
    ...[...after]
      .filter(([id, row]) => before.has(id) && !isDeepStrictEqual(before.get(id), row))
      .map(([id]) => change("other", id, "This requirement says something else.")),
  ];
}
