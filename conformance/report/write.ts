import { closeSync, openSync, writeFileSync } from "node:fs";
import type { RunLogEvent } from "../base/events.ts";
import { replaceFile } from "../base/replace-file.ts";
import { type Destination, parseDestinations } from "./destination.ts";
import { formats } from "./formats.ts";
import { collectLog, type RunLog, toNdjson } from "./log.ts";

/** A stream such as standard output. */
export interface Output {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** A report that could not be written although the run had begun. */
export class ReportWriteError extends Error {
  override readonly name = "ReportWriteError";
  readonly code = "report-write";
}

/** The reports of a run that is under way. */
export interface Reports {
  /** True where a report goes to standard output, so that nothing else may. */
  readonly usesStdout: boolean;
  /** Takes the next event; where an NDJSON report is asked for, it is in the file when this returns. */
  write(event: RunLogEvent): void;
  /** The log of the events so far; null before the first. */
  log(): RunLog | null;
  /**
   * Writes the other reports. Call it once, whether or not the run got to its end.
   *
   * @throws ReportWriteError after trying all of them, naming those that failed.
   */
  close(): Promise<void>;
}

/**
 * Opens the reports that `--report` asks for. Nothing is written yet but the files of NDJSON reports, which
 * grow during the run: a killed run leaves what it knew.
 *
 * @throws ReportOptionError where a specification is wrong or a file can't be written.
 */
export function openReports(specs: readonly string[], stdout: Output = process.stdout): Reports {
  const destinations = parseDestinations(specs);
  const collector = collectLog();
  const streams = destinations
    .filter(({ format }) => format === "ndjson")
    .map((to) => openStream(to, stdout));
  return {
    usesStdout: destinations.some(({ way }) => way === "stdout"),
    write(event) {
      collector.add(event);
      for (const stream of streams) stream.write(toNdjson(event));
    },
    log: collector.log,
    async close() {
      const results = await Promise.allSettled(streams.map((stream) => stream.close()));
      const log = collector.log();
      const rest = destinations.filter(({ format }) => format !== "ndjson");
      if (log !== null)
        results.push(...(await Promise.allSettled(rest.map((to) => writeReport(to, log, stdout)))));
      rethrow(results);
    },
  };
}

/** Writes the reports of a finished run, for `partner-card report`; destinations as in {@link openReports}. */
export async function writeReports(
  log: RunLog,
  destinations: readonly Destination[],
  stdout: Output = process.stdout,
): Promise<void> {
  rethrow(await Promise.allSettled(destinations.map((to) => writeReport(to, log, stdout))));
}

function rethrow(results: readonly PromiseSettledResult<void>[]): void {
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
  if (reasons.length === 0) return;
  throw new ReportWriteError(reasons.map(({ message }) => message).join("; "), { cause: reasons[0] });
}

interface Stream {
  write(text: string): void;
  close(): Promise<void>;
}

function openStream(to: Destination, stdout: Output): Stream {
  const { way, path } = to;
  if (way === "stdout") {
    let last = Promise.resolve();
    const write = (text: string) => {
      last = writeTo(stdout, text);
      // The error of the last write is told at the end; that of an earlier one comes again with it.
      last.catch(() => {});
    };
    return { write, close: () => last.catch((error) => Promise.reject(failed(to, error))) };
  }
  const file = openSync(path, "w");
  let problem: unknown = null;
  return {
    // A disk that is full must not end the run: what the run did to a card has to be undone first.
    write(text) {
      try {
        if (problem === null) writeFileSync(file, text);
      } catch (error) {
        problem = error;
      }
    },
    async close() {
      closeSync(file);
      if (problem !== null) throw failed(to, problem);
    },
  };
}

async function writeReport(to: Destination, log: RunLog, stdout: Output): Promise<void> {
  try {
    const text = formats[to.format](log);
    if (to.way === "stdout") await writeTo(stdout, text);
    else if (to.way === "direct") writeFileSync(to.path, text);
    else replaceFile(to.path, text);
  } catch (error) {
    throw failed(to, error);
  }
}

function failed({ format, file }: Destination, cause: unknown): ReportWriteError {
  return new ReportWriteError(`the ${format} report to ${file} failed: ${(cause as Error).message}`, {
    cause,
  });
}

function writeTo(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
