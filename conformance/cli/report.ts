/** `partner-card report`: writes the reports of a finished run again. */
import { readFileSync } from "node:fs";
import { messageOf } from "../base/run-ended.ts";
import { UsageError } from "../base/usage-error.ts";
import { useColor } from "../report/color.ts";
import { parseLog, type RunLog, RunLogError } from "../report/log.ts";
import { renderReport } from "../report/terminal.ts";
import { writeReports } from "../report/write.ts";
import type { Command } from "./command.ts";
import { parseFlags } from "./flags.ts";

const help = `Writes reports of a finished run from its NDJSON log.

Usage: partner-card report RUN.ndjson [--report FORMAT=FILE…]

Examples:
  partner-card report run.ndjson
  partner-card report run.ndjson --report html=report.html --report junit=junit.xml

Without --report, the report is shown on the terminal. The exit code is that of the run; a log that was cut
short gives 3.
`;

/** The command. */
export const reportCommand: Command = {
  name: "report",
  summary: "write the reports of a finished run again",
  help,
  run: async (args, world) => {
    const { values, positionals } = parseFlags(
      args,
      { report: { type: "string", multiple: true }, help: { type: "boolean" } },
      ["RUN.ndjson"],
    );
    if (values.help === true) return world.print(help);
    const log = readLog(positionals[0] ?? "");
    const specs = values.report ?? [];
    if (specs.length === 0) {
      const { stdout } = world;
      const color = useColor(world.environment, stdout.isTTY === true);
      stdout.write(renderReport(log, { color, width: stdout.columns ?? 80 }));
    } else {
      await writeReports(log, specs);
    }
    return log.end?.exitCode ?? 3;
  },
};

function readLog(path: string): RunLog {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`);
  }
  try {
    return parseLog(text);
  } catch (error) {
    if (error instanceof RunLogError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
