import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { judgeSeveral, twoToAsk } from "./several-values.ts";
import { operation } from "./testing.ts";

const one = operation({ paginated: operations.listCards.paginated });
const named = { name: "marks", filter: { pointer: "/marks", values: null, isText: false } };
const a = { id: "CRD1", marks: ["new"] };
const b = { id: "CRD2", marks: ["old"] };
const both = { id: "CRD3", marks: ["new", "old"] };
const other = { id: "CRD4", marks: ["lost"] };
const all = [a, b, both, other];
const judged = (
  shown: readonly unknown[],
  seen: { after?: readonly unknown[]; pages?: readonly string[] } = {},
) => {
  const fact = judgeSeveral(one, named, ["new", "old"], {
    before: all,
    shown,
    after: all,
    pages: ["1"],
    ...seen,
  });
  return fact.kind === "violated" ? fact.received : fact.kind;
};

test("two values of a filter leave what has either, or what has both", () => {
  assert.equal(judged([a, b, both]), "held");
  assert.equal(judged([both]), "held");
  assert.equal(judged([]), "no CRD3", "which has both");
  assert.equal(judged([a, both]), "CRD1, and no CRD2", "only the first value was looked at");
  assert.equal(judged([a, b]), "CRD1, and no CRD3");
  assert.equal(judged(all), "CRD4");
});

test("what has gone meanwhile, or stands on a page that was not read, is missed by nobody", () => {
  assert.equal(judged([a, both], { after: [a, both, other] }), "held");
  assert.equal(judged([a, both], { pages: Array.from({ length: 10 }, String) }), "held");
});

test("what has another value meanwhile is missed by nobody, and of single values either is meant", () => {
  const lost = { id: "CRD1", marks: ["lost"] };
  assert.equal(judged([b, both], { after: [lost, b, both, other] }), "held");
  const single = ["new", "old"].map((mark, index) => ({ id: `CRD${index}`, marks: mark }));
  const fact = judgeSeveral(one, named, ["new", "old"], {
    before: single,
    shown: [],
    after: single,
    pages: [],
  });
  assert.equal(fact.kind, "violated");
});

test("asked for are two values of which some item has only the one, and some only the other", () => {
  assert.deepEqual(twoToAsk(named, ["lost", "new", "old"], [a, b, both]), ["new", "old"]);
  assert.equal(twoToAsk(named, ["new", "old"], [a, both]), null);
});
