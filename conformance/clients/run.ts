/** The log of a run that judges a client: the events that every report is made from. */
import type { CheckEvent, EndEvent, ExchangeEvent, RunEvent, RunLogEvent } from "../base/events.ts";
import { createRedactor, type Redactor } from "../base/redact.ts";
import { summarize } from "../base/summary.ts";
import { count } from "../base/text.ts";
import type { Question } from "../checks/kit/check.ts";
import { toCheckEvent } from "../run/decide.ts";
import { exitCodeOf } from "../run/exit-code.ts";
import { headerOf } from "../run/header.ts";
import { createEvidence } from "../wire/evidence.ts";
import { isWrite } from "../wire/is-write.ts";
import type { Seen } from "./evidence.ts";
import { type Judged, questionOf } from "./judge.ts";
import { clientRules } from "./rules.ts";
import { tokenIn } from "./view.ts";

/** Options of the log of a run. */
export interface ClientRunOptions {
  /** Base URL of the sandbox, or in words where there are many. */
  readonly baseUrl: string;
  /** What the run will judge. */
  readonly questions: readonly Question[];
  readonly secrets: readonly string[];
  /** True to count what was not exercised as incomplete. */
  readonly strict: boolean;
  /** Options for the header, without secrets. */
  readonly shown: RunEvent["options"];
  /** The command that repeats a judgement, given the scenario that decided it; null where none did. */
  readonly reproduce: (id: string, scenario: string | null) => string;
  readonly onEvent: (event: RunLogEvent) => void;
}

/** A run whose log is being written. */
export interface ClientRun {
  /** Hides what must not be written. */
  readonly redactor: Redactor;
  /** Adds a request of the client. */
  exchange(seen: Seen): void;
  /** Adds a verdict. */
  conclude(question: Question, judged: Judged): void;
  /**
   * Writes the footer.
   *
   * @param incomplete - Why the run does not tell whether the client conforms, one line each.
   */
  end(incomplete: readonly string[]): EndEvent;
}

/** Begins the log with its header. */
export function beginRun(options: ClientRunOptions): ClientRun {
  const { baseUrl, questions, secrets, strict, shown, onEvent: emit } = options;
  const startedAt = Date.now();
  const redactor = createRedactor(secrets);
  const toEvent = createEvidence(redactor);
  const checks: CheckEvent[] = [];
  const exchanges = new Map<string, ExchangeEvent>();
  const target = { baseUrl, sandbox: true };
  emit({
    ...headerOf({ target, shown }, questions, startedAt, clientRules.map(questionOf)),
    party: "client",
  });
  return {
    redactor,
    exchange(seen) {
      // A client may send its token where nobody expects one.
      const token = tokenIn(seen);
      if (token !== null) redactor.add(token);
      const event = toEvent(seen);
      exchanges.set(event.id, event);
      emit(event);
    },
    conclude(question, { judgement, scenario, known }) {
      const event = toCheckEvent(question, judgement, {
        redactor,
        reproduce: options.reproduce(question.id, scenario),
        durationMs: 0,
        ...(known === undefined ? {} : { known }),
      });
      checks.push(event);
      emit(event);
    },
    end(given) {
      const endedAt = Date.now();
      const summary = summarize(checks, questions.length);
      const open = summary.inconclusive;
      const isIdle = questions.length > 0 && summary.passed + summary.failed + summary.observed === 0;
      const incomplete = [
        ...given,
        ...(isIdle && given.length === 0 ? ["no rule was exercised"] : []),
        ...(strict && open > 0 ? [`${count(open, "rule was", "rules were")} not exercised (--strict)`] : []),
      ].map(redactor.text);
      const end: EndEvent = {
        event: "end",
        endedAt: new Date(endedAt).toISOString(),
        durationMs: endedAt - startedAt,
        clock: null,
        summary,
        requests: exchanges.size,
        writes: {
          card: null,
          sent: [...exchanges.values()].filter(({ operation }) => isWrite(operation)).length,
          budget: 0,
          leftChanged: null,
        },
        incomplete,
        exitCode: exitCodeOf(summary, {
          isIncomplete: incomplete.length > 0,
          known: checks.filter(({ known }) => known !== undefined).length,
          ended: null,
        }),
      };
      emit(end);
      return end;
    },
  };
}
