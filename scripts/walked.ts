/**
 * `npm run walked`: carries out every change that CONTRIBUTING.md walks through, one after the other on one copy of the
 * repository, and runs `npm test` there. It takes as long as a clean checkout does, some minutes.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { copyRepository } from "./drills/copy.ts";
import { carryOut, walkThroughs } from "./drills/walk-through.ts";
import { runIfStarted } from "./program.ts";

const identity = "-c user.name=Test -c user.email=test@example.com";

await runIfStarted(import.meta.url, async () => {
  const copy = copyRepository();
  try {
    for (const walkThrough of walkThroughs) {
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
