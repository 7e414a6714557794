/** `partner-card report`: writes the reports of a finished run again. */
import { UsageError } from "../base/usage-error.ts";
import { parseLog, type RunLog, RunLogError } from "../report/log.ts";
import { writeReports } from "../report/write.ts";
import { defineCommand } from "./command.ts";
import { readText } from "./environment.ts";
import { list } from "./flags.ts";
import { printReport } from "./print-report.ts";

const help = `Writes reports of a finished run from its NDJSON log.

Usage: partner-card report RUN.ndjson [--report FORMAT=FILE…]

Examples:
  partner-card report run.ndjson
  partner-card report run.ndjson --report html=report.html --report junit=junit.xml

Without --report, the report is shown on the terminal. The exit code is that of the run; a log that was cut
short gives 3.
`;

/** The command. */
export const reportCommand = defineCommand({
  help,
  flags: { report: list("FORMAT=FILE", "a report and where to write it; may be repeated") },
  positionals: ["RUN.ndjson"],
  run: async ({ values, positionals: [file = ""] }, { environment, stdout }) => {
    const log = readLog(file);
    if (values.report.length === 0) printReport(log, stdout, environment);
    else await writeReports(log, values.report, stdout);
    return log.end?.exitCode ?? 3;
  },
});

function readLog(path: string): RunLog {
  const text = readText(path);
  try {
    return parseLog(text);
  } catch (error) {
    throw error instanceof RunLogError ? new UsageError(`${path}: ${error.message}`) : error;
  }
}
