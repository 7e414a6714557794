import assert from "node:assert/strict";
import { test } from "node:test";
import { html, prose } from "./markup.ts";

test("a template escapes what is put into it, at any depth", () => {
  const inner = html`<b>${"<i>"}</b>`;
  assert.equal(
    html`<p title="${'"><'}">${[inner, ["&"]]}${null}${7}</p>`.html,
    '<p title="&quot;&gt;&lt;"><b>&lt;i&gt;</b>&amp;7</p>',
  );
});

test("backticks in a sentence set off code, and nothing else", () => {
  assert.equal(prose("a `<b>` c `d").html, "a <code>&lt;b&gt;</code> c `d");
});
