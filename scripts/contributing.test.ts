/** Each change that CONTRIBUTING.md walks through is carried out on a copy of the repository. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { copyRepository } from "./drills/copy.ts";
import { carryOut, walkThroughs } from "./drills/walk-through.ts";

test("there are six changes", () => {
  assert.equal(walkThroughs.length, 6);
});

for (const walkThrough of walkThroughs) {
  test(walkThrough.title, async (t) => {
    const copy = copyRepository();
    t.after(copy.remove);
    // In a repository where the change has been made, there is nothing left to carry out.
    if (!(await carryOut(copy, walkThrough))) return t.diagnostic("made already");
    // `npm test` begins with this.
    const { status, output } = await copy.command("node_modules/.bin/biome", "check", ".");
    assert.equal(status, 0, output);
  });
}
