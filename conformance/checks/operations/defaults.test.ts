import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultsCheck, judgeDefaults } from "./defaults.ts";
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

test("an object that has the default may have more", () => {
  const one = operation({ method: "POST", bodyDefaults: { "/span": { from: null } } }).row;
  const facts = (span: object) =>
    judgeDefaults(one, [{ asked: {}, shown: { span }, exchange: "x0" }]).map(({ kind }) => kind);
  assert.deepEqual(facts({ from: null, until: null }), []);
  assert.deepEqual(facts({ from: "2026-01-01", until: null }), ["violated"]);
});

test("only what creates or replaces something has this check", () => {
  const has = (change: Parameters<typeof operation>[0]) => {
    const one = operation({ ...change, requirement: "list.request", bodyDefaults: { "/size": 3 } });
    return defaultsCheck(one).length > 0;
  };
  assert.ok(has({ method: "PUT" }));
  assert.ok(has({ method: "POST", responses: { "201": null } }));
  assert.ok(!has({ method: "POST", responses: { "200": null } }), "it may change a part");
  assert.ok(!has({ method: "PATCH" }));
  assert.deepEqual(defaultsCheck(operation({ method: "PUT" })), []);
});
