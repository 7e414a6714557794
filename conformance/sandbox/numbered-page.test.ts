import assert from "node:assert/strict";
import { test } from "node:test";
import type { Listing } from "../../generated/operations.ts";
import { numberedPage } from "./page.ts";

const size = { parameter: "size", default: 2 };
const listed = (numbered?: Listing["numbered"]): Listing => ({
  ...{ items: "/things", id: null },
  ...(numbered && { numbered }),
});
const shown = (listing: Listing, query: string) =>
  numberedPage(["a", "b", "c", "d", "e"], listing, new URLSearchParams(query)).join("");

test("a page with a number holds as many items as it should, and those of its turn", () => {
  const pages = listed({ parameter: "page", counts: "pages", first: 1, size });
  assert.deepEqual(
    ["", "page=2", "page=3", "page=4"].map((query) => shown(pages, query)),
    ["ab", "cd", "e", ""],
  );
  assert.equal(shown(pages, "page=2&size=3"), "de");
  const offset = listed({ parameter: "offset", counts: "items", first: 0, size });
  assert.deepEqual(
    ["", "offset=1", "offset=4"].map((query) => shown(offset, query)),
    ["ab", "bc", "e"],
  );
  const unsized = listed({ parameter: "page", counts: "pages", first: 0, size: null });
  assert.deepEqual(
    ["", "page=1"].map((query) => shown(unsized, query)),
    ["abcde", ""],
  );
  assert.equal(shown(listed(), "page=2"), "abcde", "a list without numbers");
});
