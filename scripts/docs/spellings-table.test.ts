import assert from "node:assert/strict";
import { test } from "node:test";
import { html } from "../../conformance/base/markup.ts";
import { drawnSpellings } from "../../conformance/checks/read-spellings.ts";
import { builtSite } from "./built-site-testing.ts";

test("the guide shows every spelling that is drawn, with what a case calls it", () => {
  const guide = builtSite().get("conformance.html") ?? "";
  const table = guide.slice(guide.indexOf('id="spellings-of-a-request"'));
  for (const { dimension, value, when, basis, expectation } of drawnSpellings) {
    const cells = [
      html`<code>${`${dimension}=${value}`}</code>`,
      html`${when}`,
      html`${basis}`,
      html`${expectation}`,
    ];
    assert.ok(table.includes(cells.map((cell) => `<td>${cell.html}</td>`).join("")), `${dimension}=${value}`);
  }
});
