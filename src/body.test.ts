import assert from "node:assert/strict";
import { test } from "node:test";
import type { LimitsPatch } from "../generated/types.ts";
import { checkJson, checkMergePatch, mergePatch } from "./body.ts";

const refused: readonly [string, unknown, RegExp][] = [
  ["undefined", { daily: undefined }, /\/daily of the request body is undefined/],
  ["NaN", { daily: Number.NaN }, /\/daily .* is NaN, which JSON turns into null/],
  ["Infinity", { daily: Number.POSITIVE_INFINITY }, /Infinity/],
  ["an unsafe integer", { daily: 2 ** 53 }, /beyond 2\^53/],
  ["a BigInt", { daily: 5n }, /bigint/],
  ["a function", { daily: () => 5 }, /function/],
  ["a symbol", { daily: Symbol("x") }, /symbol/],
  ["a Date", { daily: new Date(0) }, /not a plain object/],
  ["a Map", { daily: new Map() }, /not a plain object/],
  ["an object that serialises itself", { daily: { toJSON: () => null } }, /not a plain object/],
  ["NaN deep inside", { a: { b: [1, { c: Number.NaN }] } }, /\/a\/b\/1\/c/],
  ["a hole in an array", { a: new Array(1) }, /\/a\/0/],
];
for (const [name, body, message] of refused) {
  test(`${name} is refused in a patch and in a body`, () => {
    assert.throws(() => checkMergePatch(body), { code: "invalid-body", message });
    assert.throws(() => checkJson(body), { code: "invalid-body", message });
  });
}

test("a cycle is refused", () => {
  const body: Record<string, unknown> = {};
  body.self = body;
  assert.throws(() => checkJson(body), { code: "invalid-body", message: /deeper than 50/ });
});

test("an empty patch and what is no object are refused as patches", () => {
  for (const patch of [{}, [], null, "x", 5, undefined]) {
    assert.throws(() => checkMergePatch(patch), { code: "invalid-body" });
  }
});

test("everything that JSON has is accepted", () => {
  const body = {
    a: 0,
    b: -1.5,
    c: "",
    d: null,
    e: [true, []],
    f: {},
    g: 2 ** 53 - 1,
    h: Object.create(null),
  };
  checkJson(body);
  checkMergePatch(body);
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
