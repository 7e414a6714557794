/**
 * `npm run walked`: carries out changes that CONTRIBUTING.md walks through, one after the other on one copy of the
 * repository, and runs `npm test` there. It takes as long as a clean checkout does, some minutes.
 *
 *     npm run walked                  all of them
 *     npm run walked -- WORD…         those whose title contains a word
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { copyRepository } from "./drills/copy.ts";
import { carryOut, walkThroughs } from "./drills/walk-through.ts";
import { runIfStarted } from "./kit/program.ts";

const identity = "-c user.name=Test -c user.email=test@example.com";

await runIfStarted(import.meta.url, async () => {
  const words = process.argv.slice(2);
  const chosen = walkThroughs.filter(
    ({ title }) => words.length === 0 || words.some((word) => title.includes(word)),
  );
  if (chosen.length === 0) {
    const titles = walkThroughs.map(({ title }) => `"${title}"`).join(", ");
    throw new Error(`no change is called ${words.join(" ")}; see ${titles}`);
  }
  const copy = copyRepository();
  try {
    for (const walkThrough of chosen) {
      const isMade = await carryOut(copy, walkThrough);
      console.log(`${walkThrough.title}: ${isMade ? "carried out" : "made already"}`);
      // Each of them begins with a commit of its own.
      rmSync(join(copy.folder, ".git"), { recursive: true, force: true });
    }
    // The packages of this repository are another folder's, which tests of the package would notice.
    rmSync(join(copy.folder, "node_modules"));
    const whole = `git init --quiet && git add . && git ${identity} commit --quiet --message Walked && npm ci && npm test`;
    return spawnSync("bash", ["-euc", whole], { cwd: copy.folder, stdio: "inherit" }).status ?? 1;
  } finally {
    copy.remove();
  }
});
