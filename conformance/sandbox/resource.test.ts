import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { resourceAfter, resourceRead } from "./resource.ts";

const like = (change: Partial<Operation>): Operation => ({
  ...operations.updateCardLimits,
  ...{ changes: null, path: "/v1/settings", body: null, responses: { "200": null } },
  ...change,
});
const read = like({ id: "readSettings", method: "GET", mediaType: null });
const put = like({ id: "replaceSettings", method: "PUT", mediaType: "application/json" });
const patch = like({ id: "changeSettings", method: "PATCH" });

test("a GET shows what a PUT or PATCH of the same path changes", () => {
  const all = [read, put, patch];
  for (const operation of all) assert.equal(resourceRead(operation, all), read, operation.id);
  assert.equal(resourceRead(read, [read]), null, "nothing changes it");
  assert.equal(resourceRead(put, [put]), null, "nothing shows it");
  assert.equal(resourceRead(like({ method: "DELETE" }), all), null);
  assert.equal(resourceRead(like({ ...put, path: "/v1/other" }), all), null);
});

test("what a list shows, or another operation is said to change, is none of them", () => {
  const { paginated } = operations.listCards;
  const list = like({ ...read, paginated });
  assert.equal(resourceRead(put, [list, put]), null);
  const { changes } = operations.updateCardLimits;
  assert.equal(resourceRead(read, [read, like({ ...put, changes })]), null);
});

test("a PUT gives it what it names, and a merge patch takes away what is null", () => {
  const before = { language: "fr", quiet: { from: "22:00", to: "06:00" }, updated: 1 };
  assert.deepEqual(resourceAfter(before, { language: "de", pin: "1234" }, put, read), {
    ...before,
    language: "de",
  });
  assert.deepEqual(resourceAfter(before, { quiet: { to: "07:00" } }, patch, read), {
    ...before,
    quiet: { from: "22:00", to: "07:00" },
  });
  assert.deepEqual(resourceAfter({ a: 1, b: 2 }, { b: null }, patch, read), { a: 1 });
});

test("what has to be shown is null when it is taken away", () => {
  const answers = like({ ...read, responses: { "200": "CardLimits" } });
  const before = { daily: 1, monthly: 2, atm: 0, approvalBased: "by a manager" };
  assert.deepEqual(resourceAfter(before, { approvalBased: null }, patch, answers), {
    ...before,
    approvalBased: null,
  });
});

test("a map is replaced as a whole", () => {
  const map = like({ ...put, bodyIsMap: true });
  assert.deepEqual(resourceAfter({ a: true }, { b: true }, map, read), { b: true });
  assert.deepEqual(resourceAfter({ a: true }, { b: true }, like({ ...patch, bodyIsMap: true }), read), {
    a: true,
    b: true,
  });
});
