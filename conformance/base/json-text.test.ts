import assert from "node:assert/strict";
import { test } from "node:test";
import { ExactNumber } from "./exact-json.ts";
import { jsonText } from "./json-text.ts";

test("objects with the same members have the same text, in whichever order these came", () => {
  assert.equal(jsonText({ b: [{ d: 1, c: null }], a: "x" }), '{"a":"x","b":[{"c":null,"d":1}]}');
  assert.equal(jsonText({ a: "x", b: [{ c: null, d: 1 }] }), jsonText({ b: [{ d: 1, c: null }], a: "x" }));
});

test("the items of a list stay in their order, and long numbers keep their digits", () => {
  assert.equal(jsonText([2, 1, new ExactNumber("9223372036854775807")]), "[2,1,9223372036854775807]");
});

test("what is no JSON has a text as well", () => {
  assert.equal(jsonText(undefined), "nothing");
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  assert.equal(jsonText(deep), "[nested too deeply to show]");
});
