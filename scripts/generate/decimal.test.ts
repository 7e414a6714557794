import assert from "node:assert/strict";
import { test } from "node:test";
import { isDecimal } from "./decimal.ts";

const is = (pattern: string) => isDecimal({ type: "string", pattern });

test("a text is a decimal number by its pattern", () => {
  for (const pattern of [
    "^(0|[1-9][0-9]{0,6})\\.[0-9]{3}$",
    "^-?\\d+\\.\\d{2}$",
    "^\\d{1,9}[.]\\d\\d$",
    "^\\d+(\\.\\d{1,2})?$",
  ])
    assert.ok(is(pattern), pattern);
  for (const pattern of [
    "^\\d+$",
    "^\\d{2}\\.\\d{4}$",
    "^\\d+\\.\\d+$",
    "^[0-9]{1,3}(\\.[0-9]{3})*$",
    "^\\d+\\.\\d+\\.\\d+$",
    "^v\\d\\.\\d$",
    "^[a-z]\\.\\d$",
    "",
    "^\\d+.\\d$",
  ])
    assert.ok(!is(pattern), pattern);
  assert.ok(!isDecimal({ type: "string" }));
  assert.ok(!isDecimal({ type: "number", pattern: "^\\d+\\.\\d{2}$" }));
});
