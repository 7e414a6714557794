import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { oneIn, proveAll, sampled } from "./extent.ts";

describe("the part of a list that is judged", () => {
  const names = ["REQUIRE_ALL", proveAll];
  const before = names.map((name) => [name, process.env[name]] as const);
  const list = Array.from({ length: 30 }, (_, index) => index);

  beforeEach(() => {
    for (const name of names) delete process.env[name];
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("is one in so many in CI, the first among them, and a quarter of that by hand", () => {
    assert.deepEqual(oneIn(3, list), [0, 12, 24]);
    process.env.REQUIRE_ALL = "1";
    assert.deepEqual(oneIn(3, list), [0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
    assert.deepEqual(oneIn(1, list), list);
    assert.deepEqual(oneIn(3, []), []);
  });

  it("is all of it in the proof, unless that judges the list by itself", () => {
    process.env[proveAll] = "1";
    assert.deepEqual(oneIn(3, list), list);
    assert.deepEqual(sampled(10, list), [0, 10, 20]);
  });
});
