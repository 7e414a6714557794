import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf, type Schema } from "./document.ts";
import { smallDocument } from "./testing.ts";
import { totalOf } from "./totals.ts";

function totalWith(properties: Record<string, Schema>, headers: Record<string, object> = {}) {
  const document = smallDocument();
  document.components.schemas = { ...document.components.schemas, Page: { properties } };
  const one = operationsOf(document).find(({ id }) => id === "listParcels");
  assert.ok(one?.operation.responses["200"] !== undefined);
  const response = { ...one.operation.responses["200"], headers };
  const operation = { ...one.operation, responses: { "200": response } };
  return totalOf(document, { ...one, operation }, "#/components/schemas/Page");
}

test("a total is known by its name and its type", () => {
  assert.deepEqual(totalWith({ totalCount: { type: "integer" } }), { pointer: "/totalCount" });
  const total = { type: "integer", description: "How many there are." };
  const meta = { type: "object", properties: { total } };
  assert.deepEqual(totalWith({ meta }), { pointer: "/meta/total" });
  const matching = { type: "integer", description: "How many match the filters, on all pages together." };
  assert.deepEqual(totalWith({ matching }), { pointer: "/matching", ofFiltered: true });
  const left = { type: "integer", description: "How many parcels the filters leave, on all pages together." };
  assert.deepEqual(totalWith({ left }), { pointer: "/left", ofFiltered: true });
  for (const description of [
    "The number of all pages.",
    "The number of items on all pages but the last.",
    "How many unread messages there are, on all pages together.",
    "How many blocked cards match the filters.",
    "The number of cents of all charges over all pages.",
    "How many there are.",
    "How many stamps the filters leave, on all pages together.",
  ])
    assert.equal(totalWith({ some: { type: "integer", description } }), null, description);
  const both = { matching, totalCount: { type: "integer" } };
  assert.deepEqual(totalWith(both), { pointer: "/totalCount" }, "its name says it");
  assert.deepEqual(totalWith({}, { "X-Total-Count": { schema: { type: "integer" } } }), {
    header: "X-Total-Count",
  });
});

test("the words say whether what the filters leave is counted", () => {
  const isOfFiltered = (description: string) =>
    totalWith({ totalCount: { type: "integer", description } })?.ofFiltered === true;
  for (const words of [
    "How many the filters leave.",
    "The number of matching things.",
    "How many fit the filters, on all pages together.",
    "How many the whole list has, with the filters and bounds of the request.",
    "How many with the roles asked for.",
  ])
    assert.ok(isOfFiltered(words), words);
  for (const words of [
    "How many there are.",
    "How many there are, whatever the filters are.",
    "All, filtered or not.",
    "Approximate number of matching items.",
    "Only if asked for.",
    "Number of all items; filters only narrow the items.",
    "How many there are in all, including those that a filter leaves out.",
  ])
    assert.ok(!isOfFiltered(words), words);
});

test("anything else is none", () => {
  for (const description of ["About how many there are.", "Capped at 100 for how many there are."])
    assert.equal(totalWith({ totalCount: { type: "integer", description } }), null, description);
  assert.equal(totalWith({ totalCount: { type: "string" } }), null);
  assert.equal(totalWith({ total: { type: "integer", description: "In cents." } }), null, "a sum");
  assert.equal(totalWith({ totalPages: { type: "integer" } }), null);
  assert.equal(
    totalWith({ things: { type: "array", items: { properties: { totalCount: { type: "integer" } } } } }),
    null,
  );
  assert.equal(
    totalWith({ totalCount: { type: "integer" }, totalItems: { type: "integer" } }),
    null,
    "which of them?",
  );
});
