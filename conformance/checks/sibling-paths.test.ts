import assert from "node:assert/strict";
import { test } from "node:test";
import { siblingPath } from "./sibling-paths.ts";

const signed = { signature: "S", timestamp: "T" };
const all = [
  { path: "/v1/card/{id}/freeze", signed },
  { path: "/v1/card/{id}/unfreeze", signed },
  { path: "/v1/card/{id}/history", signed: null },
  { path: "/v1/card/{id}/note/{noteId}", signed },
  { path: "/v1/rate", signed },
  { path: "/v1/day", signed },
];

test("what is done with an item is exchanged for something else that is signed, whatever is before the path", () => {
  assert.equal(siblingPath("/v1/card/CRD1/freeze", all), "/v1/card/CRD1/unfreeze");
  assert.equal(siblingPath("/prefix/v1/card/CRD1/unfreeze", all), "/prefix/v1/card/CRD1/freeze");
});

test("a path with no other beside it, of what is not signed or of no item, has none", () => {
  for (const path of ["/v1/card/CRD1/note/7", "/v1/card/CRD1/history", "/v1/rate", "/v1/card/CRD1"])
    assert.equal(siblingPath(path, all), null, path);
  assert.equal(siblingPath("/v1/card/CRD1/freeze", all.slice(1)), null);
});
