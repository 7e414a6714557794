import assert from "node:assert/strict";
import { test } from "node:test";
import { amountBeside, ExactNumber, hasLongNumber, parseExact, writeExact } from "./exact-json.ts";
import { jsonText } from "./json-text.ts";

const lossy = [
  "9223372036854775807",
  "-9223372036854775808",
  "9007199254740993",
  "18446744073709551615",
  "1234567890123456.78",
  "0.12345678901234567890",
  "9223372036854775807.5",
  "9.223372036854775807e18",
];
for (const digits of lossy) {
  test(`${digits} is read, shown and written with its digits`, () => {
    const value = parseExact(`{"limits": {"daily":${digits}}, "list": [${digits} , 1]}`);
    assert.deepEqual(value, {
      limits: { daily: new ExactNumber(digits) },
      list: [new ExactNumber(digits), 1],
    });
    assert.equal(writeExact(value), `{"limits":{"daily":${digits}},"list":[${digits},1]}`);
    assert.equal(jsonText(new ExactNumber(digits)), digits);
  });
}

test("what a double keeps is a number, however it is written", () => {
  const kept = ["0", "-1", "1e3", "9007199254740991", "9223372036854776000", "1.50000000000000000000"];
  for (const digits of kept)
    assert.deepEqual(parseExact(`[1234567890123456, ${digits}]`), [1234567890123456, Number(digits)]);
});

test("strings stay as they are, digits, quotes and all", () => {
  const text = JSON.stringify({
    "9223372036854775807": 'a "9223372036854775807" \\',
    b: "\\u0065xact:9223372036854775807",
  });
  assert.deepEqual(parseExact(text), JSON.parse(text));
  assert.equal(writeExact(parseExact(text)), text);
  const long = JSON.stringify(["x".repeat(1_000_000), "9223372036854775807"]);
  assert.deepEqual(parseExact(long), JSON.parse(long));
});

test("what is not JSON throws, and undefined is nothing to write", () => {
  assert.throws(() => parseExact("{9223372036854775807"), SyntaxError);
  assert.equal(writeExact(undefined), undefined);
  assert.ok(!hasLongNumber('{"daily":1500}'));
});

test("an amount beside another is one that every server holds, and never the same", () => {
  assert.equal(amountBeside(1500, -3), 1497);
  assert.equal(amountBeside(1000.5, 7), 1007);
  for (const amount of [
    new ExactNumber("9223372036854775807"),
    2 ** 63,
    new ExactNumber("9007199254740993"),
  ]) {
    const beside = [1, 2, 3].map((step) => amountBeside(amount, -step));
    assert.ok(beside.every(Number.isSafeInteger));
    assert.equal(new Set(beside).size, 3);
  }
});
