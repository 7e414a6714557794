/**
 * The sandbox's answers to the open questions of the specification. Every row with answers in
 * requirements.yaml has a choice; the first answer is the default.
 */

import { type GapId, requirements } from "../../generated/requirements.ts";
import { didYouMean } from "../base/nearest.ts";
import { questionName } from "../base/question-name.ts";

/** An answer for each open question that has answers, by the id of its row. */
export type Choices = ReadonlyMap<string, string>;

/** Every question with its answers, the default first; one that is settled has no other. */
export const questions: readonly { gap: GapId; answers: readonly string[] }[] = requirements.flatMap(
  ({ id, answers, settled }) =>
    answers === undefined
      ? []
      : [{ gap: id as GapId, answers: settled === undefined ? answers.map((one) => one.id) : [settled] }],
);

/** The sandbox's own answers. */
export const defaultChoices: Choices = new Map(questions.map(({ gap, answers }) => [gap, answers[0] ?? ""]));

/**
 * Reads `cursor.invalid=410` (or with the gap's full id) into a choice.
 *
 * @throws RangeError that lists what is allowed, for an unknown question or answer.
 */
export function parseChoice(text: string): [string, string] {
  const [name = "", ...rest] = text.split("=");
  const answer = rest.length === 0 ? undefined : rest.join("=");
  const question = questions.find(({ gap }) => gap === name || gap === `gap.${name}`);
  if (question === undefined) {
    const names = questions.map(({ gap }) => questionName(gap));
    const hint = didYouMean(questionName(name), names, "--list choices shows them");
    throw new RangeError(`there is no open question "${name}"; ${hint}`);
  }
  if (answer === undefined || !question.answers.includes(answer)) {
    throw new RangeError(`${question.gap} can be ${question.answers.join(", ")}, not "${answer ?? ""}"`);
  }
  return [question.gap, answer];
}

/** The defaults with some answers replaced. */
export function choose(...choices: readonly (readonly [string, string])[]): Choices {
  return new Map([...defaultChoices, ...choices]);
}

/** The operations that each row is about. */
const operationsOf: ReadonlyMap<string, readonly string[]> = new Map(
  requirements.map(({ id, operations }) => [id, operations]),
);

/** The answer to a question where it is about an operation, open or settled: it says nothing of any other one. */
export function answerFor(choices: Choices, gap: string, operation: string): string | undefined {
  return operationsOf.get(gap)?.includes(operation) === true ? choices.get(gap) : undefined;
}
