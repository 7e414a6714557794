import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { writeOperations } from "../write-form.ts";
import { planHistories } from "./plan.ts";
import { needed, shortened, without } from "./shorten.ts";
import { type History, inWords, type Step } from "./step.ts";

const operation = "updateCardLimits";
const write = (name: string): Step => ({ kind: "write", name, operation });
const again = (of: string): Step => ({ kind: "repeat", of, defect: null });
const history: History = [write("A"), write("B"), again("B"), { kind: "pause" }, write("C"), again("A")];

it("a step goes with those that need it, unless the last one does", () => {
  assert.equal(inWords(without(history, 1) ?? []), "PATCH A; 2.5 seconds; PATCH B; A again");
  assert.equal(inWords(without(history, 1, 3) ?? []), "PATCH A; PATCH B; A again");
  assert.equal(without(history, 0), null);
  assert.equal(inWords(needed(history)), "PATCH A; A again");
});

describe("a history is shortened to the steps that the finding needs", () => {
  const kinds: [name: string, isShown: (words: string) => boolean, shortest: string][] = [
    ["only the last one", () => true, "PATCH A; A again"],
    ["another write in between", (words) => /PATCH B/.test(words), "PATCH A; PATCH B; A again"],
    ["a pause", (words) => words.includes("seconds"), "PATCH A; 2.5 seconds; A again"],
    [
      "two other writes",
      (words) => (words.match(/PATCH/g) ?? []).length === 3,
      "PATCH A; PATCH B; PATCH C; A again",
    ],
  ];
  for (const [name, isShown, shortest] of kinds) {
    it(name, async () => {
      const found = await shortened(history, async (one) => isShown(inWords(one)), { steps: 60 });
      assert.equal(found === null ? null : inWords(found), shortest);
    });
  }
});

it("nothing is claimed if only the whole history shows it, or if it comes and goes", async () => {
  assert.equal(await shortened(history, async (one) => one.length === history.length, { steps: 60 }), null);
  let played = 0;
  const once = async () => {
    played += 1;
    return played === 1;
  };
  assert.equal(await shortened(history, once, { steps: 60 }), null);
});

it("no more steps are played than are allowed, apart from the last history", async () => {
  const [long = []] = planHistories(1, writeOperations);
  const allowance = { steps: 30 };
  let played = 0;
  const never = async (one: History) => {
    played += one.length;
    return false;
  };
  assert.equal(await shortened(long, never, allowance), null);
  assert.ok(played > 0 && played <= 30, String(played));
  assert.equal(allowance.steps, 30 - played);
});
