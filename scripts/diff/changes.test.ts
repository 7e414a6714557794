import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../generate/document.ts";
import { describedChanges } from "./changes.ts";

/** A description with all that can change below, made anew. */
const description = () => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  servers: [
    { url: "https://a.example" },
    { url: "https://b.example", description: "The second." },
  ] as object[],
  tags: [{ name: "Pets" }],
  paths: {
    "/a": {
      get: {
        operationId: "listPets",
        parameters: [
          { name: "size", in: "query", description: "How many.", schema: { type: "integer" } },
          { name: "kind", in: "query", description: "Which.", schema: { type: "string" } },
        ] as object[],
        responses: {
          "200": {
            description: "Pets.",
            headers: {
              "X-Count": { required: true, schema: { type: "integer" } },
              "X-Page": { schema: { type: "integer" } },
            } as Record<string, { required?: boolean; schema: object }>,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
      post: {
        operationId: "addOwner",
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Owner" } } } },
        responses: {
          "201": {
            description: "An owner.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Owner" } } },
          },
        },
      },
    },
  },
  components: {
    parameters: {
      Size: { name: "size", in: "query", description: "How many a page has.", schema: { type: "string" } },
      Kind: { name: "kind", in: "query", description: "Of which kind they are.", schema: { type: "string" } },
    },
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
      Owner: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "integer" },
          name: { type: "string" },
          phone: { type: ["string", "null"] },
        },
      } as object,
    },
    securitySchemes: {},
  },
});

/** What partners read of a change, as `impact place: what`; or of the change back. */
function told(change: (revision: ReturnType<typeof description>) => void, isBack = false): string[] {
  const [base, revision] = [description(), description()];
  change(isBack ? base : revision);
  const changes = describedChanges(base as unknown as Document, revision as unknown as Document);
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

test("a parameter is the same by its name, wherever it stands, and each of its keys is judged by itself", () => {
  const lines = told(({ paths }) => {
    paths["/a"].get.parameters = [
      { $ref: "#/components/parameters/Kind" },
      { $ref: "#/components/parameters/Size" },
      { name: "age", in: "query", required: true, schema: { type: "integer" } },
    ];
  });
  assert.deepEqual(lines, [
    "other GET /a: parameter `kind` of listPets: description is worded differently",
    "other GET /a: parameter `size` of listPets: description is worded differently",
    'breaking GET /a: parameter `size` of listPets: type "integer" → "string"',
    "breaking GET /a: parameter `age` of listPets is new and required",
  ]);
});

test("a server is told by its URL and a tag by its name, not by the place in their lists", () => {
  const lines = told(({ servers, tags }) => {
    servers[1] = { url: "https://b.example", description: "The last." };
    servers.unshift({ url: "https://new.example" });
    tags.unshift({ name: "Owners" });
  });
  assert.deepEqual(lines, [
    "addition servers: `https://new.example` is new",
    "other servers: `https://b.example`: description is worded differently",
    "addition tags: `Owners` is new",
  ]);
  assert.deepEqual(
    told(({ servers }) => servers.splice(0, 1)),
    ["breaking servers: `https://a.example` was removed"],
  );
});

test("a header that a response need not have any more may be missing, and one that it now has never is", () => {
  const lines = told(({ paths }) => {
    const { headers } = paths["/a"].get.responses["200"];
    delete headers["X-Count"]?.required;
    Object.assign(headers["X-Page"] ?? {}, { required: true });
  });
  assert.deepEqual(lines, [
    "breaking GET /a: header `X-Count` of the 200 response of listPets: required true → none",
    "other GET /a: header `X-Page` of the 200 response of listPets: required none → true",
  ]);
});

test("a change inside a header of a response speaks of that header", () => {
  const lines = told(({ paths }) => {
    Object.assign(paths["/a"].get.responses["200"].headers["X-Count"]?.schema ?? {}, { format: "int32" });
  });
  assert.deepEqual(lines, [
    'other GET /a: header `X-Count` of the 200 response of listPets: format none → "int32"',
  ]);
});

test("alternatives and a range of statuses are told as what they are", () => {
  const lines = told(({ paths, components }) => {
    const { post } = paths["/a"];
    const id = { oneOf: [{ type: "integer" }, { type: "string" }] };
    components.schemas.Owner = {
      ...components.schemas.Owner,
      properties: { id, name: { type: "string" }, phone },
    };
    Object.assign(post, { responses: { "2XX": post.responses["201"] } });
  });
  const change = 'alternatives now has {"type":"string"}';
  assert.deepEqual(lines, [
    `addition POST /a: field \`id\` in the request body of addOwner: ${change}`,
    'breaking POST /a: addOwner: responses "201" → "2XX"',
    `breaking POST /a: field \`id\` in the 2XX response of addOwner: ${change}`,
  ]);
});

/** The schema of an owner in two parts, of which the second one is given. */
const inParts = (part: object) => ({
  allOf: [
    { type: "object", required: ["id"], properties: { id: { type: "integer" } } },
    { type: "object", ...part },
  ],
});
const phone = { anyOf: [{ type: "null" }, { type: "string" }] };
const owner = { required: ["name"], properties: { name: { type: "string" }, phone } };

test("a schema that is put together of parts is no change, nor is one with null as an alternative", () => {
  const split = ({ components }: ReturnType<typeof description>) => {
    components.schemas.Owner = inParts(owner);
  };
  assert.deepEqual(told(split), []);
  assert.deepEqual(told(split, true), []);
});

test("of a schema that is put together of parts, what differs is told", () => {
  const lines = told(({ components }) => {
    components.schemas.Owner = inParts({ required: ["phone"], properties: { phone } });
  });
  assert.deepEqual(lines, [
    'breaking POST /a: the request body of addOwner: no longer requires "name", now requires "phone"',
    "other POST /a: field `name` in the request body of addOwner was removed",
    'breaking POST /a: the body of the 201 response of addOwner: no longer requires "name", now requires "phone"',
    "breaking POST /a: field `name` in the 201 response of addOwner was removed",
  ]);
});
