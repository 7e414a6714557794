import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { html, trusted } from "../../conformance/base/markup.ts";
import { type Document, resolve } from "../generate/document.ts";
import { inTemporaryFolder } from "../kit/temporary-folder.ts";
import { redocly } from "../redocly/run.ts";
import { annotated } from "./annotate.ts";
import { bar, barStyle } from "./layout.ts";
import { home, pages } from "./nav.ts";
import { curlSample } from "./sample-curl.ts";
import type { SampleRequest } from "./sample-request.ts";
import { typescriptSample } from "./sample-typescript.ts";

/** A server in a description: its address may have variables. */
interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** Servers with the defaults of their variables: Redoc would treat a variable as a path on the reader's machine. */
function shownServers(servers: readonly Server[] = []): Server[] {
  return servers.map(({ url, description = "", variables = {} }) => ({
    url: url.replace(/\{([^{}]+)\}/g, (found, name: string) => variables[name]?.default ?? found),
    description,
  }));
}

/** Height of the bar of the site in pixels; Redoc keeps its own columns below it. */
const barHeight = 56;

/** What Redoc would load from its vendor: its logo, in two sizes. */
const logos = ["https://cdn.redoc.ly/redoc/logo-mini-full.svg", "https://cdn.redoc.ly/redoc/logo-mini.svg"];

const attribution =
  "<svg xmlns='http://www.w3.org/2000/svg' width='46' height='14'><text y='11' font-family='sans-serif' font-size='12' font-weight='600' fill='#5f7bef'>Redocly</text></svg>";

/**
 * The API reference, rendered by Redocly as one page that loads nothing from elsewhere.
 *
 * @throws Error with Redocly's message when it cannot render, or when its page has changed so that external
 *   requests cannot be removed.
 */
export function referencePage(description: Document, requests: readonly SampleRequest[]): string {
  const { servers } = description as { servers?: readonly Server[] };
  const document = { ...annotated(description), servers: shownServers(servers) };
  for (const request of requests) {
    const { path, method } = request.operation;
    const item = resolve(document, document.paths[path] ?? {}) as Record<string, object>;
    Object.assign(item[method.toLowerCase()] as object, { "x-codeSamples": codeSamples(request) });
  }
  return seal(render(document));
}

/** How an operation is called with curl and with the client, in the format that Redoc reads. */
export function codeSamples(request: SampleRequest): { lang: string; label: string; source: string }[] {
  return [
    { lang: "sh", label: "curl", source: curlSample(request) },
    { lang: "ts", label: "TypeScript", source: typescriptSample(request) },
  ];
}

function render(document: object): string {
  return inTemporaryFolder((folder) => {
    const file = (name: string) => join(folder, name);
    writeFileSync(file("openapi.json"), JSON.stringify(document));
    writeFileSync(file("page.hbs"), template);
    const run = redocly([
      ...["build-docs", file("openapi.json"), "--inlineBundle"],
      ...["--output", file("reference.html"), "--template", file("page.hbs")],
      ...[`--openapi.scrollYOffset=${barHeight}`, "--openapi.schemasExpansionLevel=2"],
    ]);
    if (run.status !== 0) throw new Error(`Redocly cannot render the reference:\n${run.stderr}`);
    return readFileSync(file("reference.html"), "utf8");
  });
}

/** Removes the two images that Redoc would load; the policy of the page forbids everything else. */
function seal(page: string): string {
  let sealed = page;
  for (const logo of logos) {
    if (!sealed.includes(logo)) {
      throw new Error(
        `Redoc no longer loads ${logo}; look what it loads instead, and correct scripts/docs/reference.ts`,
      );
    }
    sealed = sealed.replaceAll(logo, `data:image/svg+xml,${encodeURIComponent(attribution)}`);
  }
  if (!sealed.includes('"disableTelemetry":true')) {
    throw new Error("Redoc would report on its readers; check that redocly.yaml says telemetry: off");
  }
  return sealed;
}

/** Redoc creates styles and a search worker at run time; it may access nothing outside its own page. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "worker-src blob:",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const template: string = `<!doctype html>
${
  html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${pages.reference.title} · ${home.title}</title>
<meta name="description" content="${pages.reference.about}">
<link rel="icon" href="data:,">
<style>${trusted(barStyle)}
html:root { --link-color-primary: var(--accent); }
body { margin: 0; }</style>
{{{redocHead}}}
</head>
<body>
${bar(pages.reference, false)}
{{{redocHTML}}}
</body>
</html>
`.html
}`;
