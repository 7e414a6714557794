import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { needsChromium } from "../../conformance/report/external-testing.ts";
import { home, pages } from "./nav.ts";
import { type ServedSite, serveSite } from "./site-testing.ts";

const files = [home, ...Object.values(pages)].map(({ file }) => file);
const ours = files.filter((file) => file !== pages.reference.file);

/** Collects what a page asks for, without data: and blob:, which stay within it, and what goes wrong in it. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.push(message.text());
  });
  page.on("pageerror", (error) => seen.push(error.message));
  page.on("request", (request) => {
    if (!/^(?:data|blob):/.test(request.url())) seen.push(request.url());
  });
  return seen;
}

describe("each page in Chromium", needsChromium, () => {
  let site: ServedSite;
  before(async () => {
    site = await serveSite();
  });
  after(() => site?.close());

  for (const file of files) {
    test(`${file} works from a file and from a sub-path, asks for nothing else, and fits 360 pixels`, async () => {
      await site.on("about:blank", async (page) => {
        const seen = watch(page);
        for (const base of [site.folder, site.served]) {
          await page.goto(base + file);
          await page.mouse.wheel(0, 2000);
          await page.waitForTimeout(100);
          assert.deepEqual(seen.splice(0), [base + file]);
          assert.ok((await page.locator("h1").first().textContent())?.trim());
        }
        await page.setViewportSize({ width: 360, height: 740 });
        await page.waitForTimeout(100);
        const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
        assert.ok(width <= 360, `${width} pixels`);
      });
    });
  }

  for (const file of ours) {
    test(`${file} has no serious accessibility problem, light and dark, wide and narrow`, async () => {
      await site.on(site.served + file, async (page) => {
        await page.evaluate(axe.source);
        for (const [colorScheme, width] of [
          ["light", 1280],
          ["dark", 360],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          const { violations } = (await page.evaluate("axe.run()")) as axe.AxeResults;
          const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(
            serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
            [],
            colorScheme,
          );
        }
      });
    });
  }
});
