import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { operation } from "./testing.ts";
import { isUnsaid, judgeUnsaid } from "./unsaid-effect.ts";

const changes = { operation: "listThings", parameter: "id", id: "/id", target: "/status" };
const block = operation({ id: "block", method: "POST", path: "/v1/thing/{id}/block", changes });
const sent = exchange({ status: 204 });
const elsewhere = { exchange: sent, change: { place: "listThings T2", seen: "was 1, is 2" } };

test("an effect is unsaid where neither a body nor the answer shows it", () => {
  assert.ok(isUnsaid(block.row));
  assert.ok(!isUnsaid({ ...block.row, mediaType: "application/json" }));
  assert.ok(!isUnsaid({ ...block.row, responses: { "200": "Card" } }));
  assert.ok(!isUnsaid({ ...block.row, changes: null }));
});

test("the item in the path has to change, and not another one instead", () => {
  const kind = (...given: Parameters<typeof judgeUnsaid>) => judgeUnsaid(...given).kind;
  assert.equal(kind(block, [sent, sent], null, true), "held");
  assert.equal(kind(block, [sent], null, true), "missing", "somebody else may have changed it once");
  assert.equal(kind(block, [], null, true), "missing", "it may have been so before");
  assert.equal(kind(block, [], elsewhere, true), "violated");
  assert.equal(kind(block, [], elsewhere, false), "missing", "others change it as well");
  assert.equal(kind(block, [sent, sent], elsewhere, true), "held", "what goes with it may change, too");
});
