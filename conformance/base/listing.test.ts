import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { listingOf } from "./listing.ts";

test("a list has its items in pages, or all at once", () => {
  const { paginated } = operations.listCards;
  assert.equal(listingOf({ paginated }), paginated);
  const listing = { items: "/things", id: null };
  assert.equal(listingOf({ paginated: null, listing }), listing);
  assert.equal(listingOf({ paginated: null }), null);
});
