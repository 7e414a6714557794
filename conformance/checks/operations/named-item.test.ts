import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { exchange } from "../../wire/testing.ts";
import { judgeNamedItem, namingOf } from "./named-item.ts";
import { operation } from "./testing.ts";

const { id, paginated } = operations.listCards;
const { row, description } = operation({
  path: "/v1/card/{id}",
  bindings: { id: { operation: id, pointer: `${paginated.items}/0/id` } },
});
const one = {
  row,
  description: { ...description, operations: { ...description.operations, [id]: operations.listCards } },
};
const asked = { path: { id: "CRD1002" }, query: {}, isLive: true };
const kinds = (body: unknown, { isLive = true, bindings = row.bindings, method = row.method } = {}) =>
  judgeNamedItem({ ...one, row: { ...row, bindings, method } }, { ...asked, isLive }, exchange({ body })).map(
    ({ kind }) => kind,
  );

test("a read of an item shows that item, and no other", () => {
  assert.deepEqual(kinds({ id: "CRD1002" }), ["held"]);
  assert.deepEqual(kinds({ id: "CRD1001" }), ["violated"]);
});

test("so does a write that changes it", () => {
  const changes = { operation: id, parameter: "id", id: "/id", target: "/nickname" };
  const write = { ...one, row: { ...row, method: "POST" as const, changes } };
  const answered = (body: unknown) =>
    judgeNamedItem(write, asked, exchange({ body })).map(({ kind }) => kind);
  assert.deepEqual(answered({ id: "CRD1002" }), ["held"]);
  assert.deepEqual(answered({ id: "CRD1001" }), ["violated"]);
});

test("nothing is compared that need not be the id of that item", () => {
  assert.deepEqual(kinds({ id: "USR7" }), [], "an id of another form");
  assert.deepEqual(kinds({}), [], "no id");
  assert.deepEqual(kinds({ id: "CRD1001" }, { isLive: false }), [], "a path that was made up");
  assert.deepEqual(kinds({ id: "CRD1001" }, { bindings: {} }), [], "a parameter that nothing binds");
  assert.deepEqual(kinds({ id: "CRD1001" }, { method: "POST" }), [], "a write, which may make another");
  const holder = { id: { operation: id, pointer: `${paginated.items}/0/cardHolder/id` } };
  assert.deepEqual(kinds({ id: "CRD1001" }, { bindings: holder }), [], "a parameter bound to something else");
  assert.deepEqual(judgeNamedItem(one, asked, null), [], "nothing that was accepted");
});

/** The same, where any text may be an id of the list. */
function ofFreeIds(path: string, parameter: string, change: object = {}) {
  const list = {
    ...operations.listCards,
    paginated: { ...paginated, id: { pointer: "/id", schema: null } },
    ...change,
  };
  const bindings = { [parameter]: { operation: id, pointer: `${paginated.items}/0/id` } };
  return {
    row: { ...row, path, bindings },
    description: { ...description, operations: { ...description.operations, [id]: list } },
  };
}

test("ids without a form of their own are compared where the path names the item itself", () => {
  const args = { path: { id: "a" }, query: {}, isLive: true };
  const found = (path: string, body: unknown) =>
    judgeNamedItem(ofFreeIds(path, "id"), args, exchange({ body })).map(({ kind }) => kind);
  assert.deepEqual(found("/v1/card/{id}", { id: "a" }), ["held"]);
  assert.deepEqual(found("/v1/card/{id}", { id: "b" }), ["violated"]);
  assert.deepEqual(found("/v1/card/{id}", { id: null }), [], "no id");
  assert.deepEqual(found("/v1/card/{id}/owner", { id: "b" }), [], "the id of the owner");
});

test("the last of several parameters names an item of the list that the others lead to", () => {
  const naming = (path: string) => namingOf(ofFreeIds(path, "noteId", { path: "/v1/card/{id}/note" }));
  assert.equal(naming("/v1/card/{id}/note/{noteId}")?.parameter, "noteId");
  assert.equal(naming("/v1/owner/{id}/note/{noteId}"), null);
});
