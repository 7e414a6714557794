/** From evidence to verdicts. Pure: the same evidence gives the same verdicts. */
import { requirement } from "../../generated/requirements.ts";
import { messageOf } from "../base/run-ended.ts";
import { missing, type Question } from "../checks/kit/check.ts";
import { type Fact, type Judgement, judge } from "../checks/kit/verdict.ts";
import { type Expectations, withKnownFailure } from "../run/decide.ts";
import type { KnownFailure } from "../run/profile.ts";
import type { Evidence } from "./evidence.ts";
import { hintOf, type Rule } from "./rule.ts";
import { type View, viewOf } from "./view.ts";

/** A rule as a question that reports know: its title is the statement of its row. */
export function questionOf({ id }: Pick<Rule, "id">): Question {
  return { id, title: requirement(id).statement, requirements: [id] };
}

/** A verdict, and where it comes from. */
export interface Judged {
  readonly judgement: Judgement;
  /** The scenario that decided; null where none did. */
  readonly scenario: string | null;
  /** For a failure that the profile knows, why it is accepted, and since when. */
  readonly known?: string;
}

/** The verdict on one rule, from everything that was seen. A rule that throws is broken, and no fault of the client. */
export function judgeRule(
  rule: Rule,
  views: readonly View[],
  pinned: ReadonlyMap<string, string> = new Map(),
): Judged {
  const answer = pinned.get(rule.id);
  const expected = answer === undefined ? null : { answer, by: "The profile pins" };
  try {
    const found = views.map((view) => ({ scenario: view.scenario, facts: factsOf(rule, view) }));
    const facts = found.flatMap((one) => one.facts);
    const { basis } = requirement(rule.id);
    const isDriven = views.some(({ work }) => work !== null);
    const judgement = judge(basis, facts.length === 0 ? [missing(hintOf(rule, isDriven))] : facts, expected);
    const withKind = (kind: Fact["kind"]) =>
      found.find((one) => one.facts.some((fact) => fact.kind === kind));
    return { judgement, scenario: (withKind("violated") ?? withKind("held"))?.scenario ?? null };
  } catch (error) {
    const message = `The rule itself failed. ${messageOf(error)}`;
    return { judgement: { verdict: "broken", message, exchanges: [] }, scenario: null };
  }
}

/**
 * The verdict on one rule, given what the profile knows of it. A failure that is known in one scenario does not excuse
 * one in another, and an entry that no longer fails where it was known is itself a failure.
 */
function judgeKnown(
  rule: Rule,
  views: readonly View[],
  pinned: Expectations["pinned"],
  entries: readonly KnownFailure[],
): Judged {
  const under = (some: readonly View[], entry: KnownFailure): Judged => {
    const judged = judgeRule(rule, some, pinned);
    return { ...judged, ...withKnownFailure(judged.judgement, entry) };
  };
  const everywhere = entries.find(({ scenario }) => scenario === undefined);
  if (everywhere !== undefined) return under(views, everywhere);
  const rest = judgeRule(
    rule,
    views.filter((view) => !entries.some(({ scenario }) => scenario === view.scenario)),
    pinned,
  );
  const found = entries.map((entry) => {
    const own = views.filter(({ scenario }) => scenario === entry.scenario);
    return under(own, { ...entry, reason: `${entry.reason}; in ${entry.scenario}` });
  });
  const isBad = ({ judgement: { verdict }, known }: Judged) =>
    (verdict === "failed" || verdict === "broken") && known === undefined;
  return [rest, ...found].find(isBad) ?? found.find(({ known }) => known !== undefined) ?? rest;
}

/** What one scenario says about a rule. Who was never given a token has shown nothing that it could keep. */
function factsOf(rule: Rule, view: View): readonly Fact[] {
  return rule
    .judge(view)
    .filter(({ kind }) => kind !== "held" || view.tokens.length > 0)
    .map((fact) => (fact.kind === "violated" ? { ...fact, message: placed(fact.message, view) } : fact));
}

/** The verdicts on rules, each with its rule. */
export function judgeClient(
  rules: readonly Rule[],
  evidence: readonly Evidence[],
  { pinned, knownFailures = [] }: Expectations = {},
): readonly (Judged & { readonly rule: Rule })[] {
  const views = evidence.map(viewOf);
  return rules.map((rule) => {
    const entries = knownFailures.filter(({ check }) => check === rule.id);
    return { rule, ...judgeKnown(rule, views, pinned, entries) };
  });
}

/** What was found, with the scenario in which it was; a client that is only watched has none. */
function placed(message: string, { scenario, work }: View): string {
  return work === null ? message : `In ${scenario}: ${message}`;
}
