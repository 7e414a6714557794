/** What `client-conformance --list` prints. */
import { requirement } from "../../generated/requirements.ts";
import { scenarios } from "../clients/cards/index.ts";
import { questionOf } from "../clients/judge.ts";
import { clientRules } from "../clients/rules.ts";
import { tasksOf } from "../clients/scenario.ts";
import { weatherNamed } from "../clients/weathers.ts";

/** The scenarios and rules, for `--list`. */
export function clientListText(): string {
  const rows = scenarios.map((scenario) => {
    const { title, lawful, may, mustNot } = weatherNamed(scenario.weather);
    const tasks = tasksOf(scenario).join("\n  Then, started again: ");
    return `${scenario.id}\n  ${title}\n  Task: ${tasks}\n  Lawful: ${lawful}\n  A client may ${may}.\n  It must not ${mustNot}.\n`;
  });
  const rules = clientRules.map((rule) => {
    const isAdvice = requirement(rule.id).basis === "practice";
    return `${rule.id}${isAdvice ? " (practice: advice, never a failure)" : ""}\n  ${questionOf(rule).title}\n  ${rule.how}\n`;
  });
  return `Scenarios\n\n${rows.join("\n")}\nRules\n\n${rules.join("\n")}`;
}
