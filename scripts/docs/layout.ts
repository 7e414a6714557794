import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, type Markup, trusted } from "../../conformance/base/markup.ts";
import type { Heading } from "./markdown.ts";
import { home, navigation, type PageInfo } from "./nav.ts";

/** The parts of a page of the site. */
export interface Page {
  readonly info: PageInfo;
  /** The content below the title. */
  readonly content: Markup;
  /** Headings for the list beside the text; none on wide pages. */
  readonly headings: readonly Heading[];
}

/** Content shared by every page. */
export interface Site {
  /** Version of the package. */
  readonly version: string;
  /** Digest of the description, in hex. */
  readonly digest: string;
  /** The search index as JSON. */
  readonly searchIndex: string;
}

const asset = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8");

/** Colours and bar: the part of the style sheet that the reference uses too. */
export const barStyle: string = ["colours.css", "bar.css"].map(asset).join("\n");
const style = [
  barStyle,
  ...["text", "code", "search", "home", "rows", "print"].map((name) => asset(`${name}.css`)),
].join("\n");
const theme = asset("theme.js");
const script = ["page.js", "search.js", "filter.js"].map((name) => `{\n${asset(name)}}`).join("\n");

/**
 * A whole page. It loads nothing: styles and scripts are inline, allowed by their digests, and everything
 * else is forbidden, so that it works from a file or any server folder and reveals nothing about its reader.
 */
export function layout({ info, content, headings }: Page, site: Site): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(theme)} ${hash(script)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
${
  html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.file === home.file ? info.title : `${info.title} · ${home.title}`}</title>
<meta name="description" content="${info.about}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(logo.html)}">
<style>${trusted(style)}</style>
<script>${trusted(theme)}</script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
${bar(info, true)}
<div class="page${headings.length === 0 ? " wide" : ""}">
<main id="content">
<h1>${info.title}</h1>
<p class="lead">${info.about}</p>
${content}
</main>
${headings.length === 0 ? null : contents(headings)}
</div>
<footer class="foot">partner-card ${site.version} · made from the description ${site.digest.slice(0, 12)}</footer>
<script type="application/json" id="search-index">${trusted(site.searchIndex.replaceAll("<", "\\u003c"))}</script>
<script>${trusted(script)}</script>
</body>
</html>
`.html
}`;
}

/**
 * The bar at the top of every page.
 *
 * @param withTools - False on the reference, which has its own search and theme switch.
 */
export function bar(current: PageInfo, withTools: boolean): Markup {
  const links = navigation.map(
    ({ file, label }) =>
      html`<a href="${file}"${file === current.file ? trusted(' aria-current="page"') : null}>${label}</a>`,
  );
  return html`<header class="bar">
<a class="brand" href="${home.file}" aria-label="${home.title}, start">${logo}<span>${home.title}</span></a>
<nav aria-label="Pages">${links}</nav>
${withTools ? tools : null}
<details><summary aria-label="Menu">${icon("M3 5h18M3 12h18M3 19h18")}</summary><nav aria-label="Menu">${links}</nav></details>
</header>`;
}

function contents(headings: readonly Heading[]): Markup {
  const items = headings.map(
    ({ level, id, text }) =>
      html`<li${level > 2 ? trusted(' class="deeper"') : null}><a href="#${id}">${text}</a></li>`,
  );
  return html`<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav>`;
}

function icon(path: string): Markup {
  return trusted(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true"><path d="${path}"/></svg>`,
  );
}

const logo = trusted(
  '<svg class="logo" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true"><rect x="1.5" y="4.5" width="21" height="15" rx="3" fill="#4561db"/><path d="M1.5 9.5h21" stroke="#fff" stroke-width="2.2"/><path d="m7 15.2 1.8 1.6 3.4-3.6" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

const tools = html`<div class="search">
<input type="search" role="combobox" aria-label="Search" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" placeholder="Search, or press /">
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
</div>
<button type="button" id="theme" aria-label="Switch between light and dark">${icon("M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z")}</button>`;

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
