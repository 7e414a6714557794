/** A run: the checks that are selected, in an order that keeps them from disturbing each other. */
import { descriptionDigest, descriptionVersion } from "../../generated/operations.ts";
import { guarded } from "../../src/core/callbacks.ts";
import type { CheckEvent, EndEvent, RunLogEvent } from "../base/events.ts";
import { createRedactor } from "../base/redact.ts";
import { createEnding, type Ending, endingOf, messageOf, RunEnded } from "../base/run-ended.ts";
import { summarize } from "../base/summary.ts";
import { suiteDigest, suiteVersion } from "../base/version.ts";
import { checks as allChecks } from "../checks/index.ts";
import type { Check, Run } from "../checks/kit/check.ts";
import { restore } from "../checks/kit/restore.ts";
import type { Judgement } from "../checks/kit/verdict.ts";
import { type Bodies, createBodies } from "../wire/bodies.ts";
import { createEvidence } from "../wire/evidence.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Session } from "../wire/session.ts";
import { isWriteOperation, writeWays } from "../wire/write-form.ts";
import { confirmed, isStillOpen, mostTimes, samplesAgain, unconfirmed } from "./confirm.ts";
import { createRunContext } from "./context.ts";
import { decide, sectionOf, toCheckEvent, withKnownFailure } from "./decide.ts";
import { exitCodeOf } from "./exit-code.ts";
import type { RunOptions, RunResult } from "./options.ts";
import { unseenOperations, whyIncomplete } from "./summary.ts";

/** What a check has found out, before it is told. */
interface Asked {
  readonly check: Check;
  readonly judgement: Judgement;
  readonly durationMs: number;
}

