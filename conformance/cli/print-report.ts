/** The report for people, as a command prints it. */
import { useColor } from "../report/color.ts";
import type { RunLog } from "../report/log.ts";
import { renderReport } from "../report/terminal.ts";
import type { TextStream } from "./command.ts";
import type { Environment } from "./environment.ts";

/** Prints the report on a run, as much of it as the flags ask for. */
export function printReport(
  log: RunLog,
  stream: TextStream,
  environment: Environment,
  { quiet = false, verbose = false }: { readonly quiet?: boolean; readonly verbose?: boolean } = {},
): void {
  const color = useColor(environment, stream.isTTY === true);
  const verbosity = quiet ? "quiet" : verbose ? "verbose" : "normal";
  stream.write(renderReport(log, { color, width: stream.columns ?? 80, verbosity }));
}
