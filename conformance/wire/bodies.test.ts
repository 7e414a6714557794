import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { type Bodies, createBodies } from "./bodies.ts";

const folder = temporaryFolder();

/** Bodies of which only the first 40,000 bytes of large ones stay in memory. */
function few(test: (bodies: Bodies) => void): void {
  const bodies = createBodies({ memoryBytes: 40_000, folder });
  try {
    test(bodies);
  } finally {
    bodies.close();
  }
}

const body = (size: number, fill: string) => Buffer.alloc(size, fill);

test("what is kept comes back as it was, from memory and from the file, in any order and again", () => {
  few((bodies) => {
    const given = [..."abcdefgh"].map((letter, index) => body(20_000 + index, letter));
    const kept = given.map((one) => bodies.keep(one));
    for (const index of [7, 0, 3, 3, 5, 1, 6, 2, 4, 7]) {
      assert.ok(kept[index]?.().equals(given[index] ?? Buffer.alloc(0)), String(index));
    }
    assert.equal(kept[0]?.(), given[0]);
    assert.notEqual(kept[7]?.(), given[7]);
  });
});

test("what the file holds is not in memory, and small bodies are never in the file", () => {
  few((bodies) => {
    const first = bodies.keep(body(40_000, "a"));
    const second = bodies.keep(body(16_385, "b"));
    const small = body(16_384, "c");
    const third = bodies.keep(small);
    bodies.close();
    assert.equal(first().length, 40_000);
    assert.equal(third(), small);
    assert.throws(second);
  });
});

test("the file has no name from the beginning, so that nothing is left of it however the process ends", {
  skip: process.platform === "win32",
}, () => {
  few((bodies) => {
    const kept = bodies.keep(body(50_000, "a"));
    assert.equal(kept().length, 50_000);
    assert.deepEqual(readdirSync(folder), []);
  });
});

test("where there is no room on the disk, bodies stay in memory", () => {
  const bodies = createBodies({ memoryBytes: 0, folder: join(folder, "nowhere") });
  const given = body(50_000, "a");
  assert.equal(bodies.keep(given)(), given);
  bodies.close();
});
