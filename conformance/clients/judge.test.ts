import assert from "node:assert/strict";
import { test } from "node:test";
import { testKeys } from "../wire/testing.ts";
import { judgeRule } from "./judge.ts";
import { broken, kept, type Rule } from "./rule.ts";
import { viewOf } from "./view.ts";

const view = (scenario: string) =>
  viewOf({
    scenario,
    work: [],
    clientSecret: "a-secret-of-this-test",
    publicKey: testKeys().publicKey,
    seen: [],
    effects: [],
    claims: [],
    end: null,
  });
const withToken = (scenario: string) => ({
  ...view(scenario),
  tokens: [{ value: "a-token", seen: {} as never }],
});

const breach = broken({ message: "It was repeated.", expected: "once", received: "twice" });
const rule = (id: string, judge: Rule["judge"]): Rule => ({ id, how: "Do it.", judge });
const verdictOn = (one: Rule, pinned?: ReadonlyMap<string, string>) =>
  judgeRule(one, [withToken("first"), withToken("second")], pinned);

test("a rule that is broken in one scenario fails, and the scenario is named", () => {
  const { verdict, message } = verdictOn(
    rule("client.key.stable", ({ scenario }) => (scenario === "second" ? [breach] : [kept("once")])),
  );
  assert.deepEqual([verdict, message], ["failed", "In second: It was repeated."]);
});

test("a practice that is not kept is advice, unless it is pinned", () => {
  const practice = rule("client.retry.after", () => [breach]);
  assert.equal(verdictOn(practice).verdict, "observed");
  assert.equal(verdictOn(practice, new Map([["client.retry.after", "kept"]])).verdict, "failed");
});

test("a rule that nothing exercised is inconclusive, and says how it is exercised", () => {
  const { verdict, message } = verdictOn(rule("client.key.stable", () => []));
  assert.deepEqual([verdict, message], ["inconclusive", "Do it."]);
});

test("a client without a token has kept nothing, but may have broken something", () => {
  const both = rule("client.key.stable", ({ scenario }) => (scenario === "bad" ? [breach] : [kept("once")]));
  assert.equal(judgeRule(both, [view("good")]).verdict, "inconclusive");
  assert.equal(judgeRule(both, [view("bad")]).verdict, "failed");
});

test("a rule that throws is a fault of the suite", () => {
  const { verdict, message } = verdictOn(
    rule("client.key.stable", () => {
      throw new TypeError("no such thing");
    }),
  );
  assert.deepEqual([verdict, message], ["broken", "The rule itself failed. no such thing"]);
});
