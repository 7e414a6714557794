import type { CheckEvent } from "../base/events.ts";
import { countsOf } from "../base/summary.ts";
import { duration, fit, oneLine } from "../base/text.ts";
import { painter, signs, verdictStyles } from "./color.ts";
import { isBad } from "./model.ts";

/** Where progress is written; a Node stream will do. */
export interface ProgressStream {
  write(text: string): unknown;
}

/** How progress is shown. */
export interface ProgressOptions {
  readonly isTTY: boolean;
  readonly color: boolean;
  readonly columns?: number;
  /** Number of checks that will be reported. */
  readonly expected: number;
  /** The same per section: in a pipe, a section is reported as soon as its last check has ended. */
  readonly sections?: Readonly<Record<string, number>>;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Shows the progress of a run. */
export interface Progress {
  /** Call it with each check that ends. */
  check(event: CheckEvent): void;
  /** Call it at the end, even after an error: clears the line, reports the remaining sections. */
  done(): void;
}

/** Progress on one line that is overwritten on a terminal, or one line per section in a pipe. */
export function createProgress(stream: ProgressStream, options: ProgressOptions): Progress {
  return options.isTTY ? liveLine(stream, options) : sectionLines(stream, options);
}

function liveLine(stream: ProgressStream, options: ProgressOptions): Progress {
  const now = options.now ?? (() => performance.now());
  const started = now();
  const paint = painter(options.color);
  let section = "starting";
  let done = 0;
  let bad = 0;

  function draw(): void {
    const counter = `${String(done).padStart(String(options.expected).length)}/${options.expected}`;
    const failures = bad === 0 ? "" : `  ${signs.failed} ${bad}`;
    const elapsed = `  ${duration(now() - started)}`;
    // The last column stays free: some terminals wrap as soon as it is written.
    const room = (options.columns ?? 80) - counter.length - failures.length - elapsed.length - 3;
    const shown = fit(oneLine(section), Math.max(room, 0));
    stream.write(`\r\u001b[2K${counter}  ${shown}${paint("red", failures)}${paint("dim", elapsed)}`);
  }

  // A slow server must not look like a hanging suite.
  const timer = setInterval(draw, 250);
  timer.unref();
  draw();
  return {
    check(event) {
      section = event.section;
      done += 1;
      if (isBad(event)) bad += 1;
      draw();
    },
    done() {
      clearInterval(timer);
      stream.write("\r\u001b[2K");
    },
  };
}

function sectionLines(stream: ProgressStream, options: ProgressOptions): Progress {
  const paint = painter(options.color);
  const open = new Map<string, CheckEvent[]>();

  function tell(section: string, checks: readonly CheckEvent[]): void {
    const parts = countsOf(checks).map(([verdict, number]) =>
      paint(verdictStyles[verdict], `${number} ${verdict}`),
    );
    stream.write(`${oneLine(section)}: ${parts.join(", ")}\n`);
    open.delete(section);
  }

  return {
    check(event) {
      const checks = [...(open.get(event.section) ?? []), event];
      open.set(event.section, checks);
      if (checks.length === options.sections?.[event.section]) tell(event.section, checks);
    },
    done() {
      for (const [section, checks] of [...open]) tell(section, checks);
    },
  };
}
