import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { classes, draw, mutantNamed } from "./draw.ts";
import { pool } from "./pool.ts";
import { randomAt } from "./random.ts";

const namesOf = (seed: string) =>
  classes.flatMap((group) => Array.from({ length: 30 }, (_, number) => draw(seed, group, number, pool).name));

describe("a draw", () => {
  it("is the same for the same seed, and another one for another", () => {
    assert.deepEqual(namesOf("1"), namesOf("1"));
    assert.notDeepEqual(namesOf("1"), namesOf("2"));
  });

  it("has as many circumstances as its class says, of different kinds, which one operation can meet", () => {
    for (const [most, group] of classes.entries()) {
      for (let number = 0; number < 50; number += 1) {
        const { circumstances } = draw("1", group, number, pool);
        assert.equal(circumstances.length, most);
        assert.equal(new Set(circumstances.map(({ kind }) => kind)).size, most);
        const fitting = Object.values(operations).filter((one) =>
          circumstances.every(({ isFor }) => isFor(one)),
        );
        assert.ok(fitting.length > 0);
      }
    }
  });

  it("reaches every rule, however many faults others have", () => {
    const [first] = pool.candidates;
    assert.ok(first !== undefined);
    const many = Array.from({ length: 99 }, (_, index) => ({ ...first, name: `many-${index}`, breaks: "a" }));
    const uneven = { ...pool, candidates: [...many, { ...first, name: "single", breaks: "b" }] };
    const singles = Array.from({ length: 200 }, (_, number) => draw("1", "plain", number, uneven)).filter(
      ({ name }) => name === "single",
    );
    assert.ok(singles.length > 60, String(singles.length));
  });

  it("is found again by its name", () => {
    for (const group of classes) {
      const mutant = draw("1", group, 0, pool);
      assert.deepEqual(mutantNamed(mutant.name, pool), mutant);
    }
    assert.throws(() => mutantNamed("no-fault × accept-any", pool), { message: /there is no "no-fault"/ });
  });

  it("has names of its own for everything that is drawn from", () => {
    const names = [...pool.candidates, ...pool.circumstances].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });
});

describe("a random number", () => {
  it("depends on the place only", () => {
    const numbers = (...names: string[]) => {
      const { next } = randomAt(...names);
      return [next(), next(), next()];
    };
    assert.deepEqual(numbers("1", "a"), numbers("1", "a"));
    assert.notDeepEqual(numbers("1", "a"), numbers("1", "b"));
    assert.equal(new Set(numbers("1", "a")).size, 3);
  });

  it("is spread over its range", () => {
    const { next, pick } = randomAt("spread");
    const tenths = Array.from({ length: 1000 }, () => Math.floor(next() * 10));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const count = tenths.filter((one) => one === tenth).length;
      assert.ok(count > 60 && count < 140, `${count} in tenth ${tenth}`);
    }
    assert.throws(() => pick([]), RangeError);
  });
});
