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

test("what has a few named values is kept where the words say that it stays, and nothing else of them", () => {
  const properties = { state, size: { type: "integer" }, name: { type: "string" } };
  for (const words of [
    "Sets the size. What is `on hold` stays so.",
    "An open thing takes a new size and stays open. Whether a closed one takes it is not said.",
    "Sets the size; the `state` remains.",
    "Sets the size. It changes nothing but\nthe size. A closed thing cannot be changed: 409 `Closed`.",
    "Sets the size. Nothing else of the thing changes.",
  ])
    assert.deepEqual(keptWith(words, properties), ["/state"], words);
  for (const words of [
    "Sets the size.",
    "Sets the size, and makes it `open`. What is `on hold` stays so.",
    "It keeps its number and becomes `open`.",
    "Whether it was used or not, the thing becomes `open`.",
    "Reopens the thing; what is closed stays closed.",
    "What is closed stays closed, unless it is empty.",
    "Sets the size. Nothing else changes, unless it is closed.",
    "Sets the size and makes it open. Nothing else changes.",
    "Nothing else can be changed.",
    "It changes nothing but the status.",
    "Makes it on hold. It changes nothing but that.",
  ])
    assert.deepEqual(keptWith(words, properties), [], words);
});

test("what is changed itself, is open, or has no other value, is not kept", () => {
  const said = "The state stays, and what is open stays open.";
  assert.deepEqual(keptWith(said, { state }), ["/state"]);
  assert.deepEqual(keptWith(said, { size: state }), []);
  assert.deepEqual(keptWith(said, { state: { ...state, "x-unspecified": ["gap.a"] } }), []);
  assert.deepEqual(keptWith(said, { state: { type: "string", enum: ["open"] } }), []);
});
