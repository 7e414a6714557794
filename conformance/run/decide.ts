/** From a check to its event: runs it, judges its facts, and applies the profile. */
import { type Basis, requirement } from "../../generated/requirements.ts";
import type { CheckEvent } from "../base/events.ts";
import type { Redactor } from "../base/redact.ts";
import type { Check, Question, Run } from "../checks/kit/check.ts";
import { onInconclusive } from "../checks/kit/inconclusive.ts";
import { type ExpectedAnswer, type Fact, type Judgement, judge } from "../checks/kit/verdict.ts";
import { detached } from "../wire/evidence.ts";
import type { KnownFailure } from "./profile.ts";

/** What a profile says about checks. */
export interface Expectations {
  /** Answers that are expected to open questions. */
  readonly pinned?: ReadonlyMap<string, string>;
  readonly knownFailures?: readonly KnownFailure[];
}

/** Where the rule of a check comes from. */
function basisOf(check: Question): Basis {
  return requirement(check.requirements[0]).basis;
}

/** The section of the specification that a check belongs to. */
export function sectionOf(check: Question): string {
  return requirement(check.requirements[0]).section;
}

/** Runs a check and judges it. Never rejects: a check that throws is broken. */
export async function decide(check: Check, run: Run, { pinned }: Expectations): Promise<Judgement> {
  if (check.access === "write" && !run.writes) {
    return skipped("writes are not allowed; --allow-writes allows them");
  }
  if (check.stage !== "log" && run.offline) {
    return skipped("needs a server; this run only reads a recording");
  }
  try {
    // If it can't go on, the one fact says why.
    const facts = await onInconclusive(check.run(run), ({ fact }): readonly Fact[] => [fact]);
    const judgement = judge(basisOf(check), facts, expectedAnswer(check, pinned));
    return withStop(judgement, run.offline ? null : run.probe.session.stopped());
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { verdict: "broken", message: `The check itself failed. ${message}`, exchanges: [] };
  }
}

/** The only right answer to the question of a check: what the specification has settled outranks a profile. */
function expectedAnswer(
  { requirements: [id] }: Check,
  pinned: Expectations["pinned"],
): ExpectedAnswer | null {
  const { settled } = requirement(id);
  if (settled !== undefined) return { answer: settled, by: "The specification gives" };
  const answer = pinned?.get(id);
  return answer === undefined ? null : { answer, by: "The profile pins" };
}

function skipped(message: string): Judgement {
  return { verdict: "skipped", message, exchanges: [] };
}

/** In a run that has stopped sending, that is why a check is inconclusive; this reason is given once. */
function withStop(judgement: Judgement, stopped: string | null): Judgement {
  const { verdict, doesNotApply, message } = judgement;
  if (stopped === null || verdict !== "inconclusive" || doesNotApply === true) return judgement;
  return {
    ...judgement,
    message: message.includes(stopped) ? message : `${message} (${stopped})`,
    cause: stopped,
  };
}

/**
 * Applies the profile's known failures: one that still fails does not count; one that no longer fails is
 * itself a failure, so that the list does not become outdated.
 */
export function withKnownFailure(
  judgement: Judgement,
  entry: KnownFailure | undefined,
): { judgement: Judgement; known?: string } {
  if (entry === undefined) return { judgement };
  const description = `${entry.reason} (since ${entry.since})`;
  if (judgement.verdict === "failed") return { judgement, known: description };
  if (judgement.verdict !== "passed" && judgement.verdict !== "observed") return { judgement };
  return {
    judgement: {
      ...judgement,
      verdict: "failed",
      message: `The profile lists this check as a known failure (${description}), but it no longer fails. Remove the entry.`,
      expected: ["the failure that the profile knows"],
      received: judgement.verdict,
    },
  };
}

/** The event of a check; contains no secret. */
export function toCheckEvent(
  check: Question,
  judgement: Judgement,
  details: { redactor: Redactor; durationMs: number; reproduce: string; known?: string },
): CheckEvent {
  const { redactor } = details;
  const shown = (value: string) => detached(redactor.text(value));
  const text = (value: string | undefined) => (value === undefined ? null : shown(value));
  return {
    event: "check",
    id: check.id,
    section: sectionOf(check),
    title: check.title,
    requirements: check.requirements,
    basis: basisOf(check),
    verdict: judgement.verdict,
    message: shown(judgement.message),
    expected: judgement.expected?.map(shown) ?? [],
    received: text(judgement.received),
    pointer: text(judgement.pointer),
    hint: text(judgement.hint),
    answer: text(judgement.answer),
    exchanges: judgement.exchanges,
    reproduce: details.reproduce,
    durationMs: Math.round(details.durationMs),
    ...(judgement.cause === undefined ? {} : { cause: shown(judgement.cause) }),
    ...(judgement.doesNotApply === true ? { doesNotApply: true } : {}),
    ...(details.known === undefined ? {} : { known: details.known }),
  };
}
