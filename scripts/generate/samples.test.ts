import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { operations, responseSchema } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import { validators } from "../../generated/validators.js";
import { valueAt } from "../../src/core/json.ts";
import type { Document } from "./document.ts";
import { samplesOf } from "./sample-values.ts";

const description = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

for (const operation of Object.values(operations)) {
  const { path, bodies, items, responses } = samples[operation.id];
  test(`${operation.id} has what a request and a server need`, () => {
    assert.deepEqual(
      Object.keys(path),
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    assert.deepEqual(Object.keys(responses), Object.keys(operation.responses));
    for (const [status, body] of Object.entries(responses)) {
      const schema = responseSchema(operation, Number(status.replace("XX", "00")));
      if (schema !== null) assert.ok(validators[schema](body), status);
    }
    if (operation.mediaType === null) assert.deepEqual(bodies, []);
    else assert.ok(new Set(bodies.map((body) => JSON.stringify(body))).size >= 2);
    const { id } = operation.paginated ?? {};
    if (id == null) assert.deepEqual(items, []);
    else assert.equal(new Set(items.map((item) => valueAt(item, id.pointer))).size, 32);
  });
}

/** The samples of the description with one more operation. */
function made(method: "get" | "post" | "patch", operation: object, schemas: object = {}) {
  const document = structuredClone(description);
  document.paths["/v1/more/{id}"] = { [method]: { operationId: "more", responses: {}, ...operation } };
  Object.assign(document.components.schemas, schemas);
  return samplesOf(document).more;
}

const json = (schema: object, rest: object = {}) => ({
  content: { "application/json": { schema, ...rest } },
});

test("a path parameter takes the value that a link names, its example, or one that its schema allows", () => {
  assert.equal(samples.updateCardLimits.path.id, valueAt(samples.listCards.items[0], "/id"));
  const parameter = { name: "id", in: "path", required: true };
  const path = (rest: object) => made("get", { parameters: [{ ...parameter, ...rest }] })?.path.id;
  assert.equal(path({ schema: { type: "string" }, example: "a" }), "a");
  assert.equal(path({ schema: { type: "string", examples: ["b"] } }), "b");
  assert.match(path({ schema: { type: "string", pattern: "^X[0-9]{3}$" } }) ?? "", /^X[0-9]{3}$/);
});

test("a query parameter is among the samples where a request needs it", () => {
  const parameters = [
    { name: "from", in: "query", required: true, schema: { type: "integer", default: 3 } },
    { name: "to", in: "query", schema: { type: "integer" } },
  ];
  assert.deepEqual(made("get", { parameters })?.query, { from: "3" });
});

test("a header that a request needs has its example, its default, or a value of its schema; a UUID is a new one", () => {
  const header = { name: "X-One", in: "header", required: true };
  const needed = (rest: object) => made("get", { parameters: [{ ...header, ...rest }] })?.needed;
  assert.deepEqual(needed({ schema: { enum: ["EU"] } }), { "X-One": "EU" });
  assert.deepEqual(needed({ schema: { type: "string", default: "b" }, example: "a" }), { "X-One": "a" });
  assert.deepEqual(needed({ schema: { type: "string", format: "uuid" } }), { "X-One": null });
  const tenant = "6f1b2f0e-1f9b-4c1f-9d57-2f0c7c1a8b11";
  assert.deepEqual(needed({ schema: { type: "string", format: "uuid" }, example: tenant }), {
    "X-One": tenant,
  });
  assert.equal(needed({ required: false, schema: { type: "string" } }), undefined);
});

test("bodies are the examples, variations that still fit, and made ones with every property", () => {
  const schema = {
    type: "object",
    required: ["reason"],
    properties: { reason: { enum: ["lost", "stolen"] }, days: { type: "integer", minimum: 2, maximum: 4 } },
  };
  const example = { reason: "lost", days: 4 };
  const [first, ...others] = made("post", { requestBody: json(schema, { example }) })?.bodies ?? [];
  assert.deepEqual(first, example);
  assert.ok(others.length >= 2);
  // The last one has as little as there need be.
  assert.deepEqual(Object.keys(others.pop() ?? {}), ["reason"]);
  for (const body of others as (typeof example)[]) {
    assert.ok(schema.properties.reason.enum.includes(body.reason));
    assert.ok([2, 3, 4].includes(body.days));
  }
});

test("a body has nothing that is read-only, unless its schema needs it", () => {
  const schema = {
    type: "object",
    required: ["size", "kind"],
    properties: {
      size: { type: "integer" },
      id: { type: "string", readOnly: true },
      kind: { type: "string", readOnly: true },
      owner: {
        type: "object",
        properties: { name: { type: "string" }, since: { type: "integer", readOnly: true } },
      },
    },
  };
  const example = { size: 1, id: "a", kind: "b", owner: { name: "c", since: 4 } };
  const bodies = made("post", { requestBody: json(schema, { example }) })?.bodies ?? [];
  assert.deepEqual(bodies[0], { size: 1, kind: "b", owner: { name: "c" } });
  assert.ok(bodies.length > 2);
  for (const body of bodies as Partial<typeof example>[]) {
    assert.equal(body.id, undefined);
    assert.equal(body.owner?.since, undefined);
  }
});

test("a body has as little as its schema needs as well: nothing at all, where a POST needs nothing", () => {
  const schema = { type: "object", properties: { name: { type: "string", examples: ["Lamp"] } } };
  const bodies = (method: "get" | "post", required: readonly string[]) =>
    made(method, { requestBody: json({ ...schema, required }, { example: { name: "Lamp" } }) })?.bodies ?? [];
  const isBare = (body: unknown) => JSON.stringify(body) === "{}";
  assert.equal(bodies("post", []).filter(isBare).length, 1);
  assert.equal(bodies("post", ["name"]).filter(isBare).length, 0);
  assert.equal(bodies("get", []).filter(isBare).length, 0);
});

test("a merge patch takes away what may be null", () => {
  const properties = { name: { type: "string" }, note: { type: ["string", "null"] } };
  const schema = { type: "object", properties };
  const bodies = (mediaType: string) =>
    made("post", { requestBody: { content: { [mediaType]: { schema } } } })?.bodies ?? [];
  const taken = (mediaType: string) =>
    bodies(mediaType).filter((body) => valueAt(body, "/note") === null).length;
  assert.deepEqual([taken("application/merge-patch+json"), taken("application/json")], [1, 0]);
});

test("a merge patch sets everything to two values, whatever its example leaves out", () => {
  const flags = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, { type: "boolean" }]));
  const content = { schema: { type: "object", properties: flags }, example: { a: true } };
  const { bodies } =
    made("post", { requestBody: { content: { "application/merge-patch+json": content } } }) ?? {};
  const values = (name: string) =>
    new Set(bodies?.map((body) => valueAt(body, `/${name}`)).filter((one) => one !== undefined));
  assert.deepEqual(
    Object.keys(flags).map((name) => values(name).size),
    [2, 2, 2, 2, 2],
  );
});

