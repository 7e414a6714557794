import assert from "node:assert/strict";
import { test } from "node:test";
import { hostileText } from "../testing.ts";
import { anchor } from "./anchor.ts";

test("an anchor is of letters and a few signs, and no two ids share one", () => {
  assert.equal(anchor("check", "auth.signature-bad"), "check-auth.signature-bad");
  const ids = ["a b", "a-b", "a_b", "a\u0000b", "a", "a".repeat(300), "a".repeat(301), hostileText];
  const anchors = ids.map((id) => anchor("check", id));
  assert.equal(new Set(anchors).size, ids.length);
  for (const one of anchors) assert.match(one, /^check-[\w.-]{1,170}$/);
});
