/** A run: the checks that are selected, in an order that keeps them from disturbing each other. */
import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { descriptionDigest } from "../generated/operations.ts";
import { type Basis, type GapId, requirement } from "../generated/requirements.ts";
import { cardUnderTest, isFact } from "./card-under-test.ts";
import type { Check, Run } from "./check.ts";
import { checks as allChecks } from "./checks/index.ts";
import type { CheckEvent, EndEvent, RunEvent, RunLogEvent, Summary, Verdict } from "./events.ts";
import { exitCodeOf } from "./exit-code.ts";
import { createProbe } from "./probe/probe.ts";
import { type SignFunction, signWith } from "./probe/sign.ts";
import { createTokens } from "./probe/tokens.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { restore } from "./restore.ts";
import type { Target } from "./target.ts";
import { type Fact, type Judgement, judge } from "./verdict.ts";
import { suiteDigest, suiteVersion } from "./version.ts";
import { toEvent } from "./wire/exchange.ts";
import { createSession } from "./wire/session.ts";
import type { Transport } from "./wire/transport.ts";

/** What a run is made of. Everything that touches the world comes in here. */
export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  /** Which checks; all unless given. */
  readonly select?: (check: Check) => boolean;
  readonly writes?: boolean;
  readonly card?: string | null;
  /** Answers that the profile pins, by open question. */
  readonly pinned?: ReadonlyMap<GapId, string>;
  /** True to count inconclusive checks as incomplete. */
  readonly strict?: boolean;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly budgetMs?: number;
  readonly waitMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
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
  const { target } = options;
  const redactor = createRedactor([target.clientSecret]);
  const events: RunLogEvent[] = [];
  const emit = (event: RunLogEvent) => {
    events.push(event);
    options.onEvent?.(event);
  };
  const session = createSession({
    transport: options.transport,
    now,
    sleep: options.sleep ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    timeoutMs: settings.timeoutMs,
    budgetMs: settings.budgetMs,
    concurrency: settings.concurrency,
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

  const selected = allChecks.filter((check) => options.select?.(check) ?? true);
  const selectedIds = new Set(selected.map(({ id }) => id));
  const run: Run = {
    probe,
    target,
    card: options.card ?? null,
    writes: options.writes ?? false,
    waitMs: settings.waitMs,
    once: createOnce(),
    alone: createLock(),
    selected: (id) => selectedIds.has(id),
    say: (message) => options.onNotice?.(message),
  };

  const startedAt = now();
  emit({
    event: "run",
    format: 1,
    startedAt: new Date(startedAt).toISOString(),
    target: { baseUrl: target.baseUrl, sandbox: target.sandbox },
    suite: { name: "partner-card", version: suiteVersion, digest: suiteDigest(allChecks) },
    description: { version: "1.0.0", digest: descriptionDigest },
    options: options.shown ?? {},
    expected: selected.length,
    sections: sectionCounts(selected),
  });

  const results: CheckEvent[] = [];
  const runCheck = async (check: Check) => {
    const began = now();
    const judgement = await decide(check, run, options.pinned);
    const event = toCheckEvent(check, judgement, redactor, now() - began, options.reproduce);
    results.push(event);
    emit(event);
  };
  // The first token decides whether there is anything to judge, and gives the clock.
  await tokens.current();
  const requests = selected.filter(({ stage }) => stage === "request");
  await Promise.all(requests.map(runCheck));
  for (const check of selected.filter(({ stage }) => stage === "log")) await runCheck(check);

  const leftChanged = run.writes ? await run.once("restore", () => restore(run)) : null;
  if (leftChanged !== null) options.onNotice?.(leftChanged);
  const summary = summarize(results, selected.length);
  const incomplete = whyIncomplete(run, summary, settings.strict === true);
  const card = run.writes ? await cardUnderTest(run) : null;
  const end: EndEvent = {
    event: "end",
    endedAt: new Date(now()).toISOString(),
    durationMs: Math.round(now() - startedAt),
    clock: session.clock(),
    summary,
    requests: session.exchanges.length,
    writes: {
      card: card === null || isFact(card) ? null : card.id,
      sent: session.exchanges.filter(({ operation }) => operation?.endsWith("CardLimits") === true).length,
      budget: run.writes ? writeBudget : 0,
      leftChanged: leftChanged === null ? null : redactor.text(leftChanged),
    },
    incomplete: incomplete.map((line) => redactor.text(line)),
    exitCode: exitCodeOf(summary, incomplete.length > 0),
  };
  emit(end);
  return { events, checks: results, end };
}

/** Most writes that a run sends to the card. */
export const writeBudget = 400;

async function decide(
  check: Check,
  run: Run,
  pinned: ReadonlyMap<GapId, string> | undefined,
): Promise<Judgement> {
  if (check.access === "write" && !run.writes) {
    return judge("stated", [{ kind: "skipped", why: "writes are not allowed; --allow-writes allows them" }]);
  }
  try {
    const facts: readonly Fact[] = await check.run(run);
    const stopped = run.probe.session.stopped();
    const judgement = judge(basisOf(check), facts, pinned?.get(check.requirements[0] as GapId) ?? null);
    return stopped !== null && judgement.verdict === "inconclusive"
      ? { ...judgement, message: `${judgement.message} (${stopped})` }
      : judgement;
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { ...judge("stated", []), verdict: "broken", message: `The check itself failed. ${message}` };
  }
}

/** Where the rule of a check comes from. */
export function basisOf(check: Check): Basis {
  return requirement(check.requirements[0]).basis;
}

function sectionCounts(selected: readonly Check[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const check of selected) counts[sectionOf(check)] = (counts[sectionOf(check)] ?? 0) + 1;
  return counts;
}

/** The section of the specification that a check belongs to. */
function sectionOf(check: Check): string {
  return requirement(check.requirements[0]).section;
}

function toCheckEvent(
  check: Check,
  judgement: Judgement,
  redactor: Redactor,
  durationMs: number,
  reproduce: RunOptions["reproduce"],
): CheckEvent {
  const text = (value: string | null) => (value === null ? null : redactor.text(value));
  return {
    event: "check",
    id: check.id,
    section: sectionOf(check),
    title: check.title,
    requirements: check.requirements,
    basis: basisOf(check),
    verdict: judgement.verdict,
    message: redactor.text(judgement.message),
    expected: judgement.expected.map((value) => redactor.text(value)),
    received: text(judgement.received),
    pointer: text(judgement.pointer),
    hint: text(judgement.hint),
    answer: text(judgement.answer),
    exchanges: judgement.exchanges,
    reproduce: reproduce?.(check) ?? `npx partner-card conformance --only ${check.id}`,
    durationMs: Math.round(durationMs),
  };
}

function summarize(results: readonly CheckEvent[], expected: number): Summary {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    observed: count("observed"),
    inconclusive: count("inconclusive"),
    skipped: count("skipped"),
    broken: count("broken"),
    expected,
    emitted: results.length,
  };
}

function whyIncomplete(run: Run, summary: Summary, strict: boolean): string[] {
  const lines: string[] = [];
  const stopped = run.probe.session.stopped();
  const problem = run.probe.tokens.problem();
  if (problem !== null) lines.push(`no access token: ${problem}`);
  if (stopped !== null && problem === null) lines.push(stopped);
  if (summary.emitted !== summary.expected) {
    lines.push(`${summary.expected} checks were expected and ${summary.emitted} have come`);
  }
  if (lines.length === 0 && summary.passed + summary.failed + summary.observed === 0) {
    lines.push(summary.expected === 0 ? "no check was selected" : "nothing could be exercised");
  }
  if (strict && summary.inconclusive > 0)
    lines.push(`${summary.inconclusive} checks are inconclusive (--strict)`);
  return lines;
}

function createOnce(): Run["once"] {
  const known = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = known.get(name);
    if (before !== undefined) return before as Promise<T>;
    const result = work();
    known.set(name, result);
    return result;
  };
}

function createLock(): Run["alone"] {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
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
