import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { writeOperations } from "../write-form.ts";
import { contents } from "./content.ts";
import { planHistories } from "./plan.ts";
import { inWords, neededBy } from "./step.ts";

const seeds = Array.from({ length: 50 }, (_, seed) => seed);

describe("the drawn histories", () => {
  it("are the same for the same seed, and others for another", () => {
    const words = (seed: number) => planHistories(seed, writeOperations).map(inWords);
    assert.deepEqual(words(1), words(1));
    assert.equal(new Set(seeds.map((seed) => words(seed).join())).size, seeds.length);
  });

  it("stay the same over versions: a seed repeats a run", () => {
    const [first = []] = planHistories(1, writeOperations);
    assert.equal(
      inWords(first),
      "PUT A; PUT with the body of A under a new key; PATCH C; PATCH with the body of C under a new key; PUT E; PUT F without X-Service-Signature; A again; A again; B again; PATCH G; PATCH H with a token that was never issued; C again; C again; PATCH I with one limit that is a word",
    );
  });

  it("have twelve steps or a few more, and refer only to what was sent before", () => {
    for (const history of seeds.flatMap((seed) => planHistories(seed, writeOperations))) {
      assert.ok(history.length >= 12 && history.length <= 24, inWords(history));
      const sent = new Set<string>();
      for (const step of history) {
        const needed = neededBy(step);
        assert.ok(needed === null || sent.has(needed), inWords(history));
        if ("name" in step) {
          assert.ok(!sent.has(step.name), "each write has a name of its own");
          sent.add(step.name);
        }
      }
    }
  });

  for (const operations of [writeOperations, ...writeOperations.map((one) => [one])]) {
    it(`hold every sequence of weight, for ${operations.join(" and ")}`, () => {
      for (const seed of seeds) {
        const words = planHistories(seed, operations).map(inWords);
        const has = (pattern: RegExp) =>
          assert.ok(
            words.some((one) => pattern.test(one)),
            `${pattern} of seed ${seed}: ${words.join("\n")}`,
          );
        has(/(?:PATCH|PUT) (\w); \1 again(;|$)/);
        has(/(?:PATCH|PUT) (\w);.*(PATCH|PUT) \w without.*\b\1 again(;|$).*\b\1 again(;|$)/);
        has(/(?:PATCH|PUT) (\w);(.*(?:PATCH|PUT) \w;){4}.*\b\1 again(;|$)/);
        has(/(?:PATCH|PUT) (\w);.*2.5 seconds;.*\b\1 again(;|$)/);
        has(/(?:PATCH|PUT) (\w);.*\b\1 again; 2.5 seconds(;|$)/);
        has(/(?:PATCH|PUT) (\w);.*another token;.*\b\1 again(;|$)/);
        has(/(?:PATCH|PUT) (\w);.*with the body of \1 under a new key/);
        has(/(?:PATCH|PUT) (\w);.*under the key of \1/);
        has(/(?:PATCH|PUT) (\w) signed by a key that is not the partner's; \1 again(;|$)/);
        has(/(?:PATCH|PUT) (\w) with one limit that is a text; \w+ \w under the key of \1/);
        has(/(?:PATCH|PUT) (\w) with the amount 0;.*\b\1 again(;|$)/);
        for (const content of Object.values(contents)) has(new RegExp(`with ${content}`));
        has(/(?:PATCH|PUT) (\w); \1 again at the same time/);
        has(
          /(?:PATCH|PUT) (\w); .*with one limit that is a text; .*under the key of \w; (?:PATCH|PUT) \w; \1 again/,
        );
        has(/\b(\w) again, signed by a key that is not the partner's;.*\b\1 again(;|$)/);
        has(/with new values of all limits but the usual one at the same time/);
        has(/(?:PATCH|PUT) \w, with a timestamp 60 seconds old(;|$)/);
        has(/(?:PATCH|PUT) \w; (?:PATCH|PUT) \w with a token that was never issued at the same time/);
        for (const defect of ["without Authorization", "never issued", "without X-Service-Signature"]) {
          has(new RegExp(`again, .*${defect}`));
        }
      }
    });
  }
});
