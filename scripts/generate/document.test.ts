import assert from "node:assert/strict";
import { test } from "node:test";
import { type Document, operationsOf, resolve, type Schema } from "./document.ts";
import { responsesOf } from "./schemas.ts";

const document: Document = {
  info: { version: "1.0.0" },
  "x-version-prefix": "/a",
  paths: {
    "/a/{id}": {
      parameters: [{ name: "id", in: "path", required: true }],
      get: {
        operationId: "readA",
        parameters: [{ $ref: "#/components/parameters/Limit", name: "", in: "query" }],
        responses: {
          "401": { content: { "application/json": { schema: { type: "string" } } } },
          "2XX": { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      A: { type: "object", required: ["b"] },
      "B/C": { $ref: "#/components/schemas/A", type: "array" },
    },
    securitySchemes: {},
  },
};

test("a reference is followed, and the words beside it win", () => {
  assert.deepEqual(resolve(document, { $ref: "#/components/schemas/A", type: "string" }), {
    type: "string",
    required: ["b"],
  });
});

test("a reference to a reference is followed, through escaped names", () => {
  assert.deepEqual(resolve(document, { $ref: "#/components/schemas/B~1C" }), {
    type: "array",
    required: ["b"],
  });
});

test("a reference that leads nowhere is named", () => {
  assert.throws(
    () => resolve(document, { $ref: "#/components/schemas/D" }),
    /#\/components\/schemas\/D leads nowhere/,
  );
});

test("an operation comes with the parameters of its path", () => {
  const named = {
    ...document,
    components: { ...document.components, parameters: { Limit: { name: "limit", in: "query" } } },
  };
  const [operation] = operationsOf(named as Document);
  assert.equal(operation?.id, "readA");
  assert.deepEqual(
    operation?.parameters.map(({ in: place }) => place),
    ["path", "query"],
  );
});

test("a schema of a response has its own name, that of the response, or that of operation and status", () => {
  const open = { content: { "application/json": { schema: { type: "string" } } } };
  const copy = structuredClone(document);
  const get = copy.paths["/a/{id}"]?.get;
  assert.ok(get);
  get.responses = { ...get.responses, "204": {}, "4XX": { $ref: "#/components/responses/Refused" } };
  const [operation] = operationsOf({
    ...copy,
    components: {
      ...copy.components,
      responses: { Refused: open },
      parameters: { Limit: { name: "limit", in: "query" } },
    },
  } as Document);
  assert.ok(operation);
  const all = { ...copy, components: { ...copy.components, responses: { Refused: open } } };
  const schemas = responsesOf(all, operation);
  assert.deepEqual(schemas, {
    "204": null,
    "401": {
      name: "readA401",
      fragment: "#/paths/~1a~1%7Bid%7D/get/responses/401/content/application~1json/schema",
    },
    "2XX": { name: "A", fragment: "#/components/schemas/A" },
    "4XX": { name: "Refused", fragment: "#/components/responses/Refused/content/application~1json/schema" },
  });
  for (const schema of Object.values(schemas)) {
    if (schema !== null) assert.ok(resolve<Schema>(all, { $ref: schema.fragment }).type);
  }
});
