/** From what was seen to a verdict: pure functions, no network. */
import type { Basis } from "../../../generated/requirements.ts";
import type { Verdict } from "../../base/events.ts";
import { count } from "../../base/text.ts";
import type { SpellingName } from "../../plan/spellings.ts";

/** One thing that a check has found. */
export type Fact =
  | {
      /** The rule was exercised, and held. */
      readonly kind: "held";
      readonly exchange?: string;
      /** What was seen, as text. */
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
      /**
       * Set if asking again would show nothing more: the server stays in the state it was found in, or the fact
       * itself rests on what was sent again.
       */
      readonly isLasting?: true;
      /** The spellings without which it was not seen, if it was seen only in some. */
      readonly spelled?: readonly SpellingName[];
    }
  | {
      /** What the server does where the specification is silent. */
      readonly kind: "answer";
      /** Id of a known answer, or the answer as text. */
      readonly answer: string;
      readonly seen: string;
      readonly exchanges: readonly string[];
    }
  | {
      /** It could not be exercised. */
      readonly kind: "missing";
      readonly what: string;
      readonly exchanges?: readonly string[];
      /** Set if the server failed (5xx) instead of refusing, between two requests that it served. */
      readonly serverError?: true;
      /** Set if a gateway seems to have failed (502, 503, 504), between two requests that the server served. */
      readonly gatewayError?: true;
      /** Set if the server redirected (3xx) instead of refusing, between two requests that it served. */
      readonly redirected?: true;
      /** Set if the rule cannot apply to this server, whatever it does. */
      readonly doesNotApply?: true;
    }
  | {
      /** It was left out on purpose. */
      readonly kind: "skipped";
      readonly why: string;
    };

/** A contradiction. */
export type Violation = Extract<Fact, { kind: "violated" }>;

/** A contradiction as the one fact of a list. */
export function violations(found: Omit<Violation, "kind">): Fact[] {
  return [{ kind: "violated", ...found }];
}

/** The result of {@link judge} for the facts of a check. */
export interface Judgement extends Partial<Omit<Violation, "kind">> {
  readonly verdict: Verdict;
  readonly message: string;
  readonly answer?: string;
  /** Ids of the exchanges that decided, the deciding one first. */
  readonly exchanges: readonly string[];
  /** If inconclusive, the reason, which may also block other checks: the first thing that is missing. */
  readonly cause?: string;
  /** True if it is inconclusive because the rule cannot apply to this server. */
  readonly doesNotApply?: true;
}

/** The only right answer to a question. */
export interface ExpectedAnswer {
  readonly answer: string;
  /** Who says so, up to the answer: "The profile pins". */
  readonly by: string;
}

/** In how many responses a contradiction has to stand so that it is no chance. */
const seenAtLeast = 2;

/**
 * The same facts about responses; what several of them contradict need not be asked again, and may not come again where
 * nothing leads to it.
 */
export function lastingIfSeveral(facts: readonly Fact[]): readonly Fact[] {
  const isLasting = facts.filter(({ kind }) => kind === "violated").length >= seenAtLeast;
  return facts.map((fact) => (isLasting && fact.kind === "violated" ? { ...fact, isLasting } : fact));
}

/** Maximum number of exchanges that a judgement names. */
export const evidenceKept = 8;

/**
 * The verdict for the facts of one check. A contradiction outweighs everything; something missing
 * outweighs what held, since a rule that was only partly exercised has not been exercised.
 *
 * @param basis - Where the check's rule comes from; an open question and a practice can never fail by themselves.
 * @param expected - For a question, the only right answer, and who says so; for a practice, that it is to be kept.
 */
export function judge(
  basis: Basis,
  facts: readonly Fact[],
  expected: ExpectedAnswer | null = null,
): Judgement {
  const of = <K extends Fact["kind"]>(kind: K) =>
    facts.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind);
  const isQuestion = basis === "unspecified";

  const [violated, ...others] = of("violated");
  if (violated !== undefined && !isQuestion) {
    const { kind: _, message, ...shown } = violated;
    const more = others.length === 0 ? "" : ` (and ${others.length} more like it)`;
    const exchanges = evidence([violated, ...others].flatMap((fact) => fact.exchanges));
    // What the specification does not say is advice, unless a profile makes it a rule.
    const verdict = basis === "practice" && expected === null ? "observed" : "failed";
    return { ...shown, verdict, message: message + more, exchanges };
  }

  const answers = of("answer");
  if (answers.length > 0 && (isQuestion || expected !== null)) {
    const answer = unique(answers.map((fact) => fact.answer))
      .sort()
      .join(", ");
    const seen = inWords(answers.map((fact) => fact.seen));
    const exchanges = evidence(answers.flatMap((fact) => fact.exchanges));
    if (expected === null || expected.answer === answer)
      return { verdict: isQuestion ? "observed" : "passed", message: seen, answer, exchanges };
    const message = `${expected.by} the answer ${expected.answer}; the server's is ${answer}: ${seen}`;
    return { verdict: "failed", message, expected: [expected.answer], received: answer, answer, exchanges };
  }

  const skipped = of("skipped");
  if (skipped.length > 0 && skipped.length === facts.length) {
    return { verdict: "skipped", message: inWords(skipped.map((fact) => fact.why)), exchanges: [] };
  }
  const missing = of("missing");
  const [lacking] = missing;
  if (lacking !== undefined) {
    return {
      verdict: "inconclusive",
      message: inWords(missing.map((fact) => fact.what)),
      exchanges: evidence(missing.flatMap((fact) => fact.exchanges ?? [])),
      cause: lacking.what,
      ...(missing.every(({ doesNotApply }) => doesNotApply === true) ? { doesNotApply: true } : {}),
    };
  }
  const held = of("held");
  if (held.length > 0 && !isQuestion) {
    const seen = inWords(held.flatMap((fact) => fact.seen ?? []));
    const message = seen || `held in ${count(held.length, "case", "cases")}`;
    return { verdict: "passed", message, exchanges: evidence(held.flatMap((fact) => fact.exchange ?? [])) };
  }
  return { verdict: "inconclusive", message: "nothing that this check looks at was seen", exchanges: [] };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function inWords(texts: readonly string[]): string {
  return unique(texts).join("; ");
}

function evidence(exchanges: readonly string[]): string[] {
  return unique(exchanges).slice(0, evidenceKept);
}
