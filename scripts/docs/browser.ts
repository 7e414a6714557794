/** A real browser for tests of the site. */
import { existsSync } from "node:fs";
import { type Browser, type ConsoleMessage, chromium, type Page, type Request } from "playwright-core";

const places = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Path of an installed Chromium, or undefined. */
export const chromiumPath: string | undefined = places.find(
  (place) => place !== undefined && existsSync(place),
);

/**
 * What a test that needs Chromium passes as `skip`: the reason where there is none. With REQUIRE_ALL=1 it is
 * never skipped, so that it fails instead.
 */
export const skipWithoutChromium: string | false =
  chromiumPath !== undefined || process.env.REQUIRE_ALL === "1"
    ? false
    : "Chromium is not installed; set CHROMIUM to its path";

/** Starts Chromium with everything off that would talk to anyone by itself. */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error("Chromium is not installed, and REQUIRE_ALL=1 asks for it");
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
      ...["--disable-background-networking", "--disable-component-update"],
    ],
  });
}

/** What went wrong on a page while it was watched. */
export interface Watched {
  /** Errors and warnings of the console, and uncaught exceptions. */
  readonly complaints: readonly string[];
  /** Addresses asked for, without data: and blob:, which stay within the page. */
  readonly requests: readonly string[];
}

/**
 * Watches a page from now on.
 *
 * @returns What is seen so far, growing, and how to end it.
 */
export function watch(page: Page): { readonly seen: Watched; stop(): void } {
  const complaints: string[] = [];
  const requests: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  };
  const onError = (error: Error) => {
    complaints.push(error.message);
  };
  const onRequest = (request: Request) => {
    if (!/^(?:data|blob):/.test(request.url())) requests.push(request.url());
  };
  page.on("console", onConsole).on("pageerror", onError).on("request", onRequest);
  return {
    seen: { complaints, requests },
    stop: () => {
      page.off("console", onConsole).off("pageerror", onError).off("request", onRequest);
    },
  };
}
