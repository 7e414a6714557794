import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation, operations } from "../../generated/operations.ts";
import { itemOfPath, namedItems } from "./named-items.ts";

const { id: list, paginated } = operations.listCards;
const binding = { operation: list, pointer: `${paginated.items}/0/id` };

/** An operation with this path, whose first and second parameter name cards. */
const at = (path: string): Operation => ({
  ...operations.updateCardLimits,
  path,
  // In another order than in the path.
  bindings: { second: binding, first: binding },
});
const parameters = (path: string) => namedItems(at(path)).map(({ parameter }) => parameter);

test("of two items in a path, the last one is below the first one", () => {
  assert.deepEqual(parameters("/v1/card/{first}/twin/{second}"), ["first", "second"]);
  assert.deepEqual(parameters("/v1/card/{first}/limits"), ["first"]);
  assert.deepEqual(parameters("/v1/card"), []);
});

test("an operation is about the item with which its path ends, and about none that stands before", () => {
  assert.equal(itemOfPath(at("/v1/card/{first}/twin/{second}"))?.parameter, "second");
  assert.equal(itemOfPath(at("/v1/card/{first}"))?.parameter, "first");
  assert.equal(itemOfPath(at("/v1/card/{first}/limits")), null);
  assert.equal(itemOfPath(at("/v1/card/{first}/limits/{kind}")), null, "a part that no list names");
});
