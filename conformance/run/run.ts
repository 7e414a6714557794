/** A run: asks the selected checks, puts everything back, and reports the result. */
import { guarded } from "../../src/core/callbacks.ts";
import type { CheckEvent, RunLogEvent } from "../base/events.ts";
import { createRedactor } from "../base/redact.ts";
import { createEnding, type Ending, messageOf, RunEnded } from "../base/run-ended.ts";
import { checks as allChecks } from "../checks/index.ts";
import type { Check } from "../checks/kit/check.ts";
import { isPatient } from "../checks/kit/situation.ts";
import { removeAllCreated } from "../checks/operations/index.ts";
import { caseWords } from "../plan/case.ts";
import { type Bodies, createBodies } from "../wire/bodies.ts";
import { createEvidence } from "../wire/evidence.ts";
import { writeWays } from "../wire/way.ts";
import { type Asked, type AskOptions, ask, askAgain, askLate } from "./ask.ts";
import { createRunContext, type RunContext } from "./context.ts";
import { toCheckEvent, withKnownFailure } from "./decide.ts";
import { endedLate, footerOf } from "./footer.ts";
import { headerOf } from "./header.ts";
import { withHidden } from "./hidden.ts";
import { type RunOptions, type RunResult, runDefaults, thoroughCases } from "./options.ts";

/**
 * Judges a server. It ends within the budget (plus the time to put things back), and always emits a
 * footer. Whatever ends it, even an error in a callback, the checks are stopped and awaited, and everything is
 * put back. Nothing that it emits contains a secret.
 */
export async function conformance(options: RunOptions): Promise<RunResult> {
  const bodies = createBodies();
  const ending = createEnding(options.signal);
  try {
    return await judged(options, bodies, ending);
  } finally {
    ending.release();
    bodies.close();
  }
}

async function judged(options: RunOptions, bodies: Bodies, ending: Ending): Promise<RunResult> {
  const now = options.now ?? Date.now;
  const startedAt = now();
  const selected = allChecks.filter((check) => options.select?.(check) ?? true);
  const writeBudget = options.writes === true ? writeBudgetOf(selected, options) : 0;
  const redactor = createRedactor([options.target.clientSecret]);
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
    const { spelled } = judgement;
    const words = spelled === undefined ? null : caseWords({ check: check.id, spellings: spelled });
    const event = toCheckEvent(check, judgement, {
      redactor,
      reproduce: reproduce(check, words) ?? defaultCommand(check, words),
      durationMs,
      ...(known === undefined ? {} : { known }),
    });
    results.push(event);
    emit(event);
  };

  /** Until all are known: what has one cause is told once. */
  const failed: Asked[] = [];
  const take = (asked: Asked) =>
    asked.judgement.verdict === "failed" ? failed.push(asked) : conclude(asked);
  const asking: AskOptions = { now, expectations: options.expectations ?? {}, onFault };
  try {
    await askInStages(context, selected, asking, take);
  } catch (error) {
    onFault(error);
  }
  const known = new Set(options.expectations?.knownFailures?.map(({ check }) => check));
  for (const asked of withHidden(failed, known)) conclude(asked);
  const left = await context.putBackAtEnd();
  if (context.keeper.ids.length > 0 && left.length === 0) guarded(options.journal?.remove, onFault)();

  // Afterwards: what does not answer must not keep limits from being put back.
  await removeAtEnd(context).catch(onFault);

  const isEnded = ending.signal.aborted;
  const end = footerOf(options, context, results, selected.length, left, now());
  emit(end);
  // The footer was not accepted, or the run was ended just before.
  const isLate = !isEnded && ending.signal.aborted;
  return { events, checks: results, end: isLate ? endedLate(end, context) : end };
}

/** Removes what the run has created, even after it has been ended. */
async function removeAtEnd({ isOffline, probeOf, runOf, session }: RunContext): Promise<void> {
  const run = runOf(probeOf(session.afterEnd()), []);
  if (run.writes && !isOffline) await removeAllCreated(run);
}

/** The command that repeats a check against the server that the environment names. */
function defaultCommand({ id }: Check, words: string | null): string {
  return `npx partner-card conformance ${words === null ? `--only ${id}` : `--case '${words}'`}`;
}

/** Runs every check, and repeats those that contradict the specification before it concludes. */
async function askInStages(
  context: RunContext,
  selected: readonly Check[],
  asking: AskOptions,
  conclude: (asked: Asked) => void,
): Promise<void> {
  const { session, keeper, probe, putBack, runOf, isOffline } = context;
  const run = runOf(probe, selected);
  // The first token shows whether there is anything to judge, and gives the clock.
  if (!isOffline) await probe.tokens.current();
  for (const stages of [["request", "last"], ["credentials"], ["log"]]) {
    // A client locked out after refused token requests could no longer restore anything.
    if (keeper.isDirty && session.stopped() === null) await putBack(session);
    const doubtful: Asked[] = [];
    const read: Asked[] = [];
    const isPaused = stages.includes("request") && isPatient(run);
    if (isPaused) {
      context.inPause(async () => {
        const asked = askLate(context, read, asking).catch(asking.onFault);
        for (const one of (await asked) ?? []) conclude(one);
      });
    }
    const checks = selected.filter(({ stage }) => stages.includes(stage));
    await ask(run, checks, asking, (asked) => {
      const { verdict, isLasting } = asked.judgement;
      const { access, stage } = asked.check;
      if (verdict === "failed" && !isOffline && isLasting !== true) doubtful.push(asked);
      else if (isPaused && access === "read" && stage === "request") read.push(asked);
      else conclude(asked);
    });
    for (const asked of await askAgain(context, doubtful, asking)) conclude(asked);
    await context.pauseIfNeeded();
  }
}

/**
 * Maximum writes that a run of these checks sends. Each check needs a few, including those around it, and may
 * ask twice; both operations are tried in every way, and with a new token, if the specified one is refused. What is
 * drawn takes as much again, for what is found is shrunk and repeated.
 */
function writeBudgetOf(selected: readonly Check[], options: RunOptions): number {
  const writing = selected.filter(({ access }) => access === "write").length;
  if (writing === 0) return 0;
  const { thorough = false, cases = thorough ? thoroughCases : runDefaults.cases } = options;
  const isPlain = cases === 0;
  const each = isPlain ? 10 : thorough ? 70 : 24;
  // Histories are played, repeated and shortened whichever of their checks are asked for.
  return 80 + each * writing + 4 * writeWays.length + Math.ceil(2.25 * cases);
}
