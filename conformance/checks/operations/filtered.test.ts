import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { judgeFiltered } from "./filtered.ts";
import { operation } from "./testing.ts";

const one = operation({ paginated: operations.listCards.paginated });
const filter = { pointer: "/state", values: ["open", "closed"] };
const a = { id: "CRD1", state: "open" };
const b = { id: "CRD2", state: "closed" };
const c = { id: "CRD3", state: "open" };
const judged = (shown: readonly unknown[], seenElse: Partial<Parameters<typeof judgeFiltered>[2]> = {}) => {
  const before = seenElse.before ?? [a, b, c];
  const seen = { before, shown, after: before, pages: ["1"], ...seenElse };
  const fact = judgeFiltered(one, { name: "state", filter, value: "open" }, seen);
  return fact.kind === "violated" ? fact.received : fact.kind;
};

test("what a filter leaves are the items with its value: no other, and each of them", () => {
  assert.equal(judged([a, c]), "held");
  assert.equal(judged([a, b, c]), "an item with closed");
  assert.equal(judged([a, { id: "CRD3" }]), "an item with nothing");
  assert.equal(judged([a]), "no CRD3");
  assert.equal(judged([], { before: [b] }), "held", "nothing has the value");
});

test("an item that has changed meanwhile, or stands on a page that was not read, is missed by nobody", () => {
  assert.equal(judged([a], { after: [a, b, { ...c, state: "closed" }] }), "held");
  assert.equal(judged([a], { after: [a, b] }), "held");
  assert.equal(judged([a], { pages: Array.from({ length: 10 }, String) }), "held");
});
