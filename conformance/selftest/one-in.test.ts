import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { oneIn, proveAll } from "./one-in.ts";

describe("the part of a list that is judged", () => {
  const before = process.env[proveAll];
  const restore = (value: string | undefined) => {
    if (value === undefined) delete process.env[proveAll];
    else process.env[proveAll] = value;
  };
  beforeEach(() => restore(undefined));
  afterEach(() => restore(before));

  it("is one in so many, the first among them", () => {
    assert.deepEqual(oneIn(3, [0, 1, 2, 3, 4, 5, 6]), [0, 3, 6]);
    assert.deepEqual(oneIn(3, []), []);
  });

  it("is all of it in the proof", () => {
    process.env[proveAll] = "1";
    assert.deepEqual(oneIn(3, [0, 1, 2, 3]), [0, 1, 2, 3]);
  });
});
