/**
 * Carries out changes that CONTRIBUTING.md walks through, each on a copy, and runs `npm test` there.
 *
 *     tsx scripts/drill.ts [WORD…]     those whose title contains a word; all by default
 *
 * Takes as long as `npm test` for each. Exits 1 if a test fails.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { copyRepository } from "./drills/copy.ts";
import { carryOut, walkThroughs } from "./drills/walk-through.ts";
import { runIfStarted } from "./program.ts";

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const chosen = walkThroughs.filter(
    ({ title }) => words.length === 0 || words.some((word) => title.includes(word)),
  );
  if (chosen.length === 0)
    throw new Error(
      `no change is called ${words.join(" ")}; see ${walkThroughs.map(({ title }) => `"${title}"`).join(", ")}`,
    );
  let failed = 0;
  for (const walkThrough of chosen) {
    const copy = copyRepository();
    try {
      await carryOut(copy, walkThrough);
      // A link to the packages of this repository would be part of what is tested.
      rmSync(join(copy.folder, "node_modules"));
      await copy.command("npm", "ci");
      const { status, output } = await copy.command("npm", "test");
      const summary = output.split("\n").filter((line) => /^(✖|ℹ (tests|pass|fail|skipped) )/.test(line));
      console.log(`${walkThrough.title}: ${status === 0 ? "green" : "red"}\n${summary.join("\n")}`);
      if (status !== 0) failed += 1;
    } finally {
      copy.remove();
    }
  }
  return failed === 0 ? 0 : 1;
}

await runIfStarted(import.meta.url, main);
