/** What is ordinary in a description is taken as it is. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { demandsModule } from "./demands.ts";
import { type Document, operationsOf, type Schema } from "./document.ts";
import { fieldsModule } from "./fields.ts";
import { operationsModule } from "./operations.ts";
import { refusalsOf } from "./refuse.ts";
import { samplesOf } from "./sample-values.ts";
import { responsesOf } from "./schemas.ts";
import { smallDocument } from "./testing.ts";
import { validatorsDeclaration, validatorsModule } from "./validators.ts";

const folder = temporaryFolder();
let made = 0;

type Validators = Record<string, (value: unknown) => boolean>;

/** The validators of the small description with these schemas, from a module that has to stand alone. */
async function validatorsWith(schemas: Record<string, object>): Promise<Validators> {
  const document = smallDocument();
  Object.assign(document.components.schemas, schemas);
  made += 1;
  // Far from any node_modules: the module needs no other one.
  const file = join(folder, `validators-${made}.mjs`);
  writeFileSync(file, validatorsModule(document));
  const { validators } = await import(pathToFileURL(file).href);
  return validators;
}

const kinds: readonly object[] = ["cat", "dog"].map((kind) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, [kind]: { type: "string" } },
}));

const schemas: readonly (readonly [what: string, schema: object, right: unknown, wrong: unknown])[] = [
  ["format date", { type: "string", format: "date" }, "2026-02-28", "2026-02-30"],
  ["format date-time", { type: "string", format: "date-time" }, "2026-02-28T01:02:03Z", "2026-02-28"],
  ["format uuid", { type: "string", format: "uuid" }, "0f8fad5b-d9cb-469f-a165-70867728950e", "0f8fad5b"],
  ["format email", { type: "string", format: "email" }, "a@example.com", "a"],
  ["format uri", { type: "string", format: "uri" }, "https://example.com/a", "a b"],
  ["format int32", { type: "integer", format: "int32" }, 2 ** 31 - 1, 2 ** 31],
  ["a format that nobody here validates", { type: "string", format: "iso-4217" }, "EUR", 1],
  ["minLength, in characters", { type: "string", minLength: 2 }, "ab", "😀"],
  ["maxLength, in characters", { type: "string", maxLength: 1 }, "😀", "ab"],
  ["multipleOf of a fraction", { type: "number", multipleOf: 0.01 }, 19.99, 19.995],
  ["multipleOf of a fraction, large", { type: "number", multipleOf: 0.01 }, 123456789.07, 123456789.075],
  ["uniqueItems", { type: "array", uniqueItems: true, items: { type: "object" } }, [{}], [{}, {}]],
  [
    "additionalProperties",
    { type: "object", additionalProperties: { type: "string" } },
    { a: "b" },
    { a: 1 },
  ],
  ["allOf and required beside it", { required: ["kind"], allOf: kinds.slice(0, 1) }, { kind: "cat" }, {}],
  ["oneOf", { oneOf: kinds }, { kind: "dog" }, { kind: "cow" }],
  [
    "oneOf with a discriminator",
    { oneOf: kinds, discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Place" } } },
    { kind: "cat", cat: "a" },
    { kind: "cat", cat: 1 },
  ],
  [
    "a discriminator of which the alternatives say nothing",
    { type: "object", discriminator: { propertyName: "kind" }, properties: { kind: { type: "string" } } },
    { kind: "cow" },
    { kind: 1 },
  ],
  ["an extension that nobody knows", { type: "string", "x-colour": { of: "a form" } }, "a", 1],
  ["an extension in an extension", { type: "string", "x-form": { "x-width": 3 } }, "a", 1],
  [
    "a property that is called x-ray",
    { type: "object", properties: { "x-ray": { type: "string" } } },
    {},
    { "x-ray": 1 },
  ],
  ["a schema of true", { type: "array", items: true }, [1], 1],
  [
    "xml and externalDocs",
    { type: "string", xml: { name: "a" }, externalDocs: { url: "https://a.example" } },
    "a",
    1,
  ],
];

for (const [what, schema, right, wrong] of schemas) {
  test(`takes ${what}`, async () => {
    const { Thing } = await validatorsWith({ Thing: schema });
    assert.ok(Thing);
    assert.equal(Thing(right), true);
    assert.equal(Thing(wrong), false);
    const document = smallDocument();
    document.components.schemas.Thing = { ...schema, "x-requirement": "thing.form" } as Schema;
    const thing = { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } };
    document.paths["/api/things"] = { get: { operationId: "readThing", responses: { "200": thing } } };
    const sample = samplesOf(document).readThing?.responses["200"];
    assert.ok(Thing(sample), "the sample fits");
    const text =
      /"schema": "Thing",[^\]]*?"requirement": "thing.form",[\s\S]*?"invalid": (\[[\s\S]*?\n {4}\])/;
    const invalid = JSON.parse(text.exec(fieldsModule(document))?.[1] ?? "[]") as { value: unknown }[];
    for (const { value } of invalid) assert.equal(Thing(value), false, JSON.stringify(value));
  });
}

