import assert from "node:assert/strict";
import { test } from "node:test";
import { checksOf } from "./index.ts";
import { describedOperations, isDocumented, operationCheck, pathParameters, schemaFor } from "./operation.ts";
import { operation, signedWrite } from "./testing.ts";

test("operations with a token, and reads without one, are described, but for those that other checks judge", () => {
  const operations = {
    a: operation({ id: "a" }).row,
    b: operation({ id: "b" }).row,
    open: operation({ id: "open", scopes: null }).row,
    token: operation({ id: "token", method: "POST", scopes: null }).row,
  };
  const found = describedOperations({ operations, samples: {} }, ["b"]);
  assert.deepEqual(
    found.map(({ row }) => row.id),
    ["a", "open"],
  );
  const { description } = operation({ id: "open", scopes: null, requirement: "list.request" });
  const checks = checksOf(description, [], null);
  assert.deepEqual(
    checks.map(({ id }) => id),
    ["accepted.open", "status.open"],
    "without a token nothing is refused",
  );
});

test("a status is documented by itself, by its range, or where all are", () => {
  const { row } = operation({ responses: { "204": null, "4XX": null } });
  assert.deepEqual(
    [200, 204, 404, 500].map((status) => isDocumented(row, status)),
    [false, true, true, false],
  );
  assert.ok(isDocumented(operation({ responses: { default: null } }).row, 500));
});

test("a success that the description does not show is held against the one that it shows", () => {
  const { row } = operation({ responses: { "201": "Card", "4XX": "ErrorBody" } });
  assert.equal(schemaFor(row, 201), "Card");
  assert.equal(schemaFor(row, 200), "Card");
  assert.equal(schemaFor(operation({ responses: { "204": null } }).row, 200), null);
});

test("path parameters are those of the template", () => {
  assert.deepEqual(pathParameters(operation({ path: "/v1/a/{one}/b/{two}" }).row), ["one", "two"]);
});

test("a check keeps the requirements that there are, and is none without any", () => {
  const one = operation(signedWrite);
  const make = (requirements: readonly string[]) =>
    operationCheck(one, { family: "some.family", title: "it works", requirements, run: async () => [] });
  assert.deepEqual(make(["no.such-row"]), []);
  const [check] = make(["no.such-row", "auth.bearer"]);
  assert.deepEqual(check?.requirements, ["auth.bearer"]);
  assert.equal(check?.id, "some.family.changeThing");
  assert.equal(check?.title, "POST /v1/thing/{id}/part: it works");
  assert.equal(check?.access, "write");
  assert.deepEqual(check?.operations, ["changeThing"]);
});

test("what an operation is decides which checks it has", () => {
  const families = (change: Parameters<typeof operation>[0]) => {
    const { description, row } = operation({ requirement: "list.request", ...change });
    return checksOf(description, [], null).map(({ id }) => id.replace(`.${row.id}`, ""));
  };
  const read = families({});
  assert.ok(read.includes("token.missing") && read.includes("accepted") && read.includes("status"));
  assert.ok(!read.some((family) => /signature|timestamp|idempotency|no-effect/.test(family)));
  const write = families(signedWrite);
  for (const family of ["signature.path", "timestamp.fresh", "idempotency-key.missing", "idempotency.retry"])
    assert.ok(write.includes(family), family);
  assert.ok(
    !families({ ...signedWrite, idempotent: null }).some((family) => family.startsWith("idempotency")),
  );
  assert.ok(!families({ unspecified: ["gap.status.success"] }).includes("status"));
  assert.ok(!families({ responses: { "2XX": null } }).includes("status"));
  assert.ok(!families({ requirement: null }).includes("accepted"));
});

test("a write that other checks judge has those that they know nothing of, where the description says so", () => {
  const path = "/v1/thing/{id}/limits";
  const refused = { list: "listThings", pointer: "/state", values: ["closed"] };
  const bindings = { id: { operation: "listThings", pointer: "/things/0/id", refused } };
  const change = { ...signedWrite, method: "PUT", path, requirement: "list.request", bindings } as const;
  const read = operation({ id: "getLimits", path, showsETag: true });
  const idsOf = (more: Parameters<typeof operation>[0]) => {
    const put = operation({ ...change, ...more });
    const operations = { ...read.description.operations, ...put.description.operations };
    const samples = { ...read.description.samples, ...put.description.samples };
    const checks = checksOf({ operations, samples }, ["changeThing"], null);
    return checks.map(({ id }) => id).filter((id) => id.endsWith(".changeThing"));
  };
  assert.deepEqual(idsOf({ ifMatch: "optional" }), ["refused-state.changeThing", "if-match.changeThing"]);
  assert.deepEqual(idsOf({ bindings: {} }), []);
});

test("a 204 has no body, whatever a range shows", () => {
  const { row } = operation({ responses: { "2XX": "Card" } });
  assert.deepEqual([schemaFor(row, 200), schemaFor(row, 204)], ["Card", null]);
});
