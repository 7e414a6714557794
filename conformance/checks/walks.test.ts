import assert from "node:assert/strict";
import { test } from "node:test";
import { fullPage } from "./walks.ts";

test("a long list is walked in pages of which the last is full as well, where there are such", () => {
  assert.equal(fullPage(84), 42);
  assert.equal(fullPage(1000), 50);
  assert.equal(fullPage(137), 50, "a prime number of items");
});
