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
