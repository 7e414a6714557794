import assert from "node:assert/strict";
import { test } from "node:test";
import { clientRequirements } from "../../generated/requirements.ts";
import { coverage } from "./coverage.ts";
import { requirementsPage } from "./requirements-page.ts";

test("every rule for clients stands on the page of requirements, with its basis and what judges it", () => {
  const page = requirementsPage(coverage(null)).html;
  assert.ok(clientRequirements.length > 0);
  for (const { id, basis } of clientRequirements) {
    const [row = ""] = new RegExp(`<article class="row" id="${id}"[\\s\\S]*?</article>`).exec(page) ?? [];
    assert.match(row, new RegExp(`data-kind="${basis}"`), id);
    assert.ok(row.includes(`client, ${basis}`) && row.includes(`Checked by <code>${id}</code>`), id);
  }
});
