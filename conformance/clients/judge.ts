/** From evidence to verdicts. Pure: the same evidence gives the same verdicts. */
import { requirement } from "../../generated/requirements.ts";
import { messageOf } from "../base/run-ended.ts";
import type { Question } from "../checks/kit/check.ts";
import { missing } from "../checks/kit/check.ts";
import { type Fact, type Judgement, judge } from "../checks/kit/verdict.ts";
import type { Evidence } from "./evidence.ts";
import type { Rule } from "./rule.ts";
import { type View, viewOf } from "./view.ts";

/** A rule as a question that reports know: its title is the statement of its row. */
export function questionOf({ id }: Pick<Rule, "id">): Question {
  return { id, title: requirement(id).statement, requirements: [id] };
}

/** The verdict on one rule, from everything that was seen. A rule that throws is broken, and no fault of the client. */
export function judgeRule(
  rule: Rule,
  views: readonly View[],
  pinned: ReadonlyMap<string, string> = new Map(),
): Judgement {
  const answer = pinned.get(rule.id);
  const expected = answer === undefined ? null : { answer, by: "The profile pins" };
  try {
    const facts = views.flatMap((view) => factsOf(rule, view));
    const { basis } = requirement(rule.id);
    return judge(basis, facts.length === 0 ? [missing(rule.how)] : facts, expected);
  } catch (error) {
    return { verdict: "broken", message: `The rule itself failed. ${messageOf(error)}`, exchanges: [] };
  }
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
  pinned?: ReadonlyMap<string, string>,
): readonly { readonly rule: Rule; readonly judgement: Judgement }[] {
  const views = evidence.map(viewOf);
  return rules.map((rule) => ({ rule, judgement: judgeRule(rule, views, pinned) }));
}

/** What was found, with the scenario in which it was; a client that is only watched has none. */
function placed(message: string, { scenario, work }: View): string {
  return work === null ? message : `In ${scenario}: ${message}`;
}
