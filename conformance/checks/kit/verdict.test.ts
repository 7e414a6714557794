import assert from "node:assert/strict";
import { test } from "node:test";
import { type Fact, judge, lastingIfSeveral } from "./verdict.ts";

const held: Fact = { kind: "held", exchange: "x1", seen: "it held" };
const broken: Fact = {
  kind: "violated",
  message: "It broke.",
  expected: ["one"],
  received: "two",
  exchanges: ["x2", "x1"],
};
const answer = (value: string): Fact => ({
  kind: "answer",
  answer: value,
  seen: `saw ${value}`,
  exchanges: ["x3"],
});
const missing: Fact = { kind: "missing", what: "needs a second card", exchanges: ["x4"] };
const skipped: Fact = { kind: "skipped", why: "writes are not allowed" };

type Row = [what: string, basis: Parameters<typeof judge>[0], facts: readonly Fact[], verdict: string];
const rows: readonly Row[] = [
  ["what held has passed", "stated", [held, held], "passed"],
  ["a derived rule passes and fails like a stated one", "derived", [held], "passed"],
  ["a derived rule can fail", "derived", [held, broken], "failed"],
  ["one contradiction outweighs all that held", "stated", [held, held, broken, held], "failed"],
  ["a contradiction outweighs what is missing", "stated", [missing, broken, skipped], "failed"],
  ["something missing outweighs what held", "stated", [held, missing, held], "inconclusive"],
  ["all skipped is skipped", "stated", [skipped, skipped], "skipped"],
  ["skipped in part, and the rest missing, is inconclusive", "stated", [skipped, missing], "inconclusive"],
  ["no fact at all is no pass", "stated", [], "inconclusive"],
  ["an answer says nothing about a rule", "stated", [answer("410")], "inconclusive"],
  ["an open question is observed", "unspecified", [answer("410")], "observed"],
  [
    "an answer counts although another request went wrong",
    "unspecified",
    [missing, answer("410")],
    "observed",
  ],
  ["an open question can't fail by itself", "unspecified", [broken], "inconclusive"],
  ["an open question can't fail beside its answer", "unspecified", [broken, answer("410")], "observed"],
  ["an open question can't pass", "unspecified", [held], "inconclusive"],
  ["an open question without an answer is inconclusive", "unspecified", [missing], "inconclusive"],
  ["an open question can be left out", "unspecified", [skipped], "skipped"],
];

for (const [what, basis, facts, verdict] of rows) {
  test(what, () => {
    assert.equal(judge(basis, facts).verdict, verdict);
  });
}

test("a contradiction carries what was expected and received, and counts the others", () => {
  const other: Fact = { ...broken, message: "It broke again.", exchanges: ["x9", "x1"], pointer: "/other" };
  assert.deepEqual(judge("stated", [held, { ...broken, pointer: "/limits", hint: "look here" }, other]), {
    verdict: "failed",
    message: "It broke. (and 1 more like it)",
    expected: ["one"],
    received: "two",
    pointer: "/limits",
    hint: "look here",
    exchanges: ["x2", "x1", "x9"],
  });
});

test("different answers to one question are one answer, in an order that does not depend on who came first", () => {
  const forth = judge("unspecified", [answer("410"), answer("400"), answer("410")]);
  const back = judge("unspecified", [answer("400"), answer("410")]);
  assert.equal(forth.answer, "400, 410");
  assert.equal(back.answer, "400, 410");
  assert.equal(forth.message, "saw 410; saw 400");
});

const pinned = { answer: "410", by: "The profile pins" };

test("a question that is settled is a rule like any other", () => {
  const settled = { answer: "410", by: "The specification gives" };
  assert.equal(judge("stated", [answer("410")], settled).verdict, "passed");
  const wrong = judge("stated", [answer("410"), answer("400")], settled);
  assert.equal(wrong.verdict, "failed");
  assert.match(wrong.message, /^The specification gives the answer 410; the server's is 400, 410/);
  assert.equal(judge("stated", [missing], settled).verdict, "inconclusive");
});

test("the pinned answer is observed; another one fails and says both", () => {
  assert.equal(judge("unspecified", [answer("410")], pinned).verdict, "observed");
  const wrong = judge("unspecified", [answer("400")], pinned);
  assert.equal(wrong.verdict, "failed");
  assert.deepEqual(wrong.expected, ["410"]);
  assert.equal(wrong.received, "400");
  assert.match(wrong.message, /pins the answer 410; the server's is 400/);
});

test("a server that gives the pinned answer only sometimes fails", () => {
  assert.equal(judge("unspecified", [answer("410"), answer("400")], pinned).verdict, "failed");
});

test("a pin without an answer to hold against it does not fail", () => {
  assert.equal(judge("unspecified", [missing], pinned).verdict, "inconclusive");
  assert.equal(judge("unspecified", [skipped], pinned).verdict, "skipped");
});

test("words that come repeatedly are said once", () => {
  assert.equal(judge("stated", [missing, missing]).message, "needs a second card");
  assert.equal(judge("stated", [held, held]).message, "it held");
  assert.equal(judge("stated", [{ kind: "held" }, { kind: "held" }]).message, "held in 2 cases");
});

test("what cannot apply is inconclusive, and says so unless something else is missing as well", () => {
  const elsewhere: Fact = { kind: "missing", what: "needs a prefix", doesNotApply: true };
  const judgement = judge("unspecified", [elsewhere]);
  assert.deepEqual([judgement.verdict, judgement.doesNotApply], ["inconclusive", true]);
  assert.equal(judge("unspecified", [elsewhere, missing]).doesNotApply, undefined);
  assert.equal(judge("unspecified", [elsewhere, answer("410")]).doesNotApply, undefined);
});

test("only a few exchanges are named as evidence", () => {
  const many = Array.from({ length: 50 }, (_, index): Fact => ({ ...broken, exchanges: [`x${index}`] }));
  assert.equal(judge("stated", many).exchanges.length, 8);
  assert.equal(judge("stated", many).exchanges[0], "x0");
});

test("what several responses contradict need not come again, and what one alone does has to", () => {
  const violated = {
    kind: "violated",
    message: "No.",
    expected: [],
    received: "",
    exchanges: ["x1"],
  } as const;
  const lasting = (...facts: readonly Fact[]) =>
    lastingIfSeveral(facts).map((fact) => fact.kind === "violated" && fact.isLasting === true);
  assert.deepEqual(lasting(violated, { kind: "held" }, violated), [true, false, true]);
  assert.deepEqual(lasting(violated, { kind: "held" }), [false, false]);
});
