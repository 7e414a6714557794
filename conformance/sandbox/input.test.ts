import assert from "node:assert/strict";
import { test } from "node:test";
import { operations, type QueryList } from "../../generated/operations.ts";
import type { SchemaName } from "../../generated/validators.js";
import { neededProblem, queryProblem, valuesIn } from "./input.ts";
import { servePage } from "./page.ts";
import { contextOf } from "./testing.ts";

/** An operation with a parameter of this type, whose bounds are those of the schema. */
const withQuery = (type: string | null, schema: SchemaName) => ({
  ...operations.updateCardLimits,
  query: { one: type },
  queryBounds: { one: schema },
});
const messageOf = async (type: string | null, schema: SchemaName, text: string) =>
  queryProblem(await contextOf({ one: text }), withQuery(type, schema))?.message ?? null;

test("a query parameter outside the bounds that the description states is refused", async () => {
  assert.equal(await messageOf("string", "CardId", "CRD1"), null);
  assert.match(
    (await messageOf("string", "CardId", "1")) ?? "",
    /^The query parameter one must match pattern/,
  );
  assert.match((await messageOf("integer", "CardId", "x")) ?? "", /is no integer/);
  assert.equal(await messageOf("array", "CardId", "CRD1"), null);
  assert.match((await messageOf("array", "CardId", "x")) ?? "", /must match pattern/, "an item of a list");
});

test("the values of a list are those that its style tells apart; of another parameter, the first counts", () => {
  const values = (text: string, list?: QueryList) =>
    valuesIn(new URLSearchParams(text), list === undefined ? {} : { queryLists: { a: list } }, "a");
  assert.deepEqual(values("a=1&a=2"), ["1"]);
  assert.deepEqual(values("a=1&a=2", { style: "form", explode: true }), ["1", "2"]);
  assert.deepEqual(values("a=1,2", { style: "form", explode: false }), ["1", "2"]);
  assert.deepEqual(values("a=1%7C2", { style: "pipeDelimited", explode: false }), ["1", "2"]);
});

test("a header that an operation needs is missing or wrong, and no other header is looked at", async () => {
  const needing = { ...operations.listCards, needed: { "X-Card": "CardId", "X-Any": null } as const };
  const messageFor = async (headers: Record<string, string>) => {
    const context = await contextOf({});
    for (const [name, value] of Object.entries(headers)) context.request.headers.set(name, value);
    return neededProblem(context, needing)?.message ?? null;
  };
  assert.equal(await messageFor({ "x-card": "CRD1", "x-any": "a" }), null);
  assert.equal(await messageFor({ "x-card": "CRD1" }), "The header X-Any is required.");
  assert.match(
    (await messageFor({ "x-card": "1", "x-any": "a" })) ?? "",
    /^The header X-Card must match pattern/,
  );
  assert.equal(neededProblem(await contextOf({}), operations.listCards), null);
});

test("a page size outside its bounds is refused like one that is none; without bounds, any is taken", async () => {
  const context = await contextOf({ limit: "7" });
  assert.equal(servePage(context, operations.listCards).status, 200);
  const bounded = { ...operations.listCards, queryBounds: { limit: "CardId" } as const };
  assert.equal(servePage(context, bounded).status, 400);
});
