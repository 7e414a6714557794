import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../../generated/operations.ts";
import { requirements } from "../../../generated/requirements.ts";
import { isWrite } from "../../wire/is-write.ts";
import { checks } from "../index.ts";
import type { Check } from "./check.ts";
import { operationsOf, unjudgedOperations } from "./judged.ts";

const check = (details: Partial<Check>): Check => ({
  id: "a.b",
  title: "t",
  requirements: ["no.such"],
  access: "read",
  stage: "request",
  run: async () => [],
  ...details,
});

test("a check judges the operations that it names, otherwise those of its main requirement", () => {
  const row = requirements.find((one) => one.operations.length === 1);
  assert.ok(row);
  assert.deepEqual(operationsOf(check({ requirements: [row.id] })), row.operations);
  assert.deepEqual(operationsOf(check({ requirements: [row.id], operations: ["another"] })), ["another"]);
  assert.deepEqual(operationsOf(check({})), []);
});

test("of a rule on reading and writing, a check judges the reading", () => {
  const row = requirements.find(
    ({ operations: all }) => all.some(isWrite) && all.some((operation) => !isWrite(operation)),
  );
  assert.ok(row);
  const judged = operationsOf(check({ requirements: [row.id] }));
  assert.ok(judged.length > 0 && !judged.some(isWrite));
});

test("every operation of the description is judged by a check", () => {
  assert.deepEqual(unjudgedOperations(checks), []);
});

test("an operation that no check judges is found", () => {
  const [first] = Object.values<Operation>(operations);
  assert.ok(first);
  const more: Operation = { ...first, id: "blockDog", method: "POST", path: "/v9/dog/{id}/block" };
  assert.deepEqual(unjudgedOperations(checks, { ...operations, blockDog: more }), [more]);
  assert.deepEqual(unjudgedOperations([check({ operations: ["blockDog"] })], { blockDog: more }), []);
});
