/** A run: the checks that are selected, in an order that keeps them from disturbing each other. */
import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { descriptionDigest, descriptionVersion } from "../generated/operations.ts";
import { cardUnderTest, isFact } from "./card-under-test.ts";
import type { Check, Run } from "./check.ts";
import { checks as allChecks } from "./checks/index.ts";
import { decide, type Expectations, sectionOf, toCheckEvent, withKnownFailure } from "./decide.ts";
import type { CheckEvent, EndEvent, RunEvent, RunLogEvent } from "./events.ts";
import { exitCodeOf } from "./exit-code.ts";
import { createProbe } from "./probe/probe.ts";
import { type SignFunction, signWith } from "./probe/sign.ts";
import { createTokens } from "./probe/tokens.ts";
import { createRedactor } from "./redact.ts";
import { restore } from "./restore.ts";
import { createLock, createOnce } from "./sharing.ts";
import { summarize, whyIncomplete } from "./summary.ts";
import type { Target } from "./target.ts";
import { suiteDigest, suiteVersion } from "./version.ts";
import { type Exchange, toEvent } from "./wire/exchange.ts";
import { createSession, isWrite } from "./wire/session.ts";
import type { Transport } from "./wire/transport.ts";
import { wait } from "./wire/wait.ts";

/** What a run is made of. Everything that touches the world comes in here. */
export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  /** Which checks; all unless given. */
  readonly select?: (check: Check) => boolean;
  readonly writes?: boolean;
  readonly card?: string | null;
  /** What the profile expects: pinned answers and known failures. */
  readonly expectations?: Expectations;
  /** True to count inconclusive checks as incomplete. */
  readonly strict?: boolean;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly budgetMs?: number;
  readonly waitMs?: number;
  /** Judges these exchanges and sends nothing. */
  readonly recorded?: readonly Exchange[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly sign?: SignFunction;
  readonly foreignKey?: () => Promise<KeyObject>;
  readonly signal?: AbortSignal;
  /** What the command shows as the way to repeat one check. */
  readonly reproduce?: (check: Check) => string;
  /** Options for the log's header, without secrets. */
  readonly shown?: RunEvent["options"];
  readonly onEvent?: (event: RunLogEvent) => void;
  /** Told in words what is about to be written. */
  readonly onNotice?: (message: string) => void;
}

/** What a run comes to. */
export interface RunResult {
  readonly events: readonly RunLogEvent[];
  readonly checks: readonly CheckEvent[];
  readonly end: EndEvent;
}

/** Defaults of {@link RunOptions}. */
export const runDefaults = { concurrency: 4, timeoutMs: 10_000, budgetMs: 300_000, waitMs: 0 } as const;

/**
 * Judges a server. It always comes to an end within the budget (plus what putting limits back takes), and
 * always emits a footer. Nothing that it emits holds a secret.
 */
