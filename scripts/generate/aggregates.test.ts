import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregatesOf, saidAggregate } from "./aggregates.ts";
import { operationsOf, type Parameter, type Schema } from "./document.ts";
import { smallDocument } from "./testing.ts";

test("words say what a number is made up of", () => {
  const count = (...parts: readonly string[]) => ({ parts, value: null });
  assert.deepEqual(saidAggregate("How many category rules the card has."), count("category", "rule"));
  assert.deepEqual(saidAggregate("How many members are in the group."), count("member"));
  assert.deepEqual(saidAggregate("Number of lines"), count("line"));
  assert.deepEqual(saidAggregate("Sum of `paid` of all its lines, in cents."), {
    ...{ parts: ["line"], value: "paid" },
  });
  assert.deepEqual(saidAggregate("The sum of the taxes of the lines."), { parts: ["line"], value: "taxes" });
  assert.deepEqual(saidAggregate("Sum of their `wordCount`."), { parts: null, value: "wordCount" });
});

test("words that leave some parts out, or say something else, say nothing of it", () => {
  for (const words of [
    "How many lines that are open it has.",
    "Number of lines, removed ones not counted.",
    "Sum of `paid` of the lines without fees.",
    "About how many lines it has.",
    "Sum of `cost` of the lines, plus shipping.",
    "Sum of `cost` of the lines, rounded to whole euros.",
    "Sum of `cost` of the lines. Shipping is added.",
    "The amount of the order.",
    "",
  ])
    assert.equal(saidAggregate(words), null, words);
});

const number = (description: string) => ({ type: "integer", description });
const lines = (description = "") => ({
  ...{ type: "array", description },
  items: { type: "object", properties: { cost: { type: "number" }, tax: { type: "number" } } },
});

/** What is read of the answer to one read of a parcel with these properties, and a list of lines below it. */
function aggregatesWith(
  properties: Record<string, Schema>,
  below: string | null = null,
  filters: readonly Parameter[] = [],
) {
  const document = smallDocument();
  const answer = (schema: Schema) => ({ "200": { content: { "application/json": { schema } } } });
  const code = { name: "code", in: "path" as const, required: true, schema: { type: "string" } };
  const read = { parameters: [code], security: [] };
  document.paths["/api/parcels/{code}"] = {
    get: { ...read, operationId: "getParcel", responses: answer({ type: "object", properties }) },
  };
  const ids = { type: "object", properties: { id: { type: "string" }, cost: { type: "number" } } };
  if (below !== null)
    document.paths[`/api/parcels/{code}/${below}`] = {
      get: {
        ...{ ...read, operationId: "listLines", parameters: [code, ...filters] },
        responses: answer({ type: "object", properties: { rows: { type: "array", items: ids } } }),
      },
    };
  const one = operationsOf(document).find(({ id }) => id === "getParcel") ?? assert.fail();
  return aggregatesOf(document, one);
}

test("an amount may be an object with one number", () => {
  const money = (description = "") => ({
    ...{ type: "object", description },
    properties: { minor: { type: "integer" }, currency: { type: "string" } },
  });
  const costs = { type: "array", items: { type: "object", properties: { cost: money() } } };
  assert.deepEqual(aggregatesWith({ total: money("Sum of `cost` of the lines."), lines: costs }), [
    { at: "", pointer: "/total/minor", parts: "/lines", value: "/cost/minor" },
  ]);
});

test("the parts are in an array beside the number that the words name", () => {
  const inside = { at: "", parts: "/lines" };
  assert.deepEqual(aggregatesWith({ lineCount: number("How many lines it has."), lines: lines() }), [
    { ...inside, pointer: "/lineCount", value: null },
  ]);
  assert.deepEqual(aggregatesWith({ total: number("Sum of `cost` of the lines."), lines: lines() }), [
    { ...inside, pointer: "/total", value: "/cost" },
  ]);
  assert.deepEqual(aggregatesWith({ tax: number("Sum of the taxes of the lines."), lines: lines() }), [
    { ...inside, pointer: "/tax", value: "/tax" },
  ]);
  assert.deepEqual(aggregatesWith({ total: number("Sum of their `cost`."), lines: lines() }), [
    { ...inside, pointer: "/total", value: "/cost" },
  ]);
  assert.deepEqual(aggregatesWith({ total: number("How many orders."), lines: lines() }), []);
  assert.deepEqual(aggregatesWith({ n: number("How many lines it has."), recentLines: lines() }), []);
  assert.deepEqual(aggregatesWith({ n: number("How many lines."), lines: { ...lines(), maxItems: 10 } }), []);
  assert.deepEqual(aggregatesWith({ total: number("Sum of `weight` of the lines."), lines: lines() }), []);
  const first = lines("The first ten lines.");
  assert.deepEqual(
    aggregatesWith({ lineCount: number("How many lines."), lines: first }),
    [],
    "not all of them",
  );
});

test("else a list below the read shows them, where it leaves none out", () => {
  const count = { lineCount: number("How many lines it has.") };
  const listed = { at: "", parts: "/rows", list: "listLines" };
  assert.deepEqual(aggregatesWith(count, "line"), [{ ...listed, pointer: "/lineCount", value: null }]);
  assert.deepEqual(aggregatesWith({ total: number("Sum of `cost` of its lines.") }, "parcel-lines"), [
    { ...listed, pointer: "/total", value: "/cost" },
  ]);
  assert.deepEqual(aggregatesWith({ n: number("How many parcel rows it has.") }, "parcel").length, 1);
  assert.deepEqual(aggregatesWith(count, "note"), []);
  assert.deepEqual(aggregatesWith(count, "open-lines"), []);
  const state = { name: "state", in: "query" as const, schema: { type: "string", default: "open" } };
  assert.deepEqual(aggregatesWith(count, "line", [state]), [], "it lists the open ones");
});

test("a number in the items of a list counts what is listed below such an item", () => {
  const document = smallDocument();
  const parcel = document.components.schemas?.Parcel ?? assert.fail();
  Object.assign(parcel.properties ?? {}, { stampCount: number("How many stamps the parcel has.") });
  const answer = (schema: Schema) => ({ "200": { content: { "application/json": { schema } } } });
  const ids = { type: "object", properties: { id: { type: "string" } } };
  const code = { name: "code", in: "path" as const, required: true, schema: { type: "string" } };
  document.paths["/api/parcels/{code}/stamp"] = {
    get: {
      ...{ operationId: "listStamps", parameters: [code], security: [] },
      responses: answer({ type: "object", properties: { stamps: { type: "array", items: ids } } }),
    },
  };
  const list = () => operationsOf(document).find(({ id }) => id === "listParcels") ?? assert.fail();
  const [found, ...others] = aggregatesOf(document, list());
  assert.deepEqual(
    [found?.pointer, found?.parts, found?.list, others.length],
    ["/stampCount", "/stamps", "listStamps", 0],
  );
  assert.match(found?.at ?? "", /\/\*$/);
  delete document.paths["/api/parcels/{code}/stamp"];
  assert.deepEqual(aggregatesOf(document, list()), []);
});
