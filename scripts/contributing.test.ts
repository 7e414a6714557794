/** Each change that CONTRIBUTING.md walks through is carried out on a copy of the repository. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Copy, copyRepository } from "./drills/copy.ts";
import { carryOut, walkThroughs } from "./drills/walk-through.ts";

/** The files that differ from what was committed before the change, new ones included. */
async function changedFiles({ command }: Copy): Promise<string[]> {
  const changed = await command("git", "diff", "--name-only", "--diff-filter=d", "HEAD");
  const added = await command("git", "ls-files", "--others", "--exclude-standard");
  const files = (changed.output + added.output).split("\n").filter((name) => name !== "");
  assert.ok(files.length > 0, "something has changed");
  return files;
}

test("there are six changes", () => {
  assert.equal(walkThroughs.length, 6);
});

for (const walkThrough of walkThroughs) {
  test(walkThrough.title, async (t) => {
    const copy = copyRepository();
    t.after(copy.remove);
    // In a repository where the change has been made, there is nothing left to carry out.
    if (!(await carryOut(copy, walkThrough))) return t.diagnostic("made already");
    // `npm test` begins with this; what has not changed was looked at in this repository.
    const args = ["check", "--no-errors-on-unmatched", "--files-ignore-unknown=true"];
    const { status, output } = await copy.command(
      "node_modules/.bin/biome",
      ...args,
      ...(await changedFiles(copy)),
    );
    assert.equal(status, 0, output);
  });
}
