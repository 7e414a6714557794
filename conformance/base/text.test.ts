import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileText } from "../report/testing.ts";
import { clip, duration, fit, literalPattern, oneLine, printable, wrap } from "./text.ts";

test("shows what has power over a terminal or can't be seen", () => {
  assert.equal(printable("a\u0000b\u001b[31mc\u007f"), "a␀b␛[31mc␡");
  assert.equal(printable("\u202eabc\u200b\ufffe"), "⟨U+202E⟩abc⟨U+200B⟩⟨U+FFFE⟩");
  assert.equal(printable("lone \ud800 pair 😀"), "lone ⟨U+D800⟩ pair 😀");
  assert.equal(printable("a\r\nb\rc\td"), "a\nb␍c\td");
});

test("leaves no control character of any kind", () => {
  assert.doesNotMatch(printable(hostileText).replaceAll("\n", "").replaceAll("\t", ""), /\p{C}/u);
  assert.doesNotMatch(oneLine(hostileText), /\p{C}/u);
});

test("clips and says how much is left out", () => {
  assert.equal(clip("abcdef", 6), "abcdef");
  assert.equal(clip("abcdef", 4), "abcd… (2 more characters)");
  assert.equal(clip("abc😀", 4), "abc… (2 more characters)");
  assert.equal(fit("abcdef", 4), "abc…");
});

test("wraps at words, and cuts a word that is too long", () => {
  assert.deepEqual(wrap("one two three four", 9), ["one two", "three", "four"]);
  assert.deepEqual(wrap("abcdefghijklmnopqrst", 9), ["abcdefghi", "jklmnopqr", "st"]);
  assert.deepEqual(wrap("a\nb", 9), ["a", "b"]);
  for (const line of wrap(oneLine(hostileText), 30)) assert.ok(line.length <= 30, line);
});

test("says durations as people do", () => {
  assert.deepEqual([0.4, 999, 12_340, 59_999, 200_000].map(duration), [
    "0 ms",
    "999 ms",
    "12.3 s",
    "60.0 s",
    "3 min 20 s",
  ]);
});

test("a pattern of a text matches it alone", () => {
  const text = "/v1/a.b*(c)+[d]{e}$^|\\?";
  assert.match(text, new RegExp(`^${literalPattern(text)}$`));
  assert.doesNotMatch("aXb", new RegExp(literalPattern("a.b")));
});
