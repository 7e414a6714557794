import { closeSync, openSync, writeFileSync } from "node:fs";
import type { RunLogEvent } from "../base/events.ts";
import { replaceFile } from "../base/replace-file.ts";
import { type Destination, parseDestinations } from "./destination.ts";
import { formats } from "./formats.ts";
import { collectLog, eventsOf, type RunLog, toNdjson } from "./log.ts";

/** A stream such as standard output. */
export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** A report that could not be written although the run had started. */
export class ReportWriteError extends Error {
  override readonly name = "ReportWriteError";
}

/** The reports of a run in progress. */
export interface Reports {
  /** True if a report goes to standard output, so that nothing else may be written there. */
  readonly usesStdout: boolean;
  /** Accepts the next event; an NDJSON report, if requested, contains it when this returns. */
  write(event: RunLogEvent): void;
  /** The log of the events so far; null before the first. */
  log(): RunLog | null;
  /**
   * Writes the other reports. Call it once, whether or not the run completed.
   *
   * @throws ReportWriteError after trying all of them, naming those that failed.
   */
  close(): Promise<void>;
}

/** One report: an NDJSON report is written event by event, all others at the end. */
interface Report {
  write?(event: RunLogEvent): void;
  close(log: RunLog | null): Promise<void>;
}

/**
 * Opens the reports of `--report`. An NDJSON report grows during the run, so a killed run leaves
 * the events so far; all others are written at the end.
 *
 * @throws UsageError when a specification is wrong or a file cannot be written.
 */
export function openReports(specs: readonly string[], stdout: Output = process.stdout): Reports {
  return reportsTo(parseDestinations(specs), (to) =>
    to.format === "ndjson" ? growing(to, stdout) : atEnd(to, stdout),
  );
}

/** Writes the reports of a finished run, each completely or not at all; `specs` as in {@link openReports}. */
export async function writeReports(
  log: RunLog,
  specs: readonly string[],
  stdout: Output = process.stdout,
): Promise<void> {
  const reports = reportsTo(parseDestinations(specs), (to) => atEnd(to, stdout));
  for (const event of eventsOf(log)) reports.write(event);
  await reports.close();
}

function reportsTo(destinations: readonly Destination[], reportTo: (to: Destination) => Report): Reports {
  const collector = collectLog();
  const reports = destinations.map(reportTo);
  return {
    usesStdout: destinations.some(({ way }) => way === "stdout"),
    write(event) {
      collector.add(event);
      for (const report of reports) report.write?.(event);
    },
    log: collector.log,
    async close() {
      const log = collector.log();
      const results = await Promise.allSettled(reports.map((report) => report.close(log)));
      const problems = results.flatMap((result, index) => {
        const { format = "", file = "" } = destinations[index] ?? {};
        if (result.status === "fulfilled") return [];
        return [`the ${format} report to ${file} failed: ${(result.reason as Error).message}`];
      });
      if (problems.length > 0) throw new ReportWriteError(problems.join("; "));
    },
  };
}

function growing({ way, path }: Destination, stdout: Output): Report {
  const file = way === "stdout" ? null : openSync(path, "w");
  let problem: unknown = null;
  return {
    // A full disk must not end the run: changes that the run made to a card have to be undone first.
    write(event) {
      try {
        if (file !== null && problem === null) writeFileSync(file, toNdjson(event));
      } catch (error) {
        problem = error;
      }
      if (file === null) print(stdout, toNdjson(event)).catch((error: unknown) => (problem = error));
    },
    async close() {
      if (file !== null) closeSync(file);
      else await print(stdout, "");
      if (problem !== null) throw problem;
    },
  };
}

function atEnd({ format, way, path }: Destination, stdout: Output): Report {
  return {
    async close(log) {
      if (log === null) return;
      const text = formats[format](log);
      if (way === "stdout") await print(stdout, text);
      else if (way === "direct") writeFileSync(path, text);
      else replaceFile(path, text);
    },
  };
}

function print(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