export async function conformance(options: RunOptions): Promise<RunResult> {
  const settings = { ...runDefaults, ...options };
  const now = options.now ?? Date.now;
  const { target, expectations = {} } = options;
  const selected = allChecks.filter((check) => options.select?.(check) ?? true);
  const writeBudget = options.writes === true ? writeBudgetOf(selected) : 0;
  const redactor = createRedactor([target.clientSecret]);
  const events: RunLogEvent[] = [];
  let listenerError: unknown = null;
  const emit = (event: RunLogEvent) => {
    events.push(event);
    try {
      options.onEvent?.(event);
    } catch (error) {
      // A report that can't be written must not keep limits from being put back.
      listenerError ??= error;
    }
  };
  const session = createSession({
    transport: options.transport,
    now,
    sleep: options.sleep ?? wait,
    timeoutMs: settings.timeoutMs,
    budgetMs: settings.budgetMs,
    concurrency: settings.concurrency,
    writeBudget,
    ...(options.recorded === undefined ? {} : { recorded: options.recorded }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onExchange: (exchange) => {
      const signature = exchange.request.headers.find(([name]) => name === "X-Service-Signature")?.[1];
      if (signature !== undefined && signature !== "") redactor.add(signature);
      emit(toEvent(exchange, redactor));
    },
  });
  const tokens = createTokens(session, target, now, (value) => redactor.add(value));
  const foreignKey = options.foreignKey ?? lazy(makeForeignKey);
  const sign = options.sign ?? signWith;
  const probe = createProbe(session, tokens, { target, sign, foreignKey, serverNow: session.serverNow });
  const selectedIds = new Set(selected.map(({ id }) => id));
  const run: Run = {
    probe,
    target,
    card: options.card ?? null,
    writes: options.writes ?? false,
    offline: options.recorded !== undefined,
    waitMs: settings.waitMs,
    once: createOnce(),
    alone: createLock(),
    selected: (id) => selectedIds.has(id),
    say: (message) => options.onNotice?.(redactor.text(`${message}; at most ${writeBudget} writes`)),
  };

  const startedAt = now();
  emit({
    event: "run",
    format: 1,
    startedAt: new Date(startedAt).toISOString(),
    target: { baseUrl: target.baseUrl, sandbox: target.sandbox },
    suite: { name: "partner-card", version: suiteVersion, digest: suiteDigest(allChecks) },
    description: { version: descriptionVersion, digest: descriptionDigest },
    options: options.shown ?? {},
    expected: selected.length,
    sections: sectionCounts(selected),
  });
  for (const exchange of options.recorded ?? []) emit(toEvent(exchange, redactor));

  const results: CheckEvent[] = [];
  const runCheck = async (check: Check) => {
    const began = now();
    const entry = expectations.knownFailures?.find((failure) => failure.check === check.id);
    const { judgement, known } = withKnownFailure(await decide(check, run, expectations), entry);
    const reproduce = options.reproduce?.(check) ?? `npx partner-card conformance --only ${check.id}`;
    const event = toCheckEvent(check, judgement, {
      redactor,
      reproduce,
      durationMs: now() - began,
      ...(known === undefined ? {} : { known }),
    });
    results.push(event);
    emit(event);
  };
  // The first token decides whether there is anything to judge, and gives the clock.
  if (!run.offline) await tokens.current();
  const requests = selected.filter(({ stage }) => stage === "request");
  await Promise.all(requests.map(runCheck));
  const writesSent = () => session.exchanges.filter(({ operation }) => isWrite(operation)).length;
  let putBack = 0;
  const putLimitsBack = async () => {
    if (!run.writes || writesSent() === putBack) return null;
    const left = await restore(run).catch(couldNotRestore);
    if (left === null) putBack = writesSent();
    return left;
  };
  for (const stage of ["last", "credentials", "log"] as const) {
    // A client that is locked out for refused token requests could put nothing back afterwards.
    if (stage === "credentials" && session.stopped() === null) await putLimitsBack();
    for (const check of selected.filter((one) => one.stage === stage)) await runCheck(check);
  }

  session.allowEverything();
  const leftChanged = await putLimitsBack();
  const summary = summarize(results, selected.length);
  const incomplete = whyIncomplete(summary, {
    tokenProblem: run.offline ? null : tokens.problem(),
    stopped: run.offline ? null : session.stopped(),
    leftChanged,
    strict: settings.strict === true,
  }).map((line) => redactor.text(line));
  const sent = writesSent();
  const card = sent > 0 ? await cardUnderTest(run) : null;
  const end: EndEvent = {
    event: "end",
    endedAt: new Date(now()).toISOString(),
    durationMs: Math.round(now() - startedAt),
    clock: session.clock(),
    summary,
    requests: session.exchanges.length,
    writes: {
      card: card === null || isFact(card) ? null : card.id,
      sent,
      budget: writeBudget,
      leftChanged: leftChanged === null ? null : redactor.text(leftChanged),
    },
    incomplete,
    exitCode: exitCodeOf(
      summary,
      incomplete.length > 0,
      results.filter(({ known }) => known !== undefined).length,
    ),
  };
  emit(end);
  if (listenerError !== null) throw listenerError;
  return { events, checks: results, end };
}

function couldNotRestore(error: unknown): string {
  return `limits may be left changed: ${error instanceof Error ? error.message : String(error)}`;
}

/** Most writes that a run of these checks sends to the card; each check needs a few, with those around it. */
export function writeBudgetOf(selected: readonly Check[]): number {
  return 40 + 4 * selected.filter(({ access }) => access === "write").length;
}

function sectionCounts(selected: readonly Check[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const check of selected) counts[sectionOf(check)] = (counts[sectionOf(check)] ?? 0) + 1;
  return counts;
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

async function makeForeignKey(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)("rsa", { modulusLength: 2048 })).privateKey;
}
