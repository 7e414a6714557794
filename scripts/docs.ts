/**
 * `npm run docs`: builds the published site into dist/docs/.
 *
 *     npm run docs                  write the site; open dist/docs/index.html
 *     npm run docs -- --out DIR     write it somewhere else
 *
 * Exit 1, and nothing is written, where generated/ is not what the description makes of it.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { staleLines } from "./generate.ts";
import { runIfStarted } from "./kit/program.ts";

const own = fileURLToPath(new URL("../dist/docs", import.meta.url));

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const stale = await staleLines();
  for (const line of stale) console.error(line);
  if (stale.length > 0) return 1;
  // Not before: the site is made of modules that read generated/ and fail on their own where it is stale.
  const [{ readMatrix }, { buildSite }] = await Promise.all([
    import("./docs/coverage.ts"),
    import("./docs/site.ts"),
  ]);
  const files = buildSite(readMatrix());
  // Only the default folder is emptied first; a folder given with --out may contain other files.
  if (values.out === undefined) rmSync(own, { recursive: true, force: true });
  const out = values.out ?? own;
  mkdirSync(out, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(out, name), text);
  console.log(`wrote ${files.size} files; open ${relative(process.cwd(), join(out, "index.html"))}`);
  return 0;
}

await runIfStarted(import.meta.url, main);
