import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { needsChromium } from "../../conformance/report/external-testing.ts";
import { home, navigation, pages } from "./nav.ts";
import { type ServedSite, serveSite } from "./site-testing.ts";

describe("finding one's way in Chromium", needsChromium, () => {
  let site: ServedSite;
  before(async () => {
    site = await serveSite();
  });
  after(() => site?.close());

  test("the navigation leads to every page and marks the one that is open", async () => {
    await site.on(site.served + home.file, async (page) => {
      for (const { file, label, title } of navigation) {
        await page.locator(".bar > nav").getByText(label, { exact: true }).click();
        await page.waitForURL((url) => url.pathname.endsWith(file));
        assert.equal(await page.locator('.bar > nav a[aria-current="page"]').textContent(), label);
        assert.ok((await page.title()).startsWith(title));
      }
    });
  });

  test("the menu of a small screen leads to every page", async () => {
    await site.on(
      site.served + home.file,
      async (page) => {
        await page.locator(".bar summary").click();
        await page.locator(".bar details nav").getByText("Signing").click();
        await page.waitForURL((url) => url.pathname.endsWith("signing.html"));
      },
      { viewport: { width: 360, height: 740 } },
    );
  });

  test("the search finds a rule from any page, by keyboard alone", async () => {
    await site.on(`${site.served}client.html`, async (page) => {
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

  test("the search has room at every width", async () => {
    await site.on(site.served + home.file, async (page) => {
      for (const width of [1400, 1280, 1150, 1000, 800, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const box = await page.locator(".search input").boundingBox();
        assert.ok(box !== null && box.width > 140, `${box?.width} pixels of ${width}`);
      }
    });
  });

  test("the search says so when nothing is found, and Escape closes it", async () => {
    await site.on(site.served + home.file, async (page) => {
      await page.locator(".search input").fill("zzzz");
      assert.equal(await page.locator("#found").textContent(), "Nothing found.");
      await page.keyboard.press("Escape");
      assert.ok(!(await page.locator("#found").isVisible()));
    });
  });

  test("the search leads to an operation of the reference", async () => {
    await site.on(site.served + home.file, async (page) => {
      await page.locator(".search input").fill("update some limits");
      await page.keyboard.press("Enter");
      await page.waitForURL(/reference\.html#/);
      const heading = page.getByRole("heading", { name: "Update some limits of a card" });
      await heading.waitFor();
      const inView = async () => {
        const box = await heading.boundingBox();
        return box !== null && box.y > 50 && box.y < 500;
      };
      for (let tries = 0; tries < 50 && !(await inView()); tries++) await page.waitForTimeout(100);
      assert.ok(await inView(), "the reference scrolls to the heading of the operation");
    });
  });

  test("the reference has its own search and shows the samples of an operation", async () => {
    await site.on(site.served + pages.reference.file, async (page) => {
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
    await site.on(site.served + pages.requirements.file, async (page) => {
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
    await site.on(site.served + home.file, async (page) => {
      const scheme = () => page.evaluate("getComputedStyle(document.documentElement).colorScheme");
      assert.equal(await scheme(), "light dark");
      await page.getByLabel("Switch between light and dark").click();
      assert.equal(await scheme(), "dark");
      for (const file of [pages.questions.file, pages.reference.file]) {
        await page.goto(site.served + file);
        assert.ok(await page.evaluate('document.documentElement.classList.contains("dark")'), file);
      }
    });
  });

  test("without scripts everything can be read", async () => {
    await site.on(
      site.served + pages.questions.file,
      async (page) => {
        assert.ok(await page.getByText("What does an invalid cursor get?").first().isVisible());
      },
      { javaScriptEnabled: false },
    );
  });

  test("on paper only the text is left", async () => {
    await site.on(`${site.served}signing.html`, async (page) => {
      await page.emulateMedia({ media: "print" });
      for (const part of [".bar", ".contents"]) assert.ok(!(await page.locator(part).isVisible()), part);
      assert.ok(await page.locator("h1").isVisible());
    });
  });
});
