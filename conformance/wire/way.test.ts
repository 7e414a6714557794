import assert from "node:assert/strict";
import { test } from "node:test";
import { isWanted, writeWay, writeWays } from "./way.ts";

test("what a server expects is no defect there, nor is what gives the same request", () => {
  for (const way of writeWays) {
    const { description, signed, signing } = way;
    if (signed === undefined && signing === undefined) continue;
    const alteration = {
      description,
      ...(signed === undefined ? {} : { signed }),
      ...(signing === undefined ? {} : { signing }),
    };
    assert.ok(isWanted(way, alteration), way.id);
    assert.ok(!isWanted(null, alteration), way.id);
  }
  // With the name of the hash left out as well, the hash of the hash is what that server expects.
  const unnamed = writeWay("hash.unnamed");
  assert.ok(isWanted(unnamed, { description: "", signing: { prehash: "bytes" } }));
  assert.ok(!isWanted(unnamed, { description: "", signing: { prehash: "hex" } }));
});
