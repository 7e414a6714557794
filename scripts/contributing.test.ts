/** Each change that CONTRIBUTING.md walks through is carried out on a copy of the repository. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { copyRepository } from "./drills/copy.ts";
import { carryOut, walkThroughs } from "./drills/walk-through.ts";

test("there are three changes", () => {
  assert.deepEqual(
    walkThroughs.map(({ title }) => title),
    [
      "A new field in a card",
      "A new paginated operation and a new signed one",
      "A field that gets another name",
    ],
  );
});

for (const walkThrough of walkThroughs) {
  test(walkThrough.title, async (t) => {
    const copy = copyRepository();
    t.after(copy.remove);
    await carryOut(copy, walkThrough);
    const { output } = await copy.command("git", "status", "--porcelain", "src/");
    assert.equal(output.trim(), "", "no line of the client is changed by hand");
  });
}
