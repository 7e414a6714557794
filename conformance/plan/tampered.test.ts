import assert from "node:assert/strict";
import { test } from "node:test";
import { tampered } from "./tampered.ts";
import { encodings } from "./testing.ts";

for (const [name, make, decode] of encodings) {
  test(`${name}: one character changes, and what is decoded is another value`, () => {
    for (let time = 0; time < 2000; time += 1) {
      const text = make();
      const changed = tampered(text);
      assert.equal(changed.length, text.length);
      assert.equal([...changed].filter((character, at) => character !== text[at]).length, 1, text);
      assert.notEqual(decode(changed), decode(text), `${text} and ${changed}`);
    }
  });
}

test("where it can, it changes a single bit", () => {
  for (const text of ["a", "f", "g", "z", "A", "F", "G", "Z", "0", "9"]) {
    const apart = tampered(text).charCodeAt(0) ^ text.charCodeAt(0);
    assert.equal(apart & (apart - 1), 0, text);
  }
});

test("text without a letter or a digit is changed too", () => {
  for (const text of ["-", "--", "~~~~"]) assert.notEqual(tampered(text), text);
});
