import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf, type Parameter, type Schema } from "./document.ts";
import { sortOf, usualOrderOf } from "./orders.ts";
import { smallDocument } from "./testing.ts";

const text: Schema = { type: "string" };
const properties: Record<string, Schema> = {
  id: text,
  name: text,
  amount: { anyOf: [{ type: "number" }, { type: "null" }] },
  created_at: { type: "string", format: "date-time" },
  rank: { type: "string", enum: ["low", "high"] },
  tags: { type: "array", items: text },
  price_desc: { type: "integer" },
};

/** The sort of a list with one parameter. */
function sortWith(values: readonly unknown[], change: Partial<Parameter> = {}) {
  const document = smallDocument();
  document.components.schemas = {
    ...document.components.schemas,
    Page: { properties: { things: { type: "array", items: { type: "object", properties } } } },
  };
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  const parameter = { name: "sort", in: "query" as const, schema: { enum: [...values] }, fragment: "" };
  return sortOf(
    document,
    { ...one, parameters: [{ ...parameter, ...change }] },
    { page: "#/components/schemas/Page", items: "/things", id: "/id" },
  );
}
const ordersOf = (...values: readonly unknown[]) =>
  (sortWith(values)?.orders ?? []).map(({ value, pointer, direction }) => [value, pointer, direction]);

test("a sign or an ending says in which direction a property sorts", () => {
  assert.deepEqual(ordersOf("-name", "+name", "amount_asc", "amount:desc", "created_at_DESC"), [
    ["-name", "/name", "descending"],
    ["+name", "/name", "ascending"],
    ["amount_asc", "/amount", "ascending"],
    ["amount:desc", "/amount", "descending"],
    ["created_at_DESC", "/created_at", "descending"],
  ]);
});

test("the name alone means the way up where the way down has a name of its own", () => {
  assert.deepEqual(ordersOf("name", "-name"), [
    ["name", "/name", "ascending"],
    ["-name", "/name", "descending"],
  ]);
  assert.deepEqual(ordersOf("name", "name_asc")[0], ["name", "/name", null]);
  assert.deepEqual(ordersOf("name", "-amount")[0], ["name", "/name", null]);
  assert.deepEqual(ordersOf("price_desc", "-price"), [["price_desc", "/price_desc", null]], "its own name");
});

test("what names no property that can be compared is no order", () => {
  assert.equal(sortWith(["relevance", "asc", "tags", 1]), null);
  assert.equal(sortWith([]), null);
  assert.equal(sortWith(["name"], { name: "filter" }), null);
  assert.equal(sortWith(["name"], { in: "header" }), null);
  assert.equal(sortWith(["name"], { schema: text }), null);
  for (const name of ["sort_by", "orderBy", "order", "sort-by"])
    assert.equal(sortWith(["name"], { name })?.parameter, name);
});

test("named values and ids may have an order of their own", () => {
  const ranked = sortWith(["rank", "-id", "name"])?.orders.map(({ isRanked }) => isRanked);
  assert.deepEqual(ranked, [true, true, undefined]);
});

test("the words about a list say in which order it comes", () => {
  const usualWith = (description: string, more: Record<string, Schema> = {}) => {
    const document = smallDocument();
    const items = { type: "object", properties: { ...properties, ...more } };
    document.components.schemas = {
      ...document.components.schemas,
      Page: { properties: { things: { type: "array", items } } },
    };
    const [one] = operationsOf(document);
    assert.ok(one !== undefined);
    const listed = { page: "#/components/schemas/Page", items: "/things", id: "/id" };
    return usualOrderOf(document, { ...one, operation: { ...one.operation, description } }, listed);
  };
  const falling = { pointer: "/created_at", direction: "descending" };
  for (const words of [
    "Lists things, newest first.",
    "The latest first by `created_at`; of two created in the same second any may come first.",
    "What there is, by `created_at` with the newest first, and of two with the same moment in any order.",
    "Lists things, newest first, those of the same moment in any order, one page per request.",
    "Things are sorted by `created_at` in descending order, then by `id`.",
  ])
    assert.deepEqual(usualWith(words), falling, words);
  const rising = { pointer: "/price_desc", direction: "ascending" };
  assert.deepEqual(usualWith("Listed by `price_desc`, the lowest first."), rising);
  for (const words of [
    "Lists things.",
    "Pinned things come first, then the newest first.",
    "With `sort`, the newest first.",
    "Usually the newest first.",
    "The newest first, unless `sort` is given.",
    "Lists things by `name`, the newest first.",
    "The newest first by `created_at` or by `price_desc`.",
    "Shows the newest thing.",
    "The newest first where the oldest comes first in the other list.",
    "Each page shows the newest first.",
  ])
    assert.equal(usualWith(words), null, words);
  const changed = { changed_at: { type: "string", format: "date-time" } };
  assert.equal(usualWith("The newest first.", changed), null, "by which of two moments?");
  const ended = { expires_at: { type: "string", format: "date-time" } };
  assert.equal(usualWith("The newest first.", { ...ended, created_at: { type: "string" } }), null);
  assert.deepEqual(usualWith("By `expires_at`, the newest first.", ended)?.pointer, "/expires_at");
});
