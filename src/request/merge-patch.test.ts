import assert from "node:assert/strict";
import { test } from "node:test";
import type { LimitsPatch } from "../../generated/types.ts";
import { checkMergePatch, mergePatch } from "./merge-patch.ts";

test("an empty patch and what is no object are refused as patches", () => {
  for (const patch of [{}, [], null, "x", 5, undefined]) {
    assert.throws(() => checkMergePatch(patch), { code: "invalid-body" });
  }
});

test("mergePatch: set changes, unset removes, undefined leaves alone", () => {
  const monthly: number | undefined = undefined;
  assert.deepEqual(mergePatch<LimitsPatch>({ set: { daily: 5000, monthly } }), { daily: 5000 });
  assert.deepEqual(mergePatch<LimitsPatch>({ unset: ["approvalBased"] }), { approvalBased: null });
});

test("mergePatch: a field both set and unset, a null among the set and an empty patch are refused", () => {
  type Patch = { a?: number | null };
  assert.throws(() => mergePatch<Patch>({ set: { a: 1 }, unset: ["a"] }), {
    code: "invalid-body",
    message: /both/,
  });
  assert.throws(() => mergePatch<Patch>({ set: { a: null } }), { code: "invalid-body", message: /unset/ });
  assert.throws(() => mergePatch<Patch>({ set: { a: undefined } }), {
    code: "invalid-body",
    message: /empty/,
  });
});

test("mergePatch: only what the type can do without may be unset", () => {
  // @ts-expect-error daily has no null
  assert.deepEqual(mergePatch<LimitsPatch>({ unset: ["daily"] }), { daily: null });
});
