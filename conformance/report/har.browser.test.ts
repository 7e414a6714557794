import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { launchChromium, needsChromium } from "./external-testing.ts";
import { toHar } from "./har.ts";
import { mixedRun } from "./testing.ts";

test("a browser answers requests from the HAR, without a network", needsChromium, async (t) => {
  const folder = temporaryFolder(t);
  const browser = await launchChromium();
  try {
    const file = join(folder, "run.har");
    writeFileSync(file, toHar(mixedRun()));
    const page = await browser.newPage();
    await page.routeFromHAR(file, { notFound: "abort" });
    const list = await page.goto("https://staging.example.com/v1/card?limit=2");
    assert.equal(list?.status(), 200);
    assert.deepEqual(await list?.json(), { cards: [{ id: "CRD1001" }], nextCursor: "b3BhcXVl" });
    const patched = await page.evaluate<string>(
      "fetch('/v1/card/CRD1042/limits', { method: 'PATCH', body: '{\"daily\":5001}' }).then((answer) => answer.text())",
    );
    assert.deepEqual(JSON.parse(patched), { id: "CRD1042", limits: { daily: 5001 } });
    await assert.rejects(page.goto("https://staging.example.com/v1/card?limit=3"));
  } finally {
    await browser.close();
  }
});
