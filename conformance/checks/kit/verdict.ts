/** From what was seen to a verdict: pure functions, no network. */
import type { Basis } from "../../../generated/requirements.ts";
import type { Verdict } from "../../base/events.ts";

/** One thing that a check has found out. */
export type Fact =
  | {
      /** The rule was exercised, and held. */
      readonly kind: "held";
      readonly exchange?: string;
      /** What was seen, in words. */
      readonly seen?: string;
    }
  | {
      /** The server contradicts the rule. */
      readonly kind: "violated";
      readonly message: string;
      readonly expected: readonly string[];
      readonly received: string;
      readonly pointer?: string;
      readonly hint?: string;
      /** Ids of the exchanges that show it, the deciding one first. */
      readonly exchanges: readonly string[];
      /** Set where the server stays as it is found, so that asking anew would only meet what it has become. */
      readonly isLasting?: true;
    }
  | {
      /** What the server does where the specification is silent. */
      readonly kind: "answer";
      /** Id of a known answer, or the answer in words. */
      readonly answer: string;
      readonly seen: string;
      readonly exchanges: readonly string[];
    }
  | {
      /** It could not be exercised. */
      readonly kind: "missing";
      readonly what: string;
      readonly exchanges?: readonly string[];
      /** Set where the server failed (5xx) instead of refusing, between two requests that it served. */
      readonly serverError?: true;
      /** Set where the rule cannot apply to this server, whatever it does. */
      readonly doesNotApply?: true;
    }
  | {
      /** It was left out on purpose. */
      readonly kind: "skipped";
      readonly why: string;
    };

/** What {@link judge} makes of the facts of a check. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly message: string;
  readonly expected: readonly string[];
  readonly received: string | null;
  readonly pointer: string | null;
  readonly hint: string | null;
  readonly answer: string | null;
  readonly exchanges: readonly string[];
  /** True for a contradiction that was asked for more than once, and can't be asked for anew. */
  readonly isLasting?: true;
  /** Where it is inconclusive, what holds it back, which may hold back others: the first thing that is missing. */
  readonly cause?: string;
  /** True where it is inconclusive since the rule cannot apply to this server. */
  readonly doesNotApply?: true;
}

/** Most exchanges that a judgement names. */
export const evidenceKept = 8;

/**
 * The verdict over the facts of one check. A contradiction outweighs everything; something missing
 * outweighs what held, since a rule that was exercised in part has not been exercised.
 *
 * @param basis - Where the check's rule comes from; an open question can never fail by itself.
 * @param pinned - The answer that the run's profile expects, for an open question.
 */
export function judge(basis: Basis, facts: readonly Fact[], pinned: string | null = null): Judgement {
  const of = <K extends Fact["kind"]>(kind: K) =>
    facts.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind);

  const [violated, ...others] = of("violated");
  if (violated !== undefined && basis !== "unspecified") {
    const more = others.length === 0 ? "" : ` (and ${others.length} more like it)`;
    return {
      ...nothing("failed", violated.message + more),
      expected: violated.expected,
      received: violated.received,
      pointer: violated.pointer ?? null,
      hint: violated.hint ?? null,
      exchanges: [...new Set([violated, ...others].flatMap((fact) => fact.exchanges))].slice(0, evidenceKept),
      ...(violated.isLasting === true ? { isLasting: true } : {}),
    };
  }

  const answers = of("answer");
  const missing = of("missing");
  if (basis === "unspecified" && answers.length > 0) {
    const answer = [...new Set(answers.map((fact) => fact.answer))].sort().join(", ");
    const seen = [...new Set(answers.map((fact) => fact.seen))].join("; ");
    const exchanges = answers.flatMap((fact) => fact.exchanges).slice(0, evidenceKept);
    if (pinned !== null && pinned !== answer) {
      return {
        ...nothing("failed", `The profile pins the answer ${pinned}; the server's is ${answer}: ${seen}`),
        expected: [pinned],
        received: answer,
        answer,
        exchanges,
      };
    }
    return { ...nothing("observed", seen), answer, exchanges };
  }

  const skipped = of("skipped");
  if (skipped.length > 0 && skipped.length === facts.length) {
    return nothing("skipped", unique(skipped.map((fact) => fact.why)));
  }
  const [lacking] = missing;
  if (lacking !== undefined) {
    return {
      ...nothing("inconclusive", unique(missing.map((fact) => fact.what))),
      exchanges: missing.flatMap((fact) => fact.exchanges ?? []).slice(0, evidenceKept),
      cause: lacking.what,
      ...(missing.every(({ doesNotApply }) => doesNotApply === true) ? { doesNotApply: true } : {}),
    };
  }
  const held = of("held");
  if (held.length > 0 && basis !== "unspecified") {
    const seen = unique(held.flatMap((fact) => fact.seen ?? []));
    return {
      ...nothing(
        "passed",
        seen === "" ? `held in ${held.length} ${held.length === 1 ? "case" : "cases"}` : seen,
      ),
      exchanges: held.flatMap((fact) => fact.exchange ?? []).slice(0, evidenceKept),
    };
  }
  return nothing("inconclusive", "nothing that this check looks at was seen");
}

function nothing(verdict: Verdict, message: string): Judgement {
  return {
    verdict,
    message,
    expected: [],
    received: null,
    pointer: null,
    hint: null,
    answer: null,
    exchanges: [],
  };
}

function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join("; ");
}
