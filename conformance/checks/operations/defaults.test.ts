import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeDefaults } from "./defaults.ts";
import { operation } from "./testing.ts";

const { row } = operation({ method: "POST", bodyDefaults: { "/size": 3, "/to/retries": 0 } });
const told = (...writes: readonly (readonly [asked: unknown, shown: unknown])[]) =>
  judgeDefaults(
    row,
    writes.map(([asked, shown], index) => ({ asked, shown, exchange: `x${index}` })),
  ).map((fact) => (fact.kind === "violated" ? `${fact.pointer} ${fact.received}` : fact.kind));

test("what a body leaves out has its default", () => {
  assert.deepEqual(told([{}, { size: 3 }]), []);
  assert.deepEqual(told([{}, { size: 1 }]), ["/size 1"]);
  assert.deepEqual(told([{ size: 1 }, { size: 1 }]), [], "it was asked for");
  assert.deepEqual(told([{}, {}]), [], "it is not shown");
  assert.deepEqual(told([{}, { size: "***" }]), [], "it is hidden");
  assert.deepEqual(told([{}, { size: 1 }], [{}, { size: 3 }]), [], "once it was so");
});

test("within an object it has it where the object is there", () => {
  assert.deepEqual(told([{ size: 1, to: { at: 2 } }, { to: { at: 2, retries: 5 } }]), ["/to/retries 5"]);
  assert.deepEqual(told([{ size: 1 }, { to: { at: 2, retries: 5 } }]), []);
});