test("a made body has a value for what may be null", () => {
  const schema = {
    type: "object",
    required: ["phone"],
    properties: { phone: { type: ["string", "null"] }, kind: { type: "null" } },
  };
  const bodies = made("post", { requestBody: json(schema) })?.bodies ?? [];
  assert.ok(bodies.length > 1);
  for (const body of bodies) assert.equal(typeof (body as { phone: unknown }).phone, "string");
});

test("a response without an example is made, also one whose schema holds itself", () => {
  const schemas = {
    Tree: {
      type: "object",
      required: ["name", "kind", "children"],
      properties: {
        name: { type: "string", minLength: 3, maxLength: 4 },
        kind: { oneOf: [{ const: "leaf" }, { const: "branch" }] },
        children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        parent: { $ref: "#/components/schemas/Tree" },
      },
    },
  };
  const responses = { "200": json({ $ref: "#/components/schemas/Tree" }), "204": {} };
  const found = made("get", { responses }, schemas)?.responses ?? {};
  const { name, kind, children } = found["200"] as { name: string; kind: string; children: unknown };
  assert.match(name, /^.{3,4}$/);
  assert.match(kind, /^(leaf|branch)$/);
  assert.deepEqual(children, []);
  assert.equal(found["204"], null);
});

test("a response header is among the samples where a response needs it, in lower case", () => {
  const headers = {
    Location: { required: true, schema: { type: "string" }, example: "/v1/more/1" },
    "X-Left": { required: true, schema: { type: "integer", minimum: 5, maximum: 5 } },
    ETag: { schema: { type: "string" } },
  };
  const found = made("post", { responses: { "201": { headers }, "204": {} } });
  assert.deepEqual(found?.headers, { "201": { location: "/v1/more/1", "x-left": "5" } });
  assert.deepEqual(made("post", {})?.headers, {});
});

