import assert from "node:assert/strict";
import { test } from "node:test";
import { fenced, inline, toMarkdown } from "./markdown.ts";
import { checkEvent, heldBackRun, hostileText, mixedRun, runLog, runOf } from "./testing.ts";

test("begins with what the run comes to", () => {
  assert.match(toMarkdown(mixedRun()), /^## ❌ Partner Card API: Suite fault\n/);
  assert.match(toMarkdown(runLog([checkEvent("a", "passed")])), /^## ✅ Partner Card API: Conforms\n/);
  assert.match(toMarkdown({ ...runLog([]), end: null }), /^## ⚠️ .*: Incomplete\n[^#]*cut short/);
});

test("what holds back checks stands before the table of sections, the checks folded", () => {
  const text = toMarkdown(heldBackRun());
  assert.match(text, /^## ⚠️ Partner Card API: Can't say: PATCH [^\n]+ was never accepted\n/);
  const [before = "", after = ""] = text.split("| Section |");
  assert.match(before, /^\*\*\? 4 checks held back: PATCH/m);
  assert.match(before, /received +HTTP 403[^\n]+\nbody +\{"message":"bad signature"\}\n```/);
  assert.match(
    before,
    /<details><summary>4 checks held back<\/summary>\n\nwrite\.accepted\.patch, timestamp\.stale/,
  );
  assert.match(after, /<summary>1 other check inconclusive<\/summary>\n\n- list\.limit\.default: needs/);
  assert.equal(text.split("timestamp.stale.patch").length, 2, "named once");
});

test("nothing of a text is left for Markdown, HTML or GitHub to act on", () => {
  const text = inline(hostileText, 10_000);
  assert.doesNotMatch(text, /[<>|`*_[\]~@\\{}!$^]/);
  assert.doesNotMatch(text.replace(/&#\d+;/g, ""), /[&#]|:\S|www\./);
  assert.equal(inline("a|b: c"), "a&#124;b: c");
  assert.equal(inline("http://a.example :bug:"), "http&#58;//a.example &#58;bug&#58;");
});

test("no backticks in a block can end it", () => {
  assert.equal(fenced("a ```` b"), "`````text\na ```` b\n`````");
  assert.equal(fenced("a"), "```text\na\n```");
});

test("tables keep their columns whatever a server sends", () => {
  const rows = toMarkdown(runOf(hostileText))
    .split("\n")
    .filter((line) => line.startsWith("|"));
  assert.ok(rows.length > 4);
  for (const line of rows) assert.match(line, /^\|( [^|]* \|){3,7}$/);
});

test("fits into a comment, and counts what is left out", () => {
  for (const log of [runOf("| `long` ".repeat(125_000)), manyFailures()]) {
    const text = toMarkdown(log);
    assert.ok(text.length <= 60_000, `${text.length} characters`);
  }
  assert.match(toMarkdown(manyFailures()), /_\d+ parts of this report left out for its size/);
});

function manyFailures() {
  return runLog(Array.from({ length: 500 }, (_, index) => checkEvent(`check.${index}`, "failed")));
}
