import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, patchExchange } from "../../wire/testing.ts";
import { operation } from "./testing.ts";
import { judgeWriteOnly, writeOnlyCheck } from "./write-only.ts";

const one = operation({ id: "updateCardLimits", method: "PATCH", writeOnlyFields: ["pin"] });
const write = patchExchange(1, {
  request: { ...patchExchange(1).request, body: JSON.stringify({ pin: "4711", name: "a" }) },
  status: 204,
});
const read = (body: unknown) => exchange({ operation: "listCards", body });
const kinds = (...log: Parameters<typeof judgeWriteOnly>[1]) =>
  judgeWriteOnly(one, log).map(({ kind }) => kind);

test("what is write-only is shown by no read, at any depth", () => {
  assert.deepEqual(kinds(write, read({ cards: [{ name: "a", pin: "****" }] })), ["held"]);
  assert.deepEqual(kinds(write, read({ cards: [{ of: { pin: "4711" } }] })), ["violated"]);
  assert.deepEqual(kinds(write, read({ name: "4711" })), ["held"], "it has another name");
  assert.doesNotMatch(JSON.stringify(judgeWriteOnly(one, [write, read({ pin: "4711" })])), /4711/);
});

test("nothing is told without a write, or a read after it", () => {
  assert.deepEqual(kinds(read({ pin: "4711" })), ["missing"]);
  assert.deepEqual(kinds(read({ pin: "4711" }), write), ["missing"]);
});

test("only a write with something that is write-only has this check", () => {
  assert.deepEqual(writeOnlyCheck(operation({ method: "PATCH" })), []);
  assert.deepEqual(writeOnlyCheck(operation({ writeOnlyFields: ["pin"] })), []);
});
