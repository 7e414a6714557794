import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../generate/document.ts";
import { describedChanges } from "./changes.ts";

/** A description with all that can change below, made anew. */
const description = () => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/a": {
      get: {
        operationId: "listPets",
        responses: {
          "200": {
            description: "Pets.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } as Record<string, string>,
        },
      },
      Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } },
      Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
    },
    securitySchemes: {},
  },
});

/** What partners read of a change, as `impact place: what`. */
function told(change: (revision: ReturnType<typeof description>) => void): string[] {
  const revision = description();
  change(revision);
  const changes = describedChanges(description() as unknown as Document, revision as unknown as Document);
  return changes.map(({ impact, place, what }) => `${impact} ${place}: ${what}`);
}

test("what a discriminator maps to may change", () => {
  const lines = told(({ components }) => {
    components.schemas.Pet.discriminator.mapping = { kitten: "#/components/schemas/Cat", dog: "Dog" };
  });
  assert.deepEqual(lines, [
    "other GET /a: field `discriminator` in the 200 response of listPets: " +
      'mapping › cat "#/components/schemas/Cat" → none, mapping › kitten none → "#/components/schemas/Cat"',
  ]);
});
