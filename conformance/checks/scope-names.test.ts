import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "../sandbox/choices.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { proofRun } from "../selftest/in-memory.ts";

const judged = async (options: Parameters<typeof proofRun>[0], own = "scope.repeated.list") => {
  const result = await proofRun({ ...options, select: ({ id }) => id === own });
  return result.checks[0];
};

test("a token for one scope, named as often as there are scopes, has to be refused", async () => {
  assert.equal((await judged({}))?.verdict, "passed");
  const found = await judged({ sandbox: { faults: [faultNamed("scopes.counted").seams] } });
  assert.equal(found?.verdict, "failed");
  assert.equal(
    found?.message,
    "A request with a token that was asked for with cards:read 4 times was accepted.",
  );
});

test("a server that gives no such token, or one for all scopes, breaks nothing", async () => {
  for (const answer of ["refused", "all"]) {
    for (const id of ["scope.repeated.list", "scope.other.list"]) {
      const found = await judged({ sandbox: { choices: choose(["gap.token.narrow-scope", answer]) } }, id);
      assert.notEqual(found?.verdict, "failed", answer);
      assert.match(found?.message ?? "", /^the server (?:gives no token|grants .* unasked)/);
    }
  }
});

test("a token for names in which those of scopes stand has to be refused", async () => {
  assert.equal((await judged({}, "scope.other.list"))?.verdict, "passed");
  const sandbox = { faults: [faultNamed("scopes.contained").seams] };
  const found = await judged({ sandbox }, "scope.other.list");
  assert.equal(
    found?.message,
    "A request with a token that was asked for with names of scopes that go on after their end was accepted. (and 1 more like it)",
  );
});

test("a server that gives all scopes where none is named is judged by the other names", async () => {
  const choices = choose(["gap.token.scope-omitted", "all"]);
  assert.equal((await judged({ sandbox: { choices } }, "scope.other.list"))?.verdict, "passed");
});
