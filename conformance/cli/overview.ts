/** The commands by name, and what is said without starting one. This file is all that --help loads. */
import { suiteVersion } from "../base/suite-version.ts";

/** What each command does, in a few words. */
const summaries = {
  conformance: "judge a server, or the sandbox when none is named",
  "client-conformance": "judge a client",
  restore: "put back what an ended run has left changed",
  report: "write the reports of a finished run again",
  sandbox: "serve the whole API on this machine",
  requirements: "list every rule and the checks that cover it",
  sign: "print the headers that sign a request",
} as const;

/** The name of a command. */
export type CommandName = keyof typeof summaries;

/** The commands, and how to learn more of each. */
const overview = `partner-card ${suiteVersion}: client, sandbox and conformance suite of the Partner Card API

Usage: partner-card COMMAND [options]

${Object.entries(summaries)
  .map(([name, summary]) => `  ${name.padEnd(20)}${summary}`)
  .join("\n")}

Example:
  partner-card conformance        judges the sandbox, to see what a run looks like

partner-card COMMAND --help tells more.
`;

/** The answer to a command line that asks for no more than this file knows; null for any other. */
export function toldAtOnce([first]: readonly string[]): string | null {
  if (first === "--version") return `${suiteVersion}\n`;
  return first === undefined || first === "--help" || first === "help" ? overview : null;
}
