import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "./document.ts";
import { operationsOf } from "./document.ts";
import { filtersOf } from "./filters.ts";
import { smallDocument } from "./testing.ts";

/** The filters of a list whose items have a property of the same name as the only parameter. */
function filtersWith(parameter: Schema, property: Schema, change: { in?: "query" | "header" } = {}) {
  const document = smallDocument();
  const items = { type: "array", items: { type: "object", properties: { state: property } } };
  document.components.schemas = {
    ...document.components.schemas,
    Page: { properties: { things: items } },
    State: { enum: ["open", "closed", null] },
  };
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  const where = { name: "state", in: "query" as const, fragment: "", ...change };
  const parameters = [{ ...where, schema: parameter }];
  return filtersOf(document, { ...one, parameters }, "#/components/schemas/Page", "/things");
}

const State = { $ref: "#/components/schemas/State" };

test("a parameter that takes values of the property with its name is a filter", () => {
  const filter = { pointer: "/state", values: ["open", "closed"] };
  assert.deepEqual(filtersWith(State, State), { state: filter });
  assert.deepEqual(filtersWith({ enum: ["open"] }, State), { state: { ...filter, values: ["open"] } });
  const both = { pointer: "/state", values: [true, false] };
  assert.deepEqual(filtersWith({ type: "boolean" }, { type: "boolean" }), { state: both });
});

test("what may be searched for in another way is none", () => {
  assert.deepEqual(filtersWith({ type: "string" }, { type: "string" }), {}, "free text");
  assert.deepEqual(filtersWith({ enum: ["open", "all"] }, State), {}, "a value that no item can have");
  assert.deepEqual(filtersWith(State, State, { in: "header" }), {}, "no part of the query");
  assert.deepEqual(filtersWith({ type: "array", items: State }, State), {}, "several values");
});
