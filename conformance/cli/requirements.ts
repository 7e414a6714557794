/** `partner-card requirements`: every rule, its basis and the checks that cover it. */
import { clientRequirements, type Requirement, requirements } from "../../generated/requirements.ts";
import { checks } from "../checks/index.ts";
import { clientRules } from "../clients/rules.ts";
import { defineCommand } from "./command.ts";
import { toggle } from "./flags.ts";

const help = `Lists every requirement of the specification, on services and on clients, and the checks that cover it.

Usage: partner-card requirements [--json]

Examples:
  partner-card requirements
  partner-card requirements --json | jq '.[] | select(.basis == "derived")'
`;

/** The command. */
export const requirementsCommand = defineCommand({
  help,
  flags: { json: toggle("prints them as JSON") },
  run: async ({ values }) => {
    const all: readonly Requirement[] = [...requirements, ...clientRequirements];
    const rows = all.map((row) => ({
      ...row,
      checks: [
        ...checks.filter((check) => check.requirements.includes(row.id)),
        ...clientRules.filter(({ id }) => id === row.id),
      ].map(({ id }) => id),
    }));
    if (values.json) return `${JSON.stringify(rows, null, 2)}\n`;
    let section = "";
    const lines = rows.flatMap((row) => {
      const heading = row.section === section ? [] : ["", row.section];
      section = row.section;
      return [
        ...heading,
        `  ${row.id} (${row.party === undefined ? "" : `${row.party}, `}${row.basis})`,
        `    ${row.question ?? row.statement}`,
        `    ${coverageOf(row)}`,
      ];
    });
    return `${lines.slice(1).join("\n")}\n`;
  },
});

/** What looks at a requirement: the ids of its checks, or why there are none. */
export function coverageOf({
  checks: ids,
  unobservable,
}: Pick<Requirement, "unobservable"> & { readonly checks: readonly string[] }): string {
  if (ids.length > 0) return ids.join(", ");
  return unobservable === undefined
    ? "no check yet: write one that names it (CONTRIBUTING.md)"
    : `not seen from outside: ${unobservable}`;
}
