import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "./document.ts";
import { operationsOf } from "./document.ts";
import { keptStates } from "./kept-states.ts";
import { smallDocument } from "./testing.ts";

/** The states that an operation with this description, which changes /size, keeps of items with these properties. */
function keptWith(description: string, properties: Record<string, Schema>) {
  const document = smallDocument();
  const things = { type: "array", items: { type: "object", properties } };
  document.components.schemas = { ...document.components.schemas, Page: { properties: { things } } };
  const [one] = operationsOf(document);
  assert.ok(one !== undefined);
  const write = { ...one, operation: { ...one.operation, description } };
  return keptStates(document, write, {
    page: "#/components/schemas/Page",
    items: "/things",
    target: "/size",
  });
}

const state = { type: "string", enum: ["open", "on_hold", "closed"] };

test("what has a few named values is kept where the words name none of them as what comes of it", () => {
  const properties = { state, size: { type: "integer" }, name: { type: "string" } };
  assert.deepEqual(keptWith("Sets the size.", properties), ["/state"]);
  assert.deepEqual(keptWith("Sets the size. What is `on hold` stays so.", properties), ["/state"]);
  assert.deepEqual(keptWith("Sets the size. Whether a closed one takes it is not said.", properties), [
    "/state",
  ]);
  assert.deepEqual(keptWith("Sets the size, and makes it `open`.", properties), []);
});

test("what is changed itself is not kept", () => {
  assert.deepEqual(keptWith("Sets the size.", { size: state }), []);
  assert.deepEqual(
    keptWith("Sets the size.", { flag: { type: "string", enum: ["one"] } }),
    [],
    "it has no other value",
  );
});
