import assert from "node:assert/strict";
import { test } from "node:test";
import { parseYaml } from "./yaml-file.ts";

test("reads what has no mistake, merge keys and aliases included", () => {
  const text = "a: &a { b: 1 }\nc: { <<: *a, d: 2020-01-01 }\n";
  assert.deepEqual(parseYaml(text, "x.yaml"), { a: { b: 1 }, c: { b: 1, d: "2020-01-01" } });
});

for (const [what, text, message] of [
  ["a tab as indentation", "a:\n  b: 1\n\tc: 2\n", "x.yaml:3:1: Tabs are not allowed as indentation"],
  ["a key that stands twice", "a:\n  b: 1\n  b: 2\n", "x.yaml:3:3: Map keys must be unique"],
  ["a quote that is not closed", 'a: 1\nb: "open\n', 'x.yaml:3:1: Missing closing "quote'],
  ["an alias without its anchor", "a:\n  - *b\n", "x.yaml:2:5: No anchor &b stands before *b"],
] as const) {
  test(`names the place of ${what}`, () => {
    assert.throws(() => parseYaml(text, "x.yaml"), { message });
  });
}
