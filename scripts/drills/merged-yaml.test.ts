import assert from "node:assert/strict";
import { test } from "node:test";
import { mergedYaml } from "./merged-yaml.ts";

const text = `# A comment stays.
cards:
  required: [id]
  list:
    - id: a
      size: 1 # as does this one
    - id: b
`;

for (const [what, addition, expected] of [
  ["a member", "cards: { note: new }", "    - id: b\n  note: new\n"],
  ["an item of a list", "cards: { required: [id, name] }", "required: [id, name]"],
  [
    "a member of an item with the same id",
    "cards: { list: [{ id: b, size: 2 }] }",
    "    - id: b\n      size: 2\n",
  ],
  ["an item with another id", "cards: { list: [{ id: c }] }", "    - id: b\n    - id: c\n"],
  ["another value", "cards: { list: [{ id: a, size: 3 }] }", "size: 3"],
] as const) {
  test(`adds ${what}, once`, () => {
    const merged = mergedYaml(text, addition);
    assert.ok(merged.includes(expected), merged);
    assert.match(merged, /^# A comment stays\./);
    assert.equal(mergedYaml(merged, addition), merged, "what is there already changes nothing");
  });
}

test("a text that has it all stays byte for byte", () => {
  assert.equal(mergedYaml(text, "cards: { required: [id], list: [{ id: a }] }"), text);
});
