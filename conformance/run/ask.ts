/** Runs the checks of a run, in an order in which they do not disturb each other. */
import type { Check, Run } from "../checks/kit/check.ts";
import type { Judgement } from "../checks/kit/verdict.ts";
import { pauseSeconds } from "../plan/situations.ts";
import type { Session } from "../wire/session.ts";
import { confirmed, isStillOpen, mostTimes, samplesAgain, unconfirmed } from "./confirm.ts";
import type { RunContext } from "./context.ts";
import { decide, type Expectations } from "./decide.ts";

/** What a check has found, before it is reported. */
export interface Asked {
  readonly check: Check;
  readonly judgement: Judgement;
  readonly durationMs: number;
}

/** What is needed besides the checks. */
export interface AskOptions {
  /** True to run no two checks at the same time: what one of them does may be the reason for what another one sees. */
  readonly isOneByOne?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly expectations: Expectations;
  /** Receives errors thrown by the callback that takes results. */
  readonly onFault: (error: unknown) => void;
}

/** Runs checks, stage by stage. Never rejects, and returns only when all of them have ended. */
export async function ask(
  run: Run,
  checks: readonly Check[],
  { isOneByOne = false, now, expectations, onFault }: AskOptions,
  take: (asked: Asked) => void,
): Promise<void> {
  const askOne = async (check: Check) => {
    const began = now();
    try {
      const judgement = await decide(check, run, expectations);
      take({ check, judgement, durationMs: now() - began });
    } catch (error) {
      onFault(error);
    }
  };
  // Lists are walked before anything is written, never beside it.
  for (const access of ["read", "write"] as const) {
    const together = checks.filter((one) => one.stage === "request" && one.access === access);
    if (isOneByOne) for (const check of together) await askOne(check);
    else await Promise.all(together.map(askOne));
  }
  for (const stage of ["last", "credentials", "log"] as const) {
    for (const check of checks.filter((one) => one.stage === stage)) await askOne(check);
  }
}

/**
 * Asks each failed check again, with its own log, tokens and keys; and repeatedly if the rule holds then,
 * since what happens only occasionally need not happen each time.
 */
export async function askAgain(
  context: RunContext,
  doubtful: readonly Asked[],
  options: AskOptions,
  change: (run: Run) => Run = (run) => run,
): Promise<readonly Asked[]> {
  const { session } = context;
  const oneByOne = { ...options, isOneByOne: true };
  let open = doubtful;
  const done: Asked[] = [];
  for (let times = 2; times <= mostTimes && open.length > 0 && session.stopped() === null; times += 1) {
    const answers = await answersAnew(context, session.fromNow(), open, oneByOne, change);
    const next: Asked[] = [];
    for (const before of open) {
      const again = answers.get(before.check);
      if (again === undefined) continue;
      const durationMs = before.durationMs + again.durationMs;
      if (isStillOpen(again.judgement, times)) next.push({ ...before, durationMs });
      else {
        const judgement = confirmed(before.judgement, again.judgement, times);
        done.push({ ...before, judgement, durationMs });
      }
    }
    open = next;
  }
  return [...done, ...open.map((asked) => ({ ...asked, judgement: unconfirmed(asked.judgement) }))];
}

/**
 * Asks what held before the first write once more, with another token: to be called some seconds after the last one.
 * Nothing is drawn for it.
 *
 * @returns The same results, but for the checks that fail now each time that they are asked.
 */
export async function askLate(
  context: RunContext,
  earlier: readonly Asked[],
  options: AskOptions,
): Promise<readonly Asked[]> {
  const { session, keeper } = context;
  const held = earlier.filter(({ judgement }) => judgement.verdict === "passed");
  if (keeper.ids.length === 0 || held.length === 0 || session.stopped() !== null || !context.isEarly())
    return earlier;
  const answers = await answersAnew(context, session.fromNow(), held, options, inPlain);
  const failed = [...answers.values()].filter(({ judgement }) => judgement.verdict === "failed");
  const late = new Map(
    (await askAgain(context, failed, options, asReader)).map((asked) => [asked.check, asked]),
  );
  return earlier.map((before) => {
    const after = late.get(before.check);
    if (after?.judgement.verdict !== "failed") return before;
    const message = `${after.judgement.message} It was not so before the first write of this run.`;
    return { ...after, judgement: { ...after.judgement, message } };
  });
}

/** The same run for checks that read: they need not wait for whoever has the card, who waits for them. */
const asReader = (run: Run): Run => ({ ...run, withCardLock: (work) => work() });

/** The same, with nothing drawn, and without the waits that took so long the first time. */
const inPlain = (run: Run): Run => ({
  ...asReader(run),
  draw: { ...run.draw, rows: 0, histories: 0, share: 0 },
  waitMs: Math.min(run.waitMs, pauseSeconds * 1000),
});

/** The results of the same checks in a view of the session in which nothing is known. */
async function answersAnew(
  { keeper, putBack, probeOf, runOf }: RunContext,
  view: Session,
  open: readonly Asked[],
  options: AskOptions,
  change: (run: Run) => Run,
): Promise<ReadonlyMap<Check, Asked>> {
  const probe = probeOf(view);
  const mayWrite = open.some(({ check }) => check.access === "write");
  // A value left changed by the first look would hide that it changes again.
  if (keeper.isDirty && mayWrite) await putBack(view);
  if (mayWrite) keeper.renewPatience();
  for (const { check, judgement } of open) {
    // A check that only looks at the log sends nothing itself: the exchanges it named are sent again.
    if (check.stage === "log") for (const id of judgement.exchanges.slice(0, 2)) await probe.repeat(id);
  }
  const checks = open.map(({ check }) => check);
  const answers = new Map<Check, Asked>();
  const run = change(runOf(probe, checks, samplesAgain));
  await ask(run, checks, options, (again) => answers.set(again.check, again));
  return answers;
}
