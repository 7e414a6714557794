import assert from "node:assert/strict";
import { test } from "node:test";
import { html, inline, raw, slug } from "./html.ts";

test("values are escaped in text and in attributes", () => {
  const value = `<b>"&'`;
  assert.equal(
    html`<p title="${value}">${value}</p>`.html,
    '<p title="&lt;b&gt;&quot;&amp;&#39;">&lt;b&gt;&quot;&amp;&#39;</p>',
  );
});

test("HTML stands as it is, lists are joined, nothing is left out", () => {
  assert.equal(html`${raw("<i>")}${[html`<b>${1}</b>`, null, undefined, "x"]}`.html, "<i><b>1</b>x");
});

test("backticks become code, and what is in them is escaped", () => {
  assert.equal(inline("`a<b` and `c`").html, "<code>a&lt;b</code> and <code>c</code>");
});

test("an anchor has no character that a URL would have to escape", () => {
  assert.equal(slug("Endpoints / PATCH /v1/card/{id}/limits"), "endpoints-patch-v1-card-id-limits");
  assert.equal(slug("  What's new? "), "what-s-new");
});
