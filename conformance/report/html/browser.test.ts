import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { api } from "../../../generated/operations.ts";
import { temporaryFolder } from "../../../src/testing/temporary-folder.ts";
import { inWords } from "../../base/seconds.ts";
import { launchChromium, needsChromium } from "../external-testing.ts";
import type { RunLog } from "../log.ts";
import { heldBackRun, hostileText, mixedRun, runOf } from "../testing.ts";
import { toHtml } from "./page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// As texts, since this package is not compiled for browsers and knows none of their types.
const unfold = "for (const fold of document.querySelectorAll('details')) fold.open = true";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describe("the HTML report in a browser", needsChromium, () => {
  const folder = temporaryFolder();
  let browser: Browser;

  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());

  /** Opens a report and fails when it asks for anything, says anything on the console or opens a dialog. */
  async function withReport(
    log: RunLog,
    context: BrowserContextOptions,
    use: (page: Page, url: string) => Promise<void>,
  ): Promise<void> {
    const file = join(folder, "report.html");
    writeFileSync(file, toHtml(log));
    const url = pathToFileURL(file).href;
    const open = await browser.newContext(context);
    const page = await open.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    page.on("request", (request) => {
      if (!request.url().startsWith(url)) complaints.push(request.url());
    });
    await page.goto(url);
    await use(page, url);
    assert.deepEqual(complaints, []);
    await open.close();
  }

  test("server data does nothing and asks for nothing", async () => {
    await withReport(runOf(hostileText), {}, async (page) => {
      await page.evaluate(unfold);
      assert.equal(await page.evaluate(() => "broken" in globalThis), false);
      assert.equal(await page.locator("img, iframe, object, link, base, form").count(), 0);
      assert.equal(await page.locator("script").count(), 1);
      assert.equal(await page.locator("style").count(), 1);
      assert.ok(
        (await page.locator(".message").first().textContent())?.includes("<script>globalThis.broken"),
      );
    });
  });

  test("the policy would refuse a script that got in", async () => {
    const evil = toHtml(mixedRun()).replace(
      "</main>",
      "<script>globalThis.broken = 1</script><img src=x></main>",
    );
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on("console", (message) => refused.push(message.text()));
    const file = join(folder, "evil.html");
    writeFileSync(file, evil);
    await page.goto(pathToFileURL(file).href);
    assert.equal(await page.evaluate(() => "broken" in globalThis), false);
    assert.equal(refused.filter((text) => text.includes("Content Security Policy")).length, 2);
    await page.close();
  });

  // Colours go by the scheme and the layout by the width, so that two pages show all four.
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    test(`has no axe violation (${colorScheme}, ${width} px)`, async () => {
      for (const log of [mixedRun(), heldBackRun(), runOf(hostileText), { ...mixedRun(), end: null }]) {
        await withReport(log, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
          await page.evaluate(unfold);
          await page.evaluate(axe);
          const violations = await page.evaluate<Violation[]>(
            "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)",
          );
          const description = violations.map(
            ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
          );
          assert.deepEqual(description, []);
        });
      }
    });
  }

  test("never scrolls sideways, however long a word", async () => {
    const long = "x".repeat(1_000_000);
    for (const log of [mixedRun(), runOf(hostileText), runOf(long)]) {
      await withReport(log, { viewport: { width: 360, height: 800 } }, async (page) => {
        await page.evaluate(unfold);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
      });
    }
  });

  test("can be read without JavaScript, and offers nothing then that would need it", async () => {
    await withReport(mixedRun(), { javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator("#tools").isVisible(), false);
      assert.equal(await page.locator(".copy").count(), 0);
      assert.ok(await page.getByText("A request with a timestamp 400 seconds old was accepted.").isVisible());
      const fold = page.locator("#check-list\\.passed");
      assert.equal(await fold.locator(".message").isVisible(), false);
      await fold.locator("summary").first().press("Enter");
      assert.ok(await fold.locator(".message").isVisible());
    });
  });

  test("filters by verdict and by words, and says how many are left", async () => {
    await withReport(mixedRun(), {}, async (page) => {
      const shown = () => page.locator("article.check:visible").count();
      assert.equal(await shown(), 8);
      await page.getByRole("button", { name: "failed" }).click();
      assert.equal(await shown(), 2);
      assert.equal(await page.locator("#told").textContent(), "2 of 8 checks");
      await page.keyboard.press("/");
      await page.keyboard.type(`STALE ${inWords(api.timestampWindowSeconds)}`);
      assert.equal(await shown(), 1);
      await page.keyboard.type(" nowhere");
      assert.equal(await shown(), 0);
      assert.ok(await page.locator("#nothing").isVisible());
      await page.keyboard.press("Escape");
      assert.equal(await shown(), 8);
    });
  });

  test("a link to a check opens it, also where a filter hides it", async () => {
    await withReport(mixedRun(), {}, async (page, url) => {
      await page.getByRole("button", { name: "failed" }).click();
      await page.evaluate("location.hash = '#check-list.passed'");
      const check = page.locator("#check-list\\.passed");
      await check.locator(".message").waitFor({ state: "visible" });
      await page.goto("about:blank");
      await page.goto(`${url}#exchange-x2`);
      assert.ok(await page.locator("#exchange-x2 .sides").isVisible());
    });
  });

  test("what holds back checks stands first, and leads to them and to what shows it", async () => {
    await withReport(heldBackRun(), {}, async (page) => {
      const title = await page.locator("h1").textContent();
      assert.equal(title, "Can't say: PATCH /v1/card/{id}/limits was never accepted");
      const [first] = await page.locator("main > section > h2").allInnerTexts();
      assert.equal(first, "Held back");
      const cause = page.locator("#held-back .cause");
      assert.match((await cause.locator("h3").innerText()) ?? "", /4 checks\s+PATCH .* never accepted: 403/);
      const link = cause.getByRole("link", { name: "A walk meets every card once" }).nth(1);
      assert.equal(await link.isVisible(), false);
      await cause.getByText("4 checks held back").click();
      await link.click();
      await page.locator("#check-timestamp\\.stale\\.patch .message").waitFor({ state: "visible" });
      await page.evaluate("location.hash = '#exchange-x2'");
      await cause.locator("#exchange-x2 .sides").waitFor({ state: "visible" });
      await page.getByRole("button", { name: "passed" }).click();
      assert.equal(await page.locator("#held-back").isVisible(), false);
    });
    const { end: _end, ...log } = heldBackRun();
    const failed = { ...log, checks: [...log.checks, ...mixedRun().checks.slice(1, 2)], end: null };
    await withReport(failed, {}, async (page) => {
      const titles = await page.locator("main > section > h2").allInnerTexts();
      assert.deepEqual(titles.slice(0, 2), ["Failures first", "Held back"]);
    });
  });

  test("can be used by keyboard alone", async () => {
    await withReport(mixedRun(), {}, async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the results");
      const summary = page.locator("#check-list\\.observed summary").first();
      await summary.focus();
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      assert.equal(outline, "solid");
      await page.keyboard.press("Space");
      assert.ok(await page.locator("#check-list\\.observed .message").isVisible());
    });
  });

  test("marks the place in the body that a pointer points at", async () => {
    await withReport(mixedRun(), {}, async (page) => {
      const marked = await page.locator("#exchange-x2 mark").allInnerTexts();
      assert.deepEqual(
        marked.map((text) => text.trim()),
        ['"daily": 5001'],
      );
    });
  });

  test("prints in black on white, without what only a screen can use", async () => {
    await withReport(mixedRun(), { colorScheme: "dark" }, async (page) => {
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator("#tools").isVisible(), false);
      assert.equal(await page.locator("nav").isVisible(), false);
      const style = "getComputedStyle(document.body)";
      const [text, ground] = await page.evaluate<string[]>(`[${style}.color, ${style}.backgroundColor]`);
      assert.deepEqual([text, ground], ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
      assert.ok((await page.pdf()).length > 10_000);
    });
  });
});