test("a schema may have any name that OpenAPI allows", async () => {
  const names = { "Big.Thing-2": { type: "string" }, default: { type: "number" }, schema3: { const: 5 } };
  const validators = await validatorsWith(names);
  assert.deepEqual([validators["Big.Thing-2"]?.("a"), validators.default?.("a")], [true, false]);
  // AJV calls its own parts so.
  assert.equal(validators.schema3?.(5), true);
  const document = smallDocument();
  Object.assign(document.components.schemas, names);
  assert.match(validatorsDeclaration(document), /"Big\.Thing-2" \| "default" \| "schema3"/);
});

/** The row of an operation in the generated table. */
function row(document: Document, id: string): Record<string, unknown> {
  const json = /export const operations = (\{[\s\S]*?\n\}) as const/.exec(operationsModule(document))?.[1];
  return (JSON.parse(json ?? "{}") as Record<string, Record<string, unknown>>)[id] ?? {};
}

test("parameters, bodies, responses and paths may stand elsewhere, and refer to others in turn", () => {
  const document = smallDocument();
  const path = "/api/parcels/{code}/place";
  const post = document.paths[path]?.post;
  assert.ok(post);
  const body = { required: true, content: { "text/plain": { schema: { type: "string" } } } };
  const components = document.components as unknown as Record<string, Record<string, object>>;
  components.requestBodies = { Move: { $ref: "#/components/requestBodies/Real" }, Real: body };
  components.responses = {
    Moved: { $ref: "#/components/responses/Real" },
    Real: { content: { "application/json": { schema: { type: "string" } } } },
  };
  components.pathItems = {
    Move: {
      post: {
        ...post,
        requestBody: { $ref: "#/components/requestBodies/Move" },
        responses: { "200": { $ref: "#/components/responses/Moved" } },
      },
    },
  };
  document.paths[path] = { $ref: "#/components/pathItems/Move" };
  const { mediaType, bodyRequired, idempotent, responses } = row(document, "moveParcel");
  assert.deepEqual([mediaType, bodyRequired, idempotent], ["text/plain", true, "X-Once"]);
  assert.deepEqual(responses, { "200": "Moved" });
  const operation = operationsOf(document).find(({ id }) => id === "moveParcel");
  assert.ok(operation);
  assert.equal(
    responsesOf(document, operation)["200"]?.fragment,
    "#/components/responses/Real/content/application~1json/schema",
  );
  assert.equal(typeof samplesOf(document).moveParcel?.bodies[0], "string");
  // A body within a path that stands elsewhere is looked for there.
  const item = components.pathItems.Move as { post: { requestBody: object } };
  item.post.requestBody = post.requestBody ?? {};
  const demanded = (one: Document) => demandsModule(one).split("moveParcel").length;
  assert.equal(demanded(document), demanded(smallDocument()));
});

test("a body may be optional, and a parameter of an operation comes before that of its path", () => {
  const document = smallDocument();
  const item = document.paths["/api/parcels"];
  assert.ok(item?.get);
  item.parameters = [
    { name: "after", in: "query", schema: { type: "integer" } },
    { name: "size", in: "query", schema: { type: "integer" } },
  ];
  item.get.requestBody = { content: { "application/json": {} } };
  const { query, bodyRequired } = row(document, "listParcels");
  assert.deepEqual(query, { size: "integer", after: "string" });
  assert.equal(bodyRequired, false);
});

test("an optional header may be described, and those that OpenAPI does not take as parameters", () => {
  const document = smallDocument();
  document.paths["/api/parcels"]?.get?.parameters?.push(
    { name: "X-Trace", in: "header", schema: { type: "string" } },
    { name: "Accept", in: "header", required: true, schema: { type: "string" } },
  );
  assert.deepEqual(refusalsOf(document), []);
});

test("externalDocs may stand at the root, in a tag, in an operation and in a schema", () => {
  const document = smallDocument();
  const externalDocs = { url: "https://docs.example" };
  Object.assign(document, { externalDocs, tags: [{ name: "Parcels", externalDocs }] });
  Object.assign(document.paths["/api/parcels"]?.get ?? {}, { externalDocs });
  Object.assign(document.components.schemas.Place ?? {}, { externalDocs });
  assert.deepEqual(refusalsOf(document), []);
});
