import assert from "node:assert/strict";
import { test } from "node:test";
import { type Document, operationsOf, resolve, successSchema } from "./document.ts";

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

test("an operation without an id is named by method and path", () => {
  const nameless: Document = { ...document, paths: { "/b": { get: { responses: {} } } } };
  assert.throws(() => operationsOf(nameless), /get \/b has no operationId/);
});

test("the success schema is that of a 2xx response", () => {
  const operation = document.paths["/a/{id}"]?.get;
  assert.ok(operation);
  assert.deepEqual(successSchema(document, operation), { type: "object", required: ["b"] });
  assert.equal(successSchema(document, { responses: { "204": {} } }), undefined);
});
