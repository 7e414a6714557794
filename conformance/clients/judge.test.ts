import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { api } from "../../generated/operations.ts";
import { testKeys } from "../../src/testing/keys.ts";
import type { Evidence, Seen } from "./evidence.ts";
import { judgeClient, judgeRule } from "./judge.ts";
import { broken, kept, type Rule } from "./rule.ts";
import { viewOf } from "./view.ts";

const evidence = (scenario: string): Evidence => ({
  scenario,
  work: [],
  clientId: "a-client",
  clientSecret: "a-secret-of-this-test",
  publicKey: testKeys().publicKey,
  seen: [],
  effects: [],
  claims: [],
  end: null,
});
const issued = {
  operation: api.token,
  response: { status: 200, json: { access_token: "a-token" } },
} as unknown as Seen;
const view = (scenario: string) => viewOf(evidence(scenario));
const withToken = (scenario: string) => viewOf({ ...evidence(scenario), seen: [issued] });

const breach = broken({ message: "It was repeated.", expected: "once", received: "twice" });
const rule = (id: string, judge: Rule["judge"]): Rule => ({ id, how: "Do it.", judge });
const verdictOn = (one: Rule, pinned?: ReadonlyMap<string, string>) =>
  judgeRule(one, [withToken("first"), withToken("second")], pinned).judgement;

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
  const driven: Rule = { id: "client.key.stable", how: "Drive the client: it is lost.", judge: () => [] };
  const watched = viewOf({ ...evidence("watch"), work: null });
  assert.match(judgeRule(driven, [watched]).judgement.message, /^Drive the client: it is lost\.$/);
  assert.match(judgeRule(driven, [withToken("first")]).judgement.message, /did not come as far as that/);
});

test("a client without a token has kept nothing, but may have broken something", () => {
  const both = rule("client.key.stable", ({ scenario }) => (scenario === "bad" ? [breach] : [kept("once")]));
  assert.equal(judgeRule(both, [view("good")]).judgement.verdict, "inconclusive");
  assert.equal(judgeRule(both, [view("bad")]).judgement.verdict, "failed");
});

test("a rule that throws is a fault of the suite", () => {
  const { verdict, message } = verdictOn(
    rule("client.key.stable", () => {
      throw new TypeError("no such thing");
    }),
  );
  assert.deepEqual([verdict, message], ["broken", "The rule itself failed. no such thing"]);
});

describe("a failure that is known in one scenario", () => {
  const knownIn = (scenario: string, ...broken: readonly string[]) => {
    const known = { check: "client.key.stable", scenario, reason: "PAY-1", since: "2026-01-31" };
    const one = rule(known.check, (seen) => (broken.includes(seen.scenario) ? [breach] : []));
    const [judged] = judgeClient([one], [evidence("first"), evidence("second")], { knownFailures: [known] });
    assert.ok(judged !== undefined);
    return { ...judged, verdict: judged.judgement.verdict, message: judged.judgement.message };
  };

  test("does not count there", () => {
    const { verdict, known, scenario } = knownIn("second", "second");
    assert.deepEqual([verdict, known, scenario], ["failed", "PAY-1; in second (since 2026-01-31)", "second"]);
  });

  test("counts in another one", () => {
    const { verdict, known, message } = knownIn("second", "first", "second");
    assert.deepEqual([verdict, known, message], ["failed", undefined, "In first: It was repeated."]);
  });

  test("says nothing where that was not exercised", () => {
    assert.deepEqual([knownIn("second").verdict, knownIn("third").verdict], ["inconclusive", "inconclusive"]);
  });

  test("is an entry to be removed where the rule is kept by now", () => {
    const known = { check: "client.key.stable", scenario: "first", reason: "PAY-1", since: "2026-01-31" };
    const found = { ...evidence("first"), seen: [issued] };
    const [judged] = judgeClient([rule(known.check, () => [kept("once")])], [found], {
      knownFailures: [known],
    });
    assert.deepEqual([judged?.judgement.verdict, judged?.known], ["failed", undefined]);
    assert.match(judged?.judgement.message ?? "", /\(PAY-1; in first .*\), but it no longer fails/);
  });
});
