import assert from "node:assert/strict";
import { test } from "node:test";
import { exampled } from "./exampled.ts";
import { schemaPlaces } from "./schema-places.ts";
import { smallDocument } from "./testing.ts";

test("a body has an example for each of its parts, also within one of several alternatives", () => {
  const document = smallDocument();
  const text = (...examples: string[]) => ({ type: "string", examples });
  document.components.schemas.Patch = {
    type: "object",
    properties: {
      note: text("Called twice.", "Never came."),
      at: { ...text("now"), readOnly: true },
      tags: { type: "array", items: text("big") },
      plain: { type: "string" },
      contact: {
        oneOf: [{ type: "object", properties: { name: text("Ada"), city: text("Basel") } }, { type: "null" }],
      },
    },
  };
  const places = schemaPlaces(document, "#/components/schemas/Patch");
  assert.deepEqual(
    exampled(places, () => true),
    { note: "Called twice.", contact: { name: "Ada", city: "Basel" } },
  );
  assert.equal(
    exampled(places, () => false),
    undefined,
  );
  assert.equal(
    exampled([], () => true),
    undefined,
  );
});
