/** The last event of a run: what it comes to. */
import type { CheckEvent, EndEvent } from "../base/events.ts";
import type { Redactor } from "../base/redact.ts";
import { type Ending, endingOf } from "../base/run-ended.ts";
import { isWriteOperation } from "../wire/write-form.ts";
import type { RunContext } from "./context.ts";
import { exitCodeOf } from "./exit-code.ts";
import type { RunOptions } from "./options.ts";
import { summarize, unseenOperations, whyIncomplete } from "./summary.ts";

/** What a run has come to when its last check has ended and limits have been put back. */
export interface Outcome {
  readonly results: readonly CheckEvent[];
  /** How many results there should be. */
  readonly expected: number;
  /** What could not be put back, one line for each card. */
  readonly left: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly writeBudget: number;
  readonly redactor: Redactor;
  readonly ending: Ending;
}

/** The footer of a run; nothing in it holds a secret. */
export function footerOf(options: RunOptions, context: RunContext, outcome: Outcome): EndEvent {
  const { session, written, probe } = context;
  const { results, expected, left, startedAt, endedAt, redactor, ending } = outcome;
  const isOffline = options.recorded !== undefined;
  const leftChanged =
    left.length === 0 ? null : redactor.text([...left, ...howToRestore(options)].join("; "));
  const summary = summarize(results, expected);
  const ended = ending.signal.aborted ? endingOf(ending.signal) : null;
  const incomplete = whyIncomplete(summary, {
    tokenProblem: isOffline ? null : probe.tokens.problem(),
    stopped: isOffline ? null : (ended?.message ?? session.stopped()),
    limited: session.limited(),
    leftChanged,
    unseen: unseenOperations(results, session.exchanges, isOffline ? null : written.changed),
    strict: options.strict === true,
    inapplicable: results.filter(({ doesNotApply }) => doesNotApply === true).length,
  }).map((line) => redactor.text(line));
  return {
    event: "end",
    endedAt: new Date(endedAt).toISOString(),
    durationMs: Math.round(endedAt - startedAt),
    clock: session.clock(),
    summary,
    requests: session.exchanges.length,
    writes: {
      card: written.cards.map(({ id }) => id).join(", ") || null,
      sent: session.exchanges.filter(({ operation }) => isWriteOperation(operation)).length,
      budget: outcome.writeBudget,
      leftChanged,
    },
    incomplete,
    exitCode: exitCodeOf(summary, {
      isIncomplete: incomplete.length > 0,
      known: results.filter(({ known }) => known !== undefined).length,
      ended: ended?.exitCode ?? null,
    }),
  };
}

/** The footer of a run that was ended while its footer was told, or just before. */
export function endedLate(end: EndEvent, { signal }: Ending, redactor: Redactor): EndEvent {
  const { message, exitCode } = endingOf(signal);
  return {
    ...end,
    incomplete: [...end.incomplete, redactor.text(message)],
    exitCode: end.exitCode || exitCode,
  };
}

function howToRestore({ journal, restoreCommand }: RunOptions): string[] {
  return journal === undefined
    ? []
    : [`to put them back: ${restoreCommand ?? `npx partner-card restore --journal ${journal.path}`}`];
}
