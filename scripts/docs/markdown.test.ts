import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMarkdown, slug, textOf } from "./markdown.ts";

test("headings get anchors, and those of level 2 and 3 are listed", () => {
  const { html, headings } = renderMarkdown("# One\n\n## The `two` of *us*\n\n### Three\n\n#### Four\n");
  assert.deepEqual(headings, [
    { level: 2, id: "the-two-of-us", text: "The two of us" },
    { level: 3, id: "three", text: "Three" },
  ]);
  assert.ok(
    html.includes(
      '<h2 id="the-two-of-us"><a class="anchor" href="#the-two-of-us">The <code>two</code> of <em>us</em></a></h2>',
    ),
  );
});

test("two headings cannot share an anchor", () => {
  assert.throws(() => renderMarkdown("## Same\n\n## Same\n"), /two headings are called "Same"/);
});

test("code is coloured by its first word, can be reached by keyboard, and its markup is escaped", () => {
  const { html } = renderMarkdown("```ts no-run\nconst a: Array<string> = [];\n```\n");
  assert.match(
    html,
    /<pre tabindex="0"><code><span class="keyword">const<\/span> <span class="constant">a<\/span>.*Array.*&lt;.*string.*&gt;/,
  );
});

test("a table scrolls in a box of its own, with headers for its columns", () => {
  const { html } = renderMarkdown("| a | b |\n|---|---|\n| `1` | 2 |\n");
  assert.match(html, /<div class="scroll"[^>]*><table>\n<thead>\n<tr>\n<th scope="col">a<\/th>/);
  assert.match(html, /<td><code>1<\/code><\/td>/);
});

test("text for the search has neither tags nor code blocks", () => {
  const { html } = renderMarkdown("A *b* & `c`.\n\n```sh\ncurl\n```\n");
  assert.equal(textOf(html), "A b & c .");
});

test("an anchor has no character that a URL would have to escape", () => {
  assert.equal(slug("Endpoints / PATCH /v5/dog/{id}/name"), "endpoints-patch-v5-dog-id-name");
  assert.equal(slug("  What's new? "), "what-s-new");
});
