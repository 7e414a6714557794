/** Tests that carry out changes of CONTRIBUTING.md on one copy of the repository, one after the other. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { type Copy, copyRepository } from "./copy.ts";
import { carryOut, type WalkThrough } from "./walk-through.ts";

/** One test for each of these changes. */
export function testWalkThroughs(walkThroughs: readonly WalkThrough[]): void {
  const text = readFileSync(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
  // The types of other tests are looked at in this repository: without them that takes half the time.
  const copy = copyRepository((path) => path.endsWith(".test.ts") && !text.includes(path));
  after(copy.remove);
  for (const walkThrough of walkThroughs) {
    test(walkThrough.title, async (t) => {
      // The next change begins where this one did.
      t.after(() => copy.command("bash", "-euc", "git reset --quiet --hard && git clean --quiet --force -d"));
      // In a repository where the change has been made, there is nothing left to carry out.
      if (!(await carryOut(copy, walkThrough))) return t.diagnostic("made already");
      // `npm test` does this as well; what has not changed was looked at in this repository.
      const args = ["check", "--no-errors-on-unmatched", "--files-ignore-unknown=true"];
      const { status, output } = await copy.command(
        "node_modules/.bin/biome",
        ...args,
        ...(await changedFiles(copy)),
      );
      assert.equal(status, 0, output);
    });
  }
}

/** The files that differ from what was committed before the change, new ones included. */
async function changedFiles({ command }: Copy): Promise<string[]> {
  const changed = await command("git", "diff", "--name-only", "--diff-filter=d", "HEAD");
  const added = await command("git", "ls-files", "--others", "--exclude-standard");
  const files = (changed.output + added.output).split("\n").filter((name) => name !== "");
  assert.ok(files.length > 0, "something has changed");
  return files;
}
