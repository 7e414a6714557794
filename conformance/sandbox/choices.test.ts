import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements } from "../../generated/requirements.ts";
import { questionName } from "../base/question-name.ts";
import { answerFor, choose, defaultChoices, parseChoice, questions } from "./choices.ts";

test("there is a choice for each open question with answers, and the first answer is the default", () => {
  const rows = requirements.filter(({ answers }) => answers !== undefined);
  assert.deepEqual(
    questions.map(({ gap }) => gap),
    rows.map(({ id }) => id),
  );
  for (const { gap, answers } of questions) {
    assert.equal(defaultChoices.get(gap), answers[0]);
    const isSettled = rows.find(({ id }) => id === gap)?.settled !== undefined;
    assert.equal(answers.length === 1, isSettled, `${gap} leaves nothing to choose only when it is settled`);
    assert.equal(new Set(answers).size, answers.length);
  }
});

test("every answer can be chosen, with and without the beginning of its question's id", () => {
  for (const { gap, answers } of questions) {
    for (const answer of answers) {
      assert.deepEqual(parseChoice(`${gap}=${answer}`), [gap, answer]);
      assert.deepEqual(parseChoice(`${questionName(gap)}=${answer}`), [gap, answer]);
    }
  }
});

test("a choice replaces one default; the last one counts", () => {
  const chosen = choose(["gap.cursor.invalid", "410"], ["gap.cursor.invalid", "404"]);
  assert.equal(chosen.get("gap.cursor.invalid"), "404");
  assert.equal(chosen.size, defaultChoices.size);
  assert.equal(
    defaultChoices.get("gap.cursor.invalid"),
    questions.find(({ gap }) => gap === "gap.cursor.invalid")?.answers[0],
  );
});

const wrong: readonly [text: string, message: RegExp][] = [
  ["cursor.unheard-of=410", /no open question "cursor\.unheard-of"; --list choices shows them/],
  ["", /no open question ""/],
  ["=410", /no open question ""/],
  ["gap.gap.cursor.invalid=410", /no open question/],
  ["cursor.invalid", /gap\.cursor\.invalid can be .*410.*, not ""/],
  ["cursor.invalid=", /can be .*410.*, not ""/],
  ["cursor.invalid=200", /can be .*410.*, not "200"/],
  ["cursor.invalid=410 ", /not "410 "/],
  ["cursor.invalid=410=404", /not "410=404"/],
];
for (const [text, message] of wrong) {
  test(`"${text}" is no choice, and the error says what is`, () => {
    assert.throws(() => parseChoice(text), { name: "RangeError", message });
  });
}

test("a question is answered for the operations that it is about", () => {
  const choices = choose(["gap.patch.content-type", "accepted"]);
  assert.equal(answerFor(choices, "gap.patch.content-type", "updateCardLimits"), "accepted");
  assert.equal(answerFor(choices, "gap.patch.content-type", "replaceCardLimits"), undefined);
});
