/** What `partner-card sandbox --list` prints. */
import { requirement } from "../../generated/requirements.ts";
import { questions } from "../sandbox/choices.ts";
import { faults } from "../sandbox/faults.ts";

/** Every open question with its answers. */
export function choicesText(asJson: boolean): string {
  if (asJson) return `${JSON.stringify(questions, null, 2)}\n`;
  return questions
    .map(
      ({ gap, answers }) =>
        `${gap.replace(/^gap\./, "")}\n  ${requirement(gap).question}\n  ${answers.join(", ")}\n`,
    )
    .join("\n");
}

/** Checks that need a long wait, which the flag of the suite has to allow. */
const waiting = ["token.lives", "token.dies", "idempotency.window"];

/** Every fault of the catalogue. */
export function faultsText(asJson: boolean): string {
  const rows = faults.map(({ name, breaks, summary, caughtBy }) => ({ name, breaks, summary, caughtBy }));
  if (asJson) return `${JSON.stringify(rows, null, 2)}\n`;
  return rows
    .map(({ name, breaks, summary, caughtBy }) => {
      const wait = waiting.some((id) => caughtBy[0].startsWith(id)) ? "; found only with --wait" : "";
      return `${name}\n  ${summary} (breaks ${breaks}${wait})\n`;
    })
    .join("\n");
}
