/** The site in a folder and on a server, with a browser to view it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "../../conformance/report/external-testing.ts";
import { listenOnLoopback } from "../../src/testing/loopback.ts";
import { builtSite } from "./built-site-testing.ts";

/** The site as a reader sees it. */
export interface ServedSite {
  /** file: address of the folder, with a trailing slash. */
  readonly folder: string;
  /** Loopback address with a sub-path and a trailing slash. */
  readonly served: string;
  /** Opens an address, passes the page to `work`, and closes it. */
  on<T>(url: string, work: (page: Page) => Promise<T>, options?: BrowserContextOptions): Promise<T>;
  close(): Promise<void>;
}

const prefix = "/some/sub-path/";

/** Builds the site, serves it below a sub-path, and starts Chromium. */
export async function serveSite(): Promise<ServedSite> {
  const site = builtSite();
  const folder = mkdtempSync(join(tmpdir(), "partner-card-site-"));
  for (const [name, text] of site) writeFileSync(join(folder, name), text);
  const server = createServer((request, response) => {
    const text = site.get((request.url ?? "").slice(prefix.length).split("?")[0] ?? "");
    response
      .writeHead(text === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
      .end(text);
  });
  const port = await listenOnLoopback(server);
  const browser = await launchChromium();
  return {
    folder: `${pathToFileURL(folder).href}/`,
    served: `http://127.0.0.1:${port}${prefix}`,
    async on(url, work, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      try {
        const page = await context.newPage();
        // Long, since many tests run beside.
        page.setDefaultTimeout(60_000);
        await page.goto(url);
        return await work(page);
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
