/** `partner-card requirements`: every rule, its basis and the checks that cover it. */
import { requirements } from "../../generated/requirements.ts";
import { checks } from "../checks/index.ts";
import type { Command } from "./command.ts";
import { parseFlags } from "./flags.ts";

const help = `Lists every requirement of the specification and the checks that cover it.

Usage: partner-card requirements [--json]

Examples:
  partner-card requirements
  partner-card requirements --json | jq '.[] | select(.basis == "derived")'
`;

/** Every requirement with the ids of its checks. */
export function coverage() {
  return requirements.map((row) => ({
    ...row,
    checks: checks.filter((check) => check.requirements.includes(row.id)).map(({ id }) => id),
  }));
}

/** The command. */
export const requirementsCommand: Command = {
  name: "requirements",
  summary: "list every rule and the checks that cover it",
  help,
  run: async (args, world) => {
    const { values } = parseFlags(args, { json: { type: "boolean" }, help: { type: "boolean" } });
    if (values.help === true) return world.print(help);
    const rows = coverage();
    if (values.json === true) return world.print(`${JSON.stringify(rows, null, 2)}\n`);
    const lines: string[] = [];
    let section = "";
    for (const row of rows) {
      if (row.section !== section) {
        section = row.section;
        lines.push("", section);
      }
      lines.push(`  ${row.id} (${row.basis})`, `    ${row.question ?? row.statement}`);
      lines.push(
        `    ${row.checks.length > 0 ? row.checks.join(", ") : `not seen from outside: ${row.unobservable}`}`,
      );
    }
    return world.print(`${lines.slice(1).join("\n")}\n`);
  },
};
