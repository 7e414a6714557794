import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import type { SchemaName } from "../../../generated/validators.js";
import type { Row } from "./operation.ts";
import { operation } from "./testing.ts";
import { unknownIds, unknownItemRows } from "./unknown-item.ts";

const { id, paginated } = operations.listCards;
const named: Partial<Row> = {
  path: "/v1/card/{id}",
  requirement: "list.request",
  bindings: { id: { operation: id, pointer: `${paginated.items}/0/id` } },
  responses: { "200": null, "404": null },
};

test("a DELETE of what is not there has to be refused only where the words say so", () => {
  assert.deepEqual(rowsOf({ method: "DELETE" }), []);
  assert.equal(rowsOf({ method: "DELETE", refusesUnknown: true }).length, 1);
});

function rowsOf(
  change: Partial<Row> = {},
  schema: SchemaName | null = "CardId",
  sample = "CRD1",
  more: Readonly<Record<string, Row>> = {},
) {
  const { row, description } = operation({ ...named, ...change });
  const list = { ...operations.listCards, paginated: { ...paginated, id: { pointer: "/id", schema } } };
  const samples = { [row.id]: { path: { id: sample }, query: {}, bodies: [] } };
  return unknownItemRows({
    row,
    description: { operations: { ...description.operations, ...more, [id]: list }, samples },
  });
}

test("a read that names an item and shows a 404 is sent with an id that nothing has", () => {
  const [row, ...others] = rowsOf();
  const [defect] = row?.defects ?? [];
  assert.equal(others.length, 0);
  const call = defect?.change?.({ operation: id, path: { id: "CRD1001" } });
  assert.match(call?.path?.id ?? "", /^CRD1001[0-9]{12}$/);
  assert.throws(
    () => defect?.change?.({ operation: id, path: { id: "not as described" } }),
    /of the form of not as described, no id is surely one that nothing has/,
  );
});

test("an id of any form is one that nothing has, unless its form leaves no room", () => {
  const [row] = rowsOf({}, null, "a");
  assert.match(
    row?.defects[0]?.change?.({ operation: id, path: { id: "a" } })?.path?.id ?? "",
    /^a[0-9]{12}$/,
  );
  assert.deepEqual(rowsOf({}, "CardId", "not as described"), []);
});

test("so is a read of what another operation creates", () => {
  const creations = { id: { operation: "createThing", pointer: "/id" } };
  const [row] = rowsOf({ bindings: {}, creations }, null, "BAT1");
  const call = row?.defects[0]?.change?.({ operation: id, path: { id: "BAT7" } });
  assert.match(call?.path?.id ?? "", /^BAT7[0-9]{12}$/);
});

test("so is what names the item by the read of it", () => {
  const read = operation({ ...named, id: "readCard" }).row;
  const [row, ...others] = rowsOf(
    {
      method: "PUT",
      path: "/v1/card/{id}/limits",
      bindings: { id: { operation: "readCard", pointer: "/id" } },
    },
    "CardId",
    "CRD1",
    { readCard: read },
  );
  assert.equal(others.length, 0);
  assert.match(
    row?.defects[0]?.change?.({ operation: id, path: { id: "CRD7" } })?.path?.id ?? "",
    /^CRD7[0-9]{12}$/,
  );
});

test("so is a write", () => {
  assert.equal(rowsOf({ method: "PUT" }).length, 1);
  assert.equal(rowsOf({ method: "POST", path: "/v1/card/{id}/block" }).length, 1);
});

test("no other operation is", () => {
  assert.deepEqual(rowsOf({ responses: { "200": null, "4XX": null } }), [], "no 404 is shown");
  assert.deepEqual(rowsOf({ method: "DELETE" }), [], "what is gone may be removed again");
  const creates = { operation: id, parameter: "id", id: "/id", schema: null };
  assert.deepEqual(rowsOf({ method: "PUT", creates }), [], "it may create what is not there");
  assert.deepEqual(rowsOf({ bindings: {} }), [], "a path that nothing binds");
  assert.deepEqual(rowsOf({ requirement: null }), [], "nothing says that it is answered");
});

test("an id is made up where chance can't hit one that exists: by more digits, or by other ones of many", () => {
  const seven = () => "7";
  const added = [12, 11, 10, 9, 8, 7].map((length) => "7".repeat(length));
  assert.deepEqual(
    unknownIds("USR3", seven),
    added.map((more) => `USR3${more}`),
  );
  const room = "C12345678";
  const others = [14, 13, 12, 11, 10, 9].map((length) => `C${"7".repeat(length)}`);
  assert.deepEqual(unknownIds(room, seven), [...added.map((more) => room + more), ...others]);
  const long = "0a1b2c3d4e5f-6789-0123";
  assert.deepEqual(unknownIds(long, seven), [
    long.replace(/[0-9]/g, "7"),
    ...added.map((more) => long + more),
  ]);
});
