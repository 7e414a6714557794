import {
  type CheckEvent,
  type EndEvent,
  type ExchangeEvent,
  eventShapes,
  type RunEvent,
  type RunLogEvent,
  verdicts,
} from "../base/events.ts";
import { isObject } from "../base/shape.ts";
import { summarize } from "../base/summary.ts";

/** A run reconstructed from its events; every report is a function of this. */
export interface RunLog {
  readonly run: RunEvent;
  readonly checks: readonly CheckEvent[];
  readonly exchanges: readonly ExchangeEvent[];
  /** Null if the log was cut short. */
  readonly end: EndEvent | null;
}

/** Thrown for a text that is not the log of a run. */
export class RunLogError extends Error {
  override readonly name = "RunLogError";
  /** Line in the file, counted from 1. */
  readonly line: number;

  constructor(line: number, problem: string, options?: ErrorOptions) {
    super(`line ${line} of the run log: ${problem}`, options);
    this.line = line;
  }
}

/** The events of a log, in a valid order. */
export function eventsOf({ run, exchanges, checks, end }: RunLog): RunLogEvent[] {
  return [run, ...exchanges, ...checks, ...(end === null ? [] : [end])];
}

/** One event as a line, with its line break. */
export function toNdjson(event: RunLogEvent): string {
  return `${JSON.stringify(event)}\n`;
}

/** Collects events one by one into a log. */
export interface LogCollector {
  add(event: RunLogEvent): void;
  /** The log so far; null before its first event. */
  log(): RunLog | null;
}

/** Creates a collector that throws, with a readable message, on an event that cannot come next. */
export function collectLog(): LogCollector {
  let run: RunEvent | null = null;
  let end: EndEvent | null = null;
  const checks = new Map<string, CheckEvent>();
  const exchanges = new Map<string, ExchangeEvent>();

  function add(event: RunLogEvent): void {
    if (run === null && event.event !== "run") throw new Error("the first event is not the header of a run");
    if (end !== null) throw new Error("there is an event after the footer");
    switch (event.event) {
      case "run":
        if (run !== null) throw new Error("there is a second header");
        run = event;
        break;
      case "exchange":
        if (exchanges.has(event.id)) throw new Error(`there is a second exchange ${event.id}`);
        exchanges.set(event.id, event);
        break;
      case "check":
        if (checks.has(event.id)) throw new Error(`there is a second result of the check ${event.id}`);
        checks.set(event.id, event);
        break;
      case "end":
        end = event;
        break;
    }
  }

  function log(): RunLog | null {
    if (run === null) return null;
    return { run, checks: [...checks.values()], exchanges: [...exchanges.values()], end };
  }

  return { add, log };
}

/** A file with lines missing in the middle must not be taken for the complete run. */
function assertCounts({ summary }: EndEvent, checks: readonly CheckEvent[]): void {
  const found = summarize(checks, summary.expected);
  for (const name of ["emitted", ...verdicts] as const) {
    if (summary[name] === found[name]) continue;
    const description = name === "emitted" ? "checks" : name;
    throw new Error(`the footer counts ${summary[name]} ${description}, the log holds ${found[name]}`);
  }
}

/**
 * Reads the log of a run. A killed run can leave an incomplete last line: it is dropped, and the log has
 * no end.
 *
 * @throws RunLogError when a line is not an event, or not one that is allowed there.
 */
export function parseLog(ndjson: string): RunLog {
  const collector = collectLog();
  const lines = ndjson.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    try {
      const event = parseEvent(line, index > 0 && index === lines.length - 1);
      if (event === null) break;
      collector.add(event);
      if (event.event === "end") assertCounts(event, collector.log()?.checks ?? []);
    } catch (error) {
      throw new RunLogError(index + 1, (error as Error).message, { cause: error });
    }
  }
  const log = collector.log();
  if (log === null) throw new RunLogError(1, "there is no event");
  return log;
}

function parseEvent(line: string, mayBeCut: boolean): RunLogEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    if (mayBeCut) return null;
    throw new Error("it is not JSON");
  }
  const kind = isObject(value) ? String(value.event) : "";
  if (!Object.hasOwn(eventShapes, kind)) throw new Error("it is not an event of a run");
  const problem = eventShapes[kind as RunLogEvent["event"]](value, "");
  if (problem !== null) throw new Error(`${problem} in the event "${kind}"`);
  return value as RunLogEvent;
}
