/**
 * `npm run docs`: builds the published site into dist/docs/.
 *
 *     npm run docs                  write the site; open dist/docs/index.html
 *     npm run docs -- --out DIR     write it somewhere else
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readMatrix } from "./docs/coverage.ts";
import { buildSite } from "./docs/site.ts";
import { runIfStarted } from "./program.ts";

const own = fileURLToPath(new URL("../dist/docs", import.meta.url));

function main(): void {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const files = buildSite(readMatrix());
  // Only the default folder is emptied first; a folder given with --out may contain other files.
  if (values.out === undefined) rmSync(own, { recursive: true, force: true });
  const out = values.out ?? own;
  mkdirSync(out, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(out, name), text);
  console.log(`wrote ${files.size} files; open ${relative(process.cwd(), join(out, "index.html"))}`);
}

await runIfStarted(import.meta.url, main);
