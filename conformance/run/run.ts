/** A run: asks the checks that are selected, puts limits back, and tells what came of it. */
import { guarded } from "../base/callbacks.ts";
import type { CheckEvent, RunLogEvent } from "../base/events.ts";
import { createRedactor } from "../base/redact.ts";
import { createEnding, messageOf, RunEnded } from "../base/run-ended.ts";
import { checks as allChecks } from "../checks/index.ts";
import type { Check } from "../checks/kit/check.ts";
import { type Bodies, createBodies } from "../wire/bodies.ts";
import { createEvidence } from "../wire/evidence.ts";
import { writeWays } from "../wire/write-form.ts";
import { type Asked, type AskOptions, ask, askAgain } from "./ask.ts";
import { createRunContext, type RunContext } from "./context.ts";
import { toCheckEvent, withKnownFailure } from "./decide.ts";
import { endedLate, footerOf } from "./footer.ts";
import { headerOf } from "./header.ts";
import type { RunOptions, RunResult } from "./options.ts";

/**
 * Judges a server. It comes to an end within the budget (plus what putting limits back takes), and always emits a
 * footer. Whatever ends it, also an error of a callback, the checks are stopped and awaited, and limits are put
 * back. Nothing that it emits holds a secret.
 */
export async function conformance(options: RunOptions): Promise<RunResult> {
  const bodies = createBodies();
  try {
    return await judged(options, bodies);
  } finally {
    bodies.close();
  }
}

async function judged(options: RunOptions, bodies: Bodies): Promise<RunResult> {
  const now = options.now ?? Date.now;
  const startedAt = now();
  const selected = allChecks.filter((check) => options.select?.(check) ?? true);
  const writeBudget = options.writes === true ? writeBudgetOf(selected) : 0;
  const redactor = createRedactor([options.target.clientSecret]);
  const ending = createEnding(options.signal);
  const onFault = (error: unknown) =>
    ending.end(new RunEnded(`the suite itself failed: ${messageOf(error)}`, 4, { cause: error }));
  const events: RunLogEvent[] = [];
  const tell = guarded(options.onEvent, onFault);
  const emit = (event: RunLogEvent) => {
    events.push(event);
    tell(event);
  };
  const toEvent = createEvidence(redactor);
  const context = createRunContext(options, {
    writeBudget,
    startedAt,
    redactor,
    ending,
    bodies,
    notify: guarded(options.onNotice, onFault),
    onExchange: (exchange) => emit(toEvent(exchange)),
  });
  emit(headerOf(options, selected, startedAt));
  for (const exchange of options.recorded ?? []) emit(toEvent(exchange));

  const results: CheckEvent[] = [];
  const reproduce = guarded(options.reproduce, onFault);
  const conclude = ({ check, judgement: judged, durationMs }: Asked) => {
    const entry = options.expectations?.knownFailures?.find((failure) => failure.check === check.id);
    const { judgement, known } = withKnownFailure(judged, entry);
    const event = toCheckEvent(check, judgement, {
      redactor,
      reproduce: reproduce(check) ?? `npx partner-card conformance --only ${check.id}`,
      durationMs,
      ...(known === undefined ? {} : { known }),
    });
    results.push(event);
    emit(event);
  };

  const asking: AskOptions = { now, expectations: options.expectations ?? {}, onFault };
  try {
    await askInStages(context, selected, asking, conclude);
  } catch (error) {
    onFault(error);
  }
  const left = await context.putBackAtEnd();
  if (context.written.cards.length > 0 && left.length === 0) guarded(options.journal?.remove, onFault)();

  const isEnded = ending.signal.aborted;
  const endedAt = now();
  const expected = selected.length;
  const outcome = { results, expected, left, startedAt, endedAt, writeBudget, redactor, ending };
  const end = footerOf(options, context, outcome);
  emit(end);
  // Nobody has taken the footer, or the run was ended just before.
  const isLate = !isEnded && ending.signal.aborted;
  return { events, checks: results, end: isLate ? endedLate(end, ending, redactor) : end };
}

/** Asks every check, and what contradicts the specification again before it is concluded. */
async function askInStages(
  context: RunContext,
  selected: readonly Check[],
  asking: AskOptions,
  conclude: (asked: Asked) => void,
): Promise<void> {
  const { session, written, probe, putBack, runOf, isOffline } = context;
  const run = runOf(probe, selected);
  // The first token decides whether there is anything to judge, and gives the clock.
  if (!isOffline) await probe.tokens.current();
  for (const stages of [["request", "last"], ["credentials"], ["log"]]) {
    // A client that is locked out for refused token requests could put nothing back afterwards.
    if (written.isDirty && session.stopped() === null) await putBack(session);
    const doubtful: Asked[] = [];
    const checks = selected.filter(({ stage }) => stages.includes(stage));
    await ask(run, checks, asking, (asked) => {
      const { verdict, isLasting } = asked.judgement;
      if (verdict === "failed" && !isOffline && isLasting !== true) doubtful.push(asked);
      else conclude(asked);
    });
    for (const asked of await askAgain(context, doubtful, asking)) conclude(asked);
  }
}

/**
 * Most writes that a run of these checks sends. Each check needs a few, with those around it, and may ask twice;
 * both operations are tried in every way, and with a new token, where the specified one is refused.
 */
function writeBudgetOf(selected: readonly Check[]): number {
  const writing = selected.filter(({ access }) => access === "write").length;
  return writing === 0 ? 0 : 80 + 6 * writing + 4 * writeWays.length;
}
