/** The last event of a run: its result. */
import { operations } from "../../generated/operations.ts";
import type { CheckEvent, EndEvent } from "../base/events.ts";
import { endingOf } from "../base/run-ended.ts";
import { summarize } from "../base/summary.ts";
import type { Target } from "../base/target.ts";
import { checks } from "../checks/index.ts";
import { operationsOf, unjudgedOperations } from "../checks/kit/judged.ts";
import { type Exchange, isRefusal } from "../wire/exchange.ts";
import { isWrite } from "../wire/is-write.ts";
import type { RunContext } from "./context.ts";
import { exitCodeOf } from "./exit-code.ts";
import type { RunOptions } from "./options.ts";
import { hardlyExercisedOperations, unseenOperations, whyIncomplete } from "./summary.ts";

/**
 * The footer of a run whose last check has ended; contains no secret.
 *
 * @param expected - How many results there should be.
 * @param left - What could not be restored, one line for each card.
 * @param endedAt - Milliseconds since the epoch.
 */
export function footerOf(
  options: RunOptions,
  { session, keeper, probe, isOffline, redactor, ending, startedAt, writeBudget, drawn }: RunContext,
  results: readonly CheckEvent[],
  expected: number,
  left: readonly string[],
  endedAt: number,
): EndEvent {
  const leftChanged =
    left.length === 0 ? null : redactor.text([...left, ...howToRestore(options)].join("; "));
  const summary = summarize(results, expected);
  const ended = ending.signal.aborted ? endingOf(ending.signal) : null;
  const judgedBy = (id: string) => checks.filter((check) => check.id === id).flatMap(operationsOf);
  const isEssential = (id: string, operation: string) =>
    keeper.unseen.has(operation) &&
    checks.some((check) => check.id === id && check.essentialTo === operation);
  const incomplete = whyIncomplete(summary, {
    tokenProblem: isOffline ? null : probe.tokens.problem(),
    stopped: isOffline ? null : (ended?.message ?? session.stopped()),
    limited: session.limited(),
    leftChanged,
    unseen: unseenOperations(results, session.exchanges, judgedBy, isOffline ? new Set() : keeper.unchanged),
    otherSignaturePath: isOffline ? null : otherSignaturePath(options.target, session.exchanges),
    hardlyExercised: hardlyExercisedOperations(results, judgedBy, isEssential),
    unjudged: unjudgedOperations(checks),
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
    drawn,
    writes: {
      card: keeper.ids.join(", ") || null,
      sent: session.exchanges.filter(({ operation }) => isWrite(operation)).length,
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
}

/** The footer of a run that was ended while its footer was being reported, or just before. */
export function endedLate(end: EndEvent, { ending, redactor }: RunContext): EndEvent {
  const { message, exitCode } = endingOf(ending.signal);
  return {
    ...end,
    incomplete: [...end.incomplete, redactor.text(message)],
    exitCode: end.exitCode || exitCode,
  };
}

/**
 * Of a base URL with a path it is open whether the signed path begins with that (`gap.signature.prefix`): the other of the
 * two, where a signed request was refused.
 */
function otherSignaturePath(
  { prefix, signingKey, signaturePath }: Target,
  sent: readonly Exchange[],
): Target["signaturePath"] | null {
  const isRefused = sent.some(
    (one) => one.operation !== null && operations[one.operation].signed !== null && isRefusal(one),
  );
  if (prefix === "" || signingKey === null || !isRefused) return null;
  return signaturePath === "full" ? "api" : "full";
}

function howToRestore({ journal, restoreCommand }: RunOptions): string[] {
  return journal === undefined
    ? []
    : [`to put them back: ${restoreCommand ?? `npx partner-card restore --journal ${journal.path}`}`];
}