test("an example that does not fit its schema is no sample", () => {
  const bodies = made("post", { requestBody: json({ type: "object" }, { example: [] }) })?.bodies ?? [];
  assert.ok(bodies.length > 0);
  assert.ok(!bodies.some(Array.isArray));
});

test("a value of a list of values is one of the list, whatever else is usual for its type", () => {
  const code = { type: "string", enum: ["EUR", "USD"] };
  const properties = {
    currency: code,
    from: { type: "string", allOf: [code] },
    to: { $ref: "#/components/schemas/Code", type: "string" },
    unit: { type: "string", const: "kg" },
    direction: { type: "integer", enum: [0, -1] },
    long: { type: "string", enum: ["longer than any word"] },
  };
  const schema = { type: "object", required: Object.keys(properties), properties };
  const [body] =
    made("post", { requestBody: json(schema) }, { Code: { enum: ["EUR", "USD"] } })?.bodies ?? [];
  const { currency, from, to, unit, direction, long } = body as Record<string, unknown>;
  for (const one of [currency, from, to]) assert.match(String(one), /^(EUR|USD)$/);
  assert.equal(unit, "kg");
  assert.ok(direction === 0 || direction === -1);
  assert.equal(long, "longer than any word");
});

test("a made fraction has no more digits than its schema asks for", () => {
  const items = { type: "number", multipleOf: 0.01, minimum: 0, maximum: 50 };
  const schema = { type: "array", minItems: 40, maxItems: 40, items };
  const [prices] = made("post", { requestBody: json(schema) })?.bodies ?? [];
  for (const price of prices as number[]) assert.match(String(price), /^\d+(\.\d\d?)?$/);
});

test("a value is made of parts that allow a property only beside some value of another one", () => {
  const card = {
    type: "object",
    required: ["status"],
    properties: {
      status: { enum: ["active", "blocked"] },
      block: { type: "object", required: ["reason"], properties: { reason: { const: "lost" } } },
      since: { type: "integer" },
    },
    if: { properties: { status: { const: "blocked" } } },
    else: { properties: { block: false, since: false } },
  };
  const active = { properties: { status: { const: "active" } } };
  const [body] = made("post", { requestBody: json({ allOf: [card, active] }) })?.bodies ?? [];
  assert.deepEqual(body, { status: "active" });
});

test("a schema that nothing can be made for is named, with what to do", () => {
  const contradictions = [
    { type: "string", minLength: 3, maxLength: 2 },
    { type: "string", minLength: 3, enum: ["a"] },
  ];
  for (const schema of contradictions) {
    assert.throws(
      () => made("post", { requestBody: json(schema) }),
      /no value can be made for this schema; mend it, or give it an example/,
    );
  }
});

test("a map for which nothing can be made stays as it is", () => {
  const schema = (values: object) => ({
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, links: { type: "object", additionalProperties: values } },
  });
  const linksIn = (values: object) =>
    (made("post", { requestBody: json(schema(values)) })?.bodies ?? []).map((body) =>
      valueAt(body, "/links"),
    );
  const isFilled = (links: unknown) => Object.keys(links ?? {}).length === 2;
  assert.ok(linksIn({ type: "string" }).some(isFilled));
  assert.ok(!linksIn({ type: "string", pattern: "^(?=a)b$" }).some(isFilled));
});

test("the fullest body of a merge patch has the parts of the examples, where made ones have none", () => {
  const hours = { type: "object", properties: { from: { type: "string" }, to: { type: "string" } } };
  const either = { oneOf: [hours, { type: "null" }] };
  const schema = { type: "object", properties: { label: { type: "string" }, hours: either } };
  const requestBody = {
    content: {
      "application/merge-patch+json": {
        schema,
        examples: {
          hours: { value: { hours: { from: "22:00", to: "07:00" } } },
          label: { value: { label: "Work" } },
        },
      },
    },
  };
  const { bodies = [] } = made("patch", { requestBody }) ?? {};
  assert.ok(
    bodies.some((body) => isDeepStrictEqual(body, { hours: { from: "22:00", to: "07:00" }, label: "Work" })),
  );
});
