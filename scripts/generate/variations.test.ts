import assert from "node:assert/strict";
import { test } from "node:test";
import { variationsOf, variedEverywhere } from "./variations.ts";

const anything = () => true;

test("each variation has one other value, in one property", () => {
  assert.deepEqual(
    variationsOf({ name: "a", not: null, of: [{ is: null }, { is: true, size: 1 }] }, anything),
    [
      { name: "a2", not: null, of: [{ is: null }, { is: true, size: 1 }] },
      { name: "a", not: null, of: [{ is: null }, { is: false, size: 1 }] },
    ],
  );
});

for (const [value, pattern, other] of [
  ["12.50", /^\d+\.\d\d$/, "12.51"],
  ["9.99", /^\d+\.\d\d$/, "9.98"],
  ["2026-12-31", /^2026-12-[0-3][01]$/, "2026-12-30"],
  ["shop", /^[a-z]+$/, undefined],
] as const) {
  test(`${value} becomes ${other ?? "nothing else"} where it has to be like ${pattern}`, () => {
    assert.equal(variationsOf(value, (one) => pattern.test(String(one)))[0], other);
  });
}

test("the last digit of a number with a fraction is what may get lost", () => {
  assert.deepEqual(variationsOf(12.5, anything), [12.6]);
});

test("one more body differs wherever it may, in what is listed as well", () => {
  const body = { kind: "person", amount: "1.00", on: true, note: null };
  const fits = (one: unknown) => ["person", "firm"].includes((one as typeof body).kind);
  const choices = ([name]: readonly (string | number)[]) => (name === "kind" ? ["person", "firm"] : []);
  assert.deepEqual(variedEverywhere(body, fits, choices), {
    kind: "firm",
    amount: "1.01",
    on: false,
    note: null,
  });
  assert.deepEqual(
    variedEverywhere(body, fits, () => []),
    { ...body, amount: "1.01", on: false },
  );
});

test("an amount in cents becomes one that loses a cent where hundredths are cut off", () => {
  const isCents = (value: unknown) => Math.abs(Number(value) * 100 - Math.round(Number(value) * 100)) < 1e-6;
  const [other] = variationsOf({ of: 250 }, (value) => isCents((value as { of: number }).of));
  const { of } = other as { readonly of: number };
  assert.notEqual(Math.trunc(of * 100), Math.round(of * 100));
  assert.ok(isCents(of));
  const whole = variedEverywhere(
    { of: 250 },
    (value) => isCents((value as { of: number }).of),
    () => [],
  );
  assert.deepEqual(whole, { of });
  assert.deepEqual(
    variationsOf({ of: 250 }, (value) => Number.isInteger((value as { of: number }).of)),
    [{ of: 251 }],
  );
  assert.deepEqual(
    variationsOf({ of: 250 }, () => true),
    [{ of: 251 }],
    "it may have more digits",
  );
  const isHalf = (value: unknown) => Number.isInteger(2 * (value as { of: number }).of);
  assert.deepEqual(variationsOf({ of: 250 }, isHalf), [{ of: 250.5 }]);
  assert.deepEqual(
    variedEverywhere({ of: 250 }, isHalf, () => []),
    { of: 250.5 },
  );
});
