import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { checkJson, toJson } from "./body.ts";
import { checkMergePatch } from "./merge-patch.ts";

const refused: readonly [string, unknown, RegExp][] = [
  ["undefined", { daily: undefined }, /\/daily of the request body is undefined/],
  ["NaN", { daily: Number.NaN }, /\/daily .* is NaN, which JSON turns into null/],
  ["Infinity", { daily: Number.POSITIVE_INFINITY }, /Infinity/],
  ["an unsafe integer", { daily: 2 ** 53 }, /beyond 2\^53/],
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

test("an object of another realm is as good as one of this", () => {
  checkJson(runInNewContext("({ daily: 5, list: [{}] })"));
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
    'i"': [[], [1, "\u2028"], -0],
  };
  checkJson(body);
  checkMergePatch(body);
  assert.equal(toJson(body), JSON.stringify(body));
});

test("a bigint is a number of all its digits", () => {
  const body = { daily: 9_007_199_254_740_993n, list: [-1n, { deep: 12345678901234567890n }] };
  checkJson(body);
  checkMergePatch(body);
  assert.equal(toJson(body), '{"daily":9007199254740993,"list":[-1,{"deep":12345678901234567890}]}');
});
