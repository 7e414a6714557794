import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../generate/document.ts";
import { expand } from "./expand.ts";

const document = {
  info: { version: "1" },
  "x-version-prefix": "/v1",
  paths: {
    "/a": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: {
        operationId: "getA",
        "x-unspecified": ["gap.a"],
        parameters: [{ name: "b", in: "query" }],
        responses: {
          200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } } },
        },
      },
    },
    "/b": { $ref: "#/components/pathItems/B" },
  },
  components: {
    pathItems: { B: { parameters: [{ name: "c", in: "query" }], get: { operationId: "getB" } } },
    parameters: { Id: { name: "id", in: "path", schema: { type: "string", "x-requirement": "a.b" } } },
    schemas: {
      Tree: { properties: { child: { $ref: "#/components/schemas/Tree", description: "Below." } } },
    },
    securitySchemes: { key: { type: "apiKey" } },
  },
} as unknown as Document;

test("each operation holds all that it uses, and no tie to a requirement", () => {
  assert.deepEqual(expand(document), {
    info: { version: "1" },
    "x-version-prefix": "/v1",
    paths: {
      "/a": {
        get: {
          operationId: "getA",
          parameters: [
            { name: "id", in: "path", schema: { type: "string" } },
            { name: "b", in: "query" },
          ],
          // A schema inside itself ends where it comes again.
          responses: { 200: { content: { "application/json": { schema: { properties: { child: {} } } } } } },
        },
      },
      "/b": { get: { operationId: "getB", parameters: [{ name: "c", in: "query" }] } },
    },
    components: { securitySchemes: { key: { type: "apiKey" } } },
  });
});