/**
 * Judges a server. It comes to an end within the budget (plus what putting limits back takes), and always emits a
 * footer. Whatever ends it, also an error of a callback, the checks are stopped and awaited, and limits are put
 * back. Nothing that it emits holds a secret.
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
  const selected = allChecks.filter((check) => options.select?.(check) ?? true);
  const writeBudget = options.writes === true ? writeBudgetOf(selected) : 0;
  const isOffline = options.recorded !== undefined;
  const startedAt = now();
  const redactor = createRedactor([options.target.clientSecret]);
  const toEvent = createEvidence(redactor);
  const fault = (error: unknown) =>
    ending.end(new RunEnded(`the suite itself failed: ${messageOf(error)}`, 4, { cause: error }));
  const tell = guarded(options.onEvent, fault);
  const reproduce = guarded(options.reproduce, fault);
  const events: RunLogEvent[] = [];
  const emit = (event: RunLogEvent) => {
    events.push(event);
    tell(event);
  };
  const { session, written, probeOf, runOf, isLate } = createRunContext(options, {
    ...{ writeBudget, startedAt, redactor, ending, bodies },
    notify: guarded(options.onNotice, fault),
    onExchange: (exchange) => emit(toEvent(exchange)),
  });

  emit({
    event: "run",
    format: 1,
    startedAt: new Date(startedAt).toISOString(),
    target: { baseUrl: options.target.baseUrl, sandbox: options.target.sandbox },
    suite: { name: "partner-card", version: suiteVersion, digest: suiteDigest(allChecks) },
    description: { version: descriptionVersion, digest: descriptionDigest },
    options: options.shown ?? {},
    expected: selected.length,
    sections: sectionCounts(selected),
  });
  for (const exchange of options.recorded ?? []) emit(toEvent(exchange));

  const results: CheckEvent[] = [];
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

  /** Asks checks, stage by stage. Never rejects, and returns only when all of them have ended. */
  const ask = async (run: Run, checks: readonly Check[], take: (asked: Asked) => void) => {
    const askOne = async (check: Check) => {
      const began = now();
      try {
        const judgement = await decide(check, run, options.expectations ?? {});
        take({ check, judgement, durationMs: now() - began });
      } catch (error) {
        fault(error);
      }
    };
    await Promise.all(checks.filter(({ stage }) => stage === "request").map(askOne));
    for (const stage of ["last", "credentials", "log"] as const) {
      for (const check of checks.filter((one) => one.stage === stage)) await askOne(check);
    }
  };

  /**
   * Asks what was found to contradict the specification once more, with a log, tokens and keys of their own; and
   * again where it holds then, since what happens now and then need not happen each time.
   */
  const askAgain = async (doubtful: readonly Asked[]): Promise<readonly Asked[]> => {
    let open = doubtful;
    const done: Asked[] = [];
    for (let times = 2; times <= mostTimes && open.length > 0 && session.stopped() === null; times += 1) {
      const view = session.fromNow();
      const probe = probeOf(view);
      // What the first look has left changed would hide that it changes again.
      if (written.isDirty) await putBack(view);
      for (const { check, judgement } of open) {
        // What only looks at the log asks nothing by itself: what it found is sent again.
        if (check.stage === "log") for (const id of judgement.exchanges.slice(0, 2)) await probe.repeat(id);
      }
      const checks = open.map(({ check }) => check);
      const answers = new Map<Check, Asked>();
      await ask(runOf(probe, checks, samplesAgain), checks, (again) => answers.set(again.check, again));
      open = open.flatMap((before): Asked[] => {
        const again = answers.get(before.check);
        if (again === undefined) return [];
        const judgement = confirmed(before.judgement, again.judgement, times);
        const asked = { ...before, judgement, durationMs: before.durationMs + again.durationMs };
        if (isStillOpen(again.judgement, times)) return [{ ...before, durationMs: asked.durationMs }];
        done.push(asked);
        return [];
      });
    }
    return [...done, ...open.map((asked) => ({ ...asked, judgement: unconfirmed(asked.judgement) }))];
  };

  const putBack = async (view: Session, mayBeUnderWay = false) => {
    // A server that gives no more tokens for now still takes the one that it has given.
    const makeProbe = () => probeOf(view, first.probe.tokens.latest());
    const problems = await restore(makeProbe, written, mayBeUnderWay);
    if (problems.length === 0) written.restored();
    return problems;
  };

  const first = runOf(probeOf(session), selected);
  let left: readonly string[] = [];
  try {
    // The first token decides whether there is anything to judge, and gives the clock.
    if (!isOffline) await first.probe.tokens.current();
    for (const stages of [["request", "last"], ["credentials"], ["log"]]) {
      // A client that is locked out for refused token requests could put nothing back afterwards.
      if (written.isDirty && session.stopped() === null) await putBack(session);
      const doubtful: Asked[] = [];
      const checks = selected.filter(({ stage }) => stages.includes(stage));
      await ask(first, checks, (asked) => {
        const { verdict, isLasting } = asked.judgement;
        if (verdict === "failed" && !isOffline && isLasting !== true) doubtful.push(asked);
        else conclude(asked);
      });
      for (const asked of await askAgain(doubtful)) conclude(asked);
    }
  } catch (error) {
    fault(error);
  }
  const mayBeUnderWay =
    written.cards.length > 0 &&
    (ending.signal.aborted || isLate() || session.exchanges.some(isUnansweredWrite));
  if (written.isDirty || mayBeUnderWay) left = await putBack(session.afterEnd(), mayBeUnderWay);
  if (written.cards.length > 0 && left.length === 0) guarded(options.journal?.remove, fault)();

  const leftChanged =
    left.length === 0 ? null : redactor.text([...left, ...howToRestore(options)].join("; "));
  const summary = summarize(results, selected.length);
  const ended = ending.signal.aborted ? endingOf(ending.signal) : null;
  const incomplete = whyIncomplete(summary, {
    tokenProblem: isOffline ? null : first.probe.tokens.problem(),
    stopped: isOffline ? null : (ended?.message ?? session.stopped()),
    limited: session.limited(),
    leftChanged,
    unseen: unseenOperations(results, session.exchanges, isOffline ? null : written.changed),
    strict: options.strict === true,
    inapplicable: results.filter(({ doesNotApply }) => doesNotApply === true).length,
  }).map((line) => redactor.text(line));
  const end: EndEvent = {
    event: "end",
    endedAt: new Date(now()).toISOString(),
    durationMs: Math.round(now() - startedAt),
    clock: session.clock(),
    summary,
    requests: session.exchanges.length,
    writes: {
      card: written.cards.map(({ id }) => id).join(", ") || null,
      sent: session.exchanges.filter(({ operation }) => isWriteOperation(operation)).length,
      budget: writeBudget,
      leftChanged,
    },
    incomplete,
    exitCode: exitCodeOf(summary, {
      isIncomplete: incomplete.length > 0,
      known: results.filter(({ known }) => known !== undefined).length,
      ended: ended?.exitCode ?? null,
    }),
  };
  emit(end);
  if (ended !== null || !ending.signal.aborted) return { events, checks: results, end };
  // Nobody has taken the footer, or the run was ended just before.
  const { message, exitCode } = endingOf(ending.signal);
  const late = { incomplete: [...incomplete, redactor.text(message)], exitCode: end.exitCode || exitCode };
  return { events, checks: results, end: { ...end, ...late } };
}

/** True for a write of which nobody can tell whether, and when, the server carries it out. */
function isUnansweredWrite({ operation, response, failure }: Exchange): boolean {
  const isAnswered = response !== null && response.status < 500;
  return isWriteOperation(operation) && !isAnswered && failure?.kind !== "budget";
}

function howToRestore({ journal, restoreCommand }: RunOptions): string[] {
  return journal === undefined
    ? []
    : [`to put them back: ${restoreCommand ?? `npx partner-card restore --journal ${journal.path}`}`];
}

/**
 * Most writes that a run of these checks sends. Each check needs a few, with those around it, and may ask twice;
 * both operations are tried in every way, and with a new token, where the specified one is refused.
 */
export function writeBudgetOf(selected: readonly Check[]): number {
  const writing = selected.filter(({ access }) => access === "write").length;
  return writing === 0 ? 0 : 80 + 6 * writing + 4 * writeWays.length;
}

function sectionCounts(selected: readonly Check[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const check of selected) counts[sectionOf(check)] = (counts[sectionOf(check)] ?? 0) + 1;
  return counts;
}
