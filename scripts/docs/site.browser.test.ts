import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium, skipWithoutChromium, watch } from "./browser.ts";
import { coverage } from "./coverage.ts";
import { home, pages } from "./nav.ts";
import { buildSite } from "./site.ts";

const files = [home, ...Object.values(pages)].map(({ file }) => file);
const ours = files.filter((file) => file !== pages.reference.file);
const prefix = "/some/sub-path/";

describe("the site in Chromium", { skip: skipWithoutChromium, concurrency: false }, () => {
  const site = buildSite(coverage());
  let browser: Browser;
  let folder: string;
  let server: Server;
  let served: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "partner-card-site-"));
    for (const [name, text] of site) writeFileSync(join(folder, name), text);
    server = createServer((request, response) => {
      const text = site.get((request.url ?? "").slice(prefix.length).split("?")[0] ?? "");
      response
        .writeHead(text === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
        .end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    served = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a page, hands it over, and closes it again. */
  async function on<T>(
    url: string,
    work: (page: Page) => Promise<T>,
    options: BrowserContextOptions = {},
  ): Promise<T> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(5000);
      await page.goto(url);
      return await work(page);
    } finally {
      await context.close();
    }
  }

  for (const file of files) {
    test(`${file} works from a file and from a sub-path, asks for nothing else, and fits 360 pixels`, async () => {
      await on("about:blank", async (page) => {
        for (const base of [`${pathToFileURL(folder).href}/`, served]) {
          const { seen, stop } = watch(page);
          await page.goto(base + file);
          await page.mouse.wheel(0, 2000);
          await page.waitForTimeout(100);
          assert.deepEqual(seen, { complaints: [], requests: [base + file] });
          assert.ok((await page.locator("h1").first().textContent())?.trim());
          stop();
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
      await on(served + file, async (page) => {
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

  test("the navigation leads to every page and marks the one that is open", async () => {
    await on(served + home.file, async (page) => {
      for (const { file, label, title } of Object.values(pages)) {
        await page.locator(".bar > nav").getByText(label, { exact: true }).click();
        await page.waitForURL((url) => url.pathname.endsWith(file));
        assert.equal(await page.locator('.bar > nav a[aria-current="page"]').textContent(), label);
        assert.ok((await page.title()).startsWith(title));
      }
    });
  });

  test("the menu of a small screen leads to every page", async () => {
    await on(
      served + home.file,
      async (page) => {
        await page.locator(".bar summary").click();
        await page.locator(".bar details nav").getByText(pages.signing.label).click();
        await page.waitForURL((url) => url.pathname.endsWith(pages.signing.file));
      },
      { viewport: { width: 360, height: 740 } },
    );
  });

  test("the search finds a rule from any page, by keyboard alone", async () => {
    await on(served + pages.client.file, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("timestamp stale");
      await page.locator("#found [role=option]").first().waitFor();
      assert.equal(
        await page.locator('#found [aria-selected="true"] strong').textContent(),
        "auth.timestamp.stale",
      );
      await page.keyboard.press("Enter");
      await page.waitForURL(/requirements\.html#auth\.timestamp\.stale$/);
      assert.ok(await page.locator('[id="auth.timestamp.stale"]').isVisible());
    });
  });

  test("the search says so when nothing is found, and Escape closes it", async () => {
    await on(served + home.file, async (page) => {
      await page.locator(".search input").fill("zzzz");
      assert.equal(await page.locator("#found").textContent(), "Nothing found.");
      await page.keyboard.press("Escape");
      assert.ok(!(await page.locator("#found").isVisible()));
    });
  });

  test("the search leads to an operation of the reference", async () => {
    await on(served + home.file, async (page) => {
      await page.locator(".search input").fill("update some limits");
      await page.keyboard.press("Enter");
      await page.waitForURL(/reference\.html#/);
      const heading = page.getByRole("heading", { name: "Update some limits of a card" });
      await heading.waitFor();
      await page.waitForTimeout(500);
      const box = await heading.boundingBox();
      assert.ok(box !== null && box.y > 50 && box.y < 500, `the heading is at ${box?.y}`);
    });
  });

  test("the reference has its own search and shows the samples of an operation", async () => {
    await on(served + pages.reference.file, async (page) => {
      const dialog = page.getByTestId("search-dialog");
      // The page is there before its script listens.
      while (!(await dialog.isVisible())) {
        await page.keyboard.press("Control+k");
        await page.waitForTimeout(100);
      }
      await dialog.locator("input").fill("replace");
      await dialog.getByText("the limits of a card").first().click();
      await page.waitForURL(/#\/cards\/replacecardlimits$/);
      await page.getByText("openssl dgst -sha256 -sign").first().waitFor();
    });
  });

  test("the filter keeps what fits, and a link to a hidden row shows it", async () => {
    await on(served + pages.requirements.file, async (page) => {
      const shown = () => page.locator(".row:visible").count();
      const all = await shown();
      await page.locator(".filter input[type=search]").fill("idempotency");
      const some = await shown();
      assert.ok(some > 5 && some < all / 4, `${some} of ${all}`);
      assert.equal(await page.locator(".filter output").textContent(), `${some} of ${all}`);
      await page.getByLabel("unspecified").uncheck();
      assert.ok((await shown()) < some);
      await page.evaluate('location.hash = "gap.events"');
      await page.locator('[id="gap.events"]').waitFor();
      assert.equal(await shown(), all);
    });
  });

  test("the choice of a theme holds on every page, the reference included", async () => {
    await on(served + home.file, async (page) => {
      const scheme = () => page.evaluate("getComputedStyle(document.documentElement).colorScheme");
      assert.equal(await scheme(), "light dark");
      await page.getByLabel("Switch between light and dark").click();
      assert.equal(await scheme(), "dark");
      for (const file of [pages.questions.file, pages.reference.file]) {
        await page.goto(served + file);
        assert.ok(await page.evaluate('document.documentElement.classList.contains("dark")'), file);
      }
    });
  });

  test("without scripts everything can be read", async () => {
    await on(
      served + pages.questions.file,
      async (page) => {
        assert.ok(await page.getByText("What does an invalid cursor get?").first().isVisible());
      },
      { javaScriptEnabled: false },
    );
  });

  test("on paper only the text is left", async () => {
    await on(served + pages.signing.file, async (page) => {
      await page.emulateMedia({ media: "print" });
      for (const part of [".bar", ".contents"]) assert.ok(!(await page.locator(part).isVisible()), part);
      assert.ok(await page.locator("h1").isVisible());
    });
  });
});
