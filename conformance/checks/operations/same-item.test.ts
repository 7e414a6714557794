import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../wire/testing.ts";
import { judgeSame } from "./same-item.ts";
import { operation } from "./testing.ts";

const one = operation({ id: "getThing", path: "/v1/thing/{id}" });
const item = (daily: number) => ({ id: "T1", limits: { daily } });
const judged = (before: unknown, shown: object, after: unknown = before, status = 200) =>
  judgeSame(one, ["/limits"], { before, exchange: exchange({ status, body: shown }), after }).kind;

test("a part that writes change is the same in a list and in a read of the item", () => {
  assert.equal(judged(item(1), item(1)), "held");
  assert.equal(judged(item(1), item(2)), "violated");
  assert.equal(judged(item(1), { id: "T1" }), "held", "a read need not show it");
});

test("an item that changes meanwhile, or is not there, says nothing", () => {
  assert.equal(judged(item(1), item(1), item(2)), "missing");
  assert.equal(judged(undefined, item(1)), "missing");
  assert.equal(judged(item(1), item(1), item(1), 404), "missing");
});
