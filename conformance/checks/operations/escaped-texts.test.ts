import assert from "node:assert/strict";
import { test } from "node:test";
import { escapedTexts, isEscaped } from "./escaped-texts.ts";
import { judgeGiven } from "./given-values.ts";
import { operation } from "./testing.ts";

const given = (...all: readonly (readonly [asked: unknown, shown: unknown])[]) =>
  all.map(([asked, shown], index) => ({
    ...{ asked: { note: asked }, shown: { note: shown }, exchange: `x${index}` },
  }));

test("a text with entities of HTML in place of its characters is told", () => {
  const all = given(["R&D", "R&amp;D"], ["a", "a"], ["R&D", "R&amp;D"]);
  const [fact] = judgeGiven(operation({ method: "PATCH" }).row, all, false);
  assert.ok(fact?.kind === "violated");
  assert.deepEqual([fact.expected, fact.received, fact.exchanges], [["R&D"], "R&amp;D", ["x0", "x2"]]);
});

test("it is told of no text that is kept, is another one, or had the entities in it", () => {
  assert.deepEqual(escapedTexts(given(["R&D", "R&amp;D"], ["R&D", "R&D"])), []);
  assert.deepEqual(escapedTexts(given(["R&D", "RD"], ["R&amp;D", "R&amp;D"], ["R&D", 7])), []);
  assert.ok(isEscaped("&lt;b&gt; &#39;x&#x27; &quot;", "<b> 'x' \""));
  assert.ok(!isEscaped("&bold;", "bold"));
});
