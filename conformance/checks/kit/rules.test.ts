import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements } from "../../../generated/requirements.ts";
import type { Check } from "./check.ts";
import { findRequirement, rulesOfList, standInsOf, withKnownRequirements } from "./rules.ts";

const check = (...ids: [string, ...string[]]): Check => ({
  id: "a.b",
  title: "t",
  requirements: ids,
  access: "read",
  stage: "request",
  run: async () => [],
});
const [known] = requirements;
assert.ok(known);

test("a check keeps the requirements that the description has, in their order", () => {
  assert.deepEqual(
    withKnownRequirements(check("no.such", known.id, "nor.this")).map((one) => one.requirements),
    [[known.id]],
  );
  assert.equal(findRequirement(known.id), known);
});

test("a check of which the description has no requirement does not exist", () => {
  assert.deepEqual(withKnownRequirements(check("no.such")), []);
  assert.equal(findRequirement("no.such"), undefined);
});

const spoken = {
  token: "access.token",
  signature: "access.proof",
  timestamp: null,
  idempotencyKey: "access.key",
};

test("in a description with rules of its own, those of the parts of a request stand for what follows from them", () => {
  const standIns = standInsOf(["access.token", "access.proof", "access.key"], spoken, true);
  assert.equal(standIns.get("auth.signature.method"), "access.proof");
  assert.equal(standIns.get("auth.refused.no-effect"), "access.proof");
  assert.equal(standIns.get("auth.idempotency.safe-retry"), "access.key");
  assert.equal(standIns.get("error.401.status"), "access.token");
  assert.equal(standIns.get("auth.timestamp.stale"), undefined, "no rule speaks of it");
  assert.equal(
    standInsOf(["access.token"], spoken, false).get("error.401.status"),
    undefined,
    "no 401 is shown",
  );
});

test("a description that has a rule of what follows from a part has left out the others, and no rule of other parts", () => {
  const ids = ["auth.signature.required", "auth.signature.key", "auth.idempotency.required"];
  const standIns = standInsOf(ids, { ...spoken, signature: "auth.signature.required" }, true);
  assert.equal(standIns.get("auth.signature.path"), undefined);
  assert.equal(standIns.get("auth.idempotency.safe-retry"), "access.key");
  assert.equal(standIns.get("service.oauth"), undefined, "some rules about access are known");
  const ofErrors = standInsOf(["access.token", "error.refusal.client-error"], spoken, true);
  assert.equal(ofErrors.get("auth.refused.no-effect"), "access.proof", "that is another rule");
  const required = standInsOf(["auth.signature.required"], spoken, true);
  assert.equal(required.get("auth.signature.path"), "access.proof", "what has to be there has to be right");
});

test("what follows from the parameters of a list belongs to their rules, where no other rule of lists is known", () => {
  const rules = { cursor: "paging.token", pageSize: null };
  const ofList = (...ids: [string, ...string[]]) => rulesOfList({ rules }, ids, ["paging.token"]);
  assert.deepEqual(ofList("list.cursor", "list.cursor.immediate"), ["paging.token", "paging.token"]);
  assert.deepEqual(ofList("list.limit", "limits.page-size"), ["list.limit", "limits.page-size"]);
  assert.deepEqual(rulesOfList({ rules }, ["list.cursor"], ["list.limit"]), ["list.cursor"]);
});
