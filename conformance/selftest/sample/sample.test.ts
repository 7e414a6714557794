import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneIn } from "../../../src/testing/extent.ts";
import { idsWith } from "../verdicts.ts";
import { classes, type Mutant, mutantNamed } from "./draw.ts";
import { judge, judgeClean } from "./judge.ts";
import { pool } from "./pool.ts";
import { sampleClass, sizesOf } from "./sample.ts";

describe("the size of a sample", () => {
  for (const size of [0, 1, 7, 10, 200, 1000]) {
    it(`is ${size} over all classes`, () => {
      const sizes = sizesOf(size);
      assert.deepEqual([...sizes.keys()], [...classes]);
      assert.equal(
        [...sizes.values()].reduce((sum, count) => sum + count, 0),
        size,
      );
    });
  }
});

describe("a sample", () => {
  it("has another server in each place, and the same ones for the same seed", async () => {
    const drawn = async () => {
      const names: string[] = [];
      const note = async ({ name }: Mutant) => {
        names.push(name);
        return { failed: names.length === 1 ? ["a.check"] : [], isNamed: false };
      };
      return { share: await sampleClass("1", "plain", 4, pool, note), names };
    };
    const { share, names } = await drawn();
    assert.equal(new Set(names).size, 4);
    assert.deepEqual((await drawn()).names, names);
    assert.deepEqual([share.drawn, share.found, share.named], [4, 1, 0]);
    assert.deepEqual(
      share.missed.map(({ name }) => name),
      names.slice(1),
    );
  });

  it("accuses the conforming server of nothing", async () => {
    assert.deepEqual(idsWith(await judgeClean(), "failed"), []);
  });

  it("finds every fault without circumstances, by a check of its rule", async () => {
    const { drawn, found, named, missed } = await sampleClass("1", "plain", 1, pool, judge);
    assert.deepEqual([drawn, found, named], [1, 1, 1], missed.map(({ name }) => name).join());
  });

  // Ways in which a circumstance is met: spelled, walked, and waited for. A sample of npm run proof has more.
  for (const name of oneIn(6, [
    "mirror.key-truncated.put × content-type-charset",
    "card.cardHolder-type × cursor-again",
    "write.other-card.patch × two-seconds-after-write",
  ])) {
    it(`finds ${name}`, async () => {
      const { failed } = await judge(mutantNamed(name, pool));
      assert.notDeepEqual(failed, []);
    });
  }
});
