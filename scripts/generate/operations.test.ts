import assert from "node:assert/strict";
import { test } from "node:test";
import { type Operation as Generated, operations, responseSchema } from "../../generated/operations.ts";
import type { Operation as DescribedOperation, Document } from "./document.ts";
import { operationsModule } from "./operations.ts";
import { schemasOf } from "./schemas.ts";
import { smallDocument } from "./testing.ts";

/** What a constant of the generated module holds, read back from its text. */
function constant(document: Document, name: "operations" | "api"): Record<string, Record<string, unknown>> {
  const text = new RegExp(`export const ${name} = (\\{[\\s\\S]*?\\n\\}) as const`).exec(
    operationsModule(document),
  );
  assert.ok(text, `the module holds ${name}`);
  return JSON.parse(text[1] ?? "") as Record<string, Record<string, unknown>>;
}

/** The row of an operation that the small description has besides its own. */
function rowOf(operation: Partial<DescribedOperation>) {
  const document = smallDocument();
  document.paths["/api/more"] = { post: { operationId: "more", responses: {}, ...operation } };
  return constant(document, "operations").more ?? {};
}

test("knows what each operation needs, from the description alone", () => {
  const rows = constant(smallDocument(), "operations");
  assert.deepEqual(Object.keys(rows), ["logIn", "listParcels", "moveParcel"]);
  assert.deepEqual(rows.listParcels, {
    id: "listParcels",
    method: "GET",
    path: "/api/parcels",
    requirement: null,
    unspecified: [],
    scopes: ["parcels"],
    signed: null,
    idempotent: null,
    paginated: {
      items: "/result/parcels",
      id: { pointer: "/code", schema: null },
      parameter: "after",
      cursor: "/result/next",
      pageSize: null,
      rules: { cursor: null, pageSize: null },
    },
    query: { after: "string" },
    queryBounds: {},
    mediaType: null,
    bodyRequired: false,
    bodyFields: [],
    body: null,
    responses: { "200": "ParcelPage" },
    bindings: { after: { operation: "listParcels", pointer: "/result/next" } },
    changes: null,
  });
  const { scopes, signed, idempotent, bodyFields, responses, bindings, changes } = rows.moveParcel ?? {};
  assert.deepEqual([rows.logIn?.scopes, scopes], [null, ["parcels"]]);
  assert.deepEqual([signed, idempotent], [{ signature: "X-Proof", timestamp: "X-Sent-At" }, "X-Once"]);
  assert.deepEqual([bodyFields, responses], [["city"], { "204": null }]);
  assert.deepEqual(bindings, { code: { operation: "listParcels", pointer: "/result/parcels/0/code" } });
  assert.deepEqual(changes, { operation: "listParcels", parameter: "code", id: "/code", target: "/place" });
});

test("says which property of a body is what it changes, where the body is not that itself", () => {
  const memberIn = (document: Document) => {
    const changes: { member?: string } | null = constant(document, "operations").moveParcel?.changes ?? null;
    return changes?.member;
  };
  const changed = (body: object) => {
    const document = smallDocument();
    const place = document.components.schemas?.Place;
    assert.ok(place !== undefined);
    Object.assign(place, { properties: { city: { type: "string" }, ...body } });
    return memberIn(document);
  };
  assert.equal(changed({}), undefined, "the body is the place");
  assert.equal(changed({ place: { type: "string" } }), undefined, "a place has a place of its own");
  const document = smallDocument();
  const { requestBody } = document.paths["/api/parcels/{code}/place"]?.post ?? {};
  const schema = { type: "object", properties: { place: { $ref: "#/components/schemas/Place" } } };
  Object.assign(requestBody ?? {}, { content: { "application/json": { schema } } });
  assert.equal(memberIn(document), "place");
  Object.assign(schema.properties, { code: { type: "string" } });
  const both: { target?: string } | null = constant(document, "operations").moveParcel?.changes ?? null;
  assert.deepEqual([memberIn(document), both?.target], [undefined, ""], "a parcel has a code as well");
});

test("takes a value from what is there before it takes one from what is created for it", () => {
  const document = smallDocument();
  document.paths["/api/more"] = {
    post: {
      operationId: "more",
      responses: {
        "201": {
          content: {
            "application/json": { schema: { type: "object", properties: { code: { type: "string" } } } },
          },
          links: { moved: { operationId: "moveParcel", parameters: { code: "$response.body#/code" } } },
        },
      },
    },
  };
  const { moveParcel } = constant(document, "operations");
  assert.deepEqual(moveParcel?.bindings, {
    code: { operation: "listParcels", pointer: "/result/parcels/0/code" },
  });
});

test("holds no schema against a response that is no JSON", () => {
  const document = smallDocument();
  const schema = { type: "string" };
  document.paths["/api/more"] = {
    get: {
      operationId: "more",
      responses: {
        "200": { content: { "text/csv": { schema } } },
        "4XX": { content: { "application/problem+json": { schema } } },
      },
    },
  };
  assert.deepEqual(constant(document, "operations").more?.responses, { "200": null, "4XX": "more4XX" });
});

test("knows what holds for every operation", () => {
  assert.deepEqual(constant(smallDocument(), "api"), {
    versionPrefix: "/api",
    token: "logIn",
    scopes: ["parcels"],
    headers: { signature: "X-Proof", timestamp: "X-Sent-At", idempotencyKey: "X-Once" },
    signature: { string: "{timestamp} {method} {path}", hash: "sha512", encoding: "hex" },
    timestampWindowSeconds: 30,
    clockToleranceSeconds: 0,
    idempotencyKeyLifetimeSeconds: 60,
    requirements: { token: null, signature: null, timestamp: null, idempotencyKey: null },
  });
});

test("knows rule and questions of an operation, and the types of its query parameters", () => {
  const row = rowOf({
    "x-requirement": "more.request",
    "x-unspecified": ["gap.more"],
    parameters: [
      { name: "a", in: "query", schema: { type: ["string", "null"] } },
      { name: "b", in: "query" },
      { name: "c", in: "query", schema: { type: "integer" } },
    ],
  });
  assert.deepEqual([row.requirement, row.unspecified], ["more.request", ["gap.more"]]);
  assert.deepEqual(row.query, { a: null, b: null, c: "integer" });
});

test("a query parameter with bounds has a schema by name, and one without has none", () => {
  const parameters = (schema: object) => [{ name: "a", in: "query" as const, schema }];
  const boundsOf = (schema: object) => rowOf({ parameters: parameters(schema) }).queryBounds;
  assert.deepEqual(boundsOf({ type: "integer", default: 10 }), {});
  assert.deepEqual(boundsOf({ type: "array", items: { type: "string" }, maxItems: 2 }), {});
  assert.deepEqual(boundsOf({ type: "array", items: { enum: ["a"] } }), { a: "more.a" }, "that of an item");
  assert.deepEqual(boundsOf({ type: "integer", maximum: 50 }), { a: "more.a" });
  assert.deepEqual(boundsOf({ enum: ["EUR"] }), { a: "more.a" });
  const document = smallDocument();
  document.components.schemas.Currency = { enum: ["EUR"] } as object;
  const named = parameters({ $ref: "#/components/schemas/Currency" });
  document.paths["/api/more"] = { get: { operationId: "more", responses: {}, parameters: named } };
  assert.deepEqual(constant(document, "operations").more?.queryBounds, { a: "Currency" });
  assert.ok(schemasOf(document).some(({ name }) => name === "Currency"));
});

test("a list in the query is written as the description says, each value by the name of the parameter otherwise", () => {
  const listsOf = (rest: object, schema: object = { type: "array", items: { type: "string" } }) =>
    rowOf({ parameters: [{ name: "a", in: "query" as const, schema, ...rest }] }).queryLists;
  assert.deepEqual(listsOf({}), { a: { style: "form", explode: true } });
  assert.deepEqual(listsOf({ explode: false }), { a: { style: "form", explode: false } });
  assert.deepEqual(listsOf({ style: "pipeDelimited" }), { a: { style: "pipeDelimited", explode: false } });
  assert.equal(listsOf({}, { type: "string" }), undefined);
});

test("an operation without a security of its own needs what the whole description says", () => {
  const document = smallDocument();
  document.security = [{ login: ["parcels"] }];
  document.paths["/api/more"] = { get: { operationId: "more", responses: {} } };
  assert.deepEqual(constant(document, "operations").more?.scopes, ["parcels"]);
  assert.equal(constant(document, "operations").logIn?.scopes, null);
});

test("a request body is required where the description says so, and optional otherwise", () => {
  const body = { content: { "application/json": { schema: { type: "object" } } } };
  assert.equal(rowOf({ requestBody: { ...body, required: true } }).bodyRequired, true);
  assert.equal(rowOf({ requestBody: body }).bodyRequired, false);
});

test("a PUT may leave alone what it does not name, where its description says so", () => {
  const keeps = (description: string) => {
    const document = smallDocument();
    const schema = { type: "object", properties: { size: {}, note: {} } };
    const requestBody = { content: { "application/json": { schema } } };
    document.paths["/api/more"] = { put: { operationId: "more", responses: {}, description, requestBody } };
    return constant(document, "operations").more?.keepsLeftOut;
  };
  assert.deepEqual(keeps("Replaces what is named. What is left out stays as it is."), ["size", "note"]);
  assert.deepEqual(keeps("Omitted properties are kept."), ["size", "note"]);
  assert.deepEqual(keeps("Where `note` is left out, it stays. It has a `size`."), ["note"]);
  for (const open of [
    "A client that leaves the note out keeps it.",
    "All properties that are left out stay as they are, except `note`, which is removed.",
    "Where `size` is left out, `note` stays as it was.",
    "Fields left out are reset to their defaults; the id remains unchanged.",
    "Unlike a PATCH, which leaves what is omitted unchanged, this replaces everything.",
    "Omitted properties are no longer kept.",
  ])
    assert.deepEqual(keeps(open), [], open);
  assert.equal(keeps("Replaces it. What is left out has its default."), undefined);
  assert.equal(keeps("What is left out is not kept."), undefined);
});

test("a body has its schema by name, also where it stands in the operation or in a shared body", () => {
  const inline = { content: { "application/json": { schema: { type: "object" } } } };
  assert.equal(rowOf({ requestBody: inline }).body, "moreBody");
  assert.equal(constant(smallDocument(), "operations").moveParcel?.body, "Place");
  const document = smallDocument();
  Object.assign(document.components, { requestBodies: { Shared: inline } });
  const shared = { $ref: "#/components/requestBodies/Shared" };
  document.paths["/api/more"] = { post: { operationId: "more", responses: {}, requestBody: shared } };
  assert.equal(constant(document, "operations").more?.body, "moreBody");
  assert.ok(schemasOf(document).some(({ name }) => name === "moreBody"));
});

test("the schema of a response is found by its status, its range or the default", () => {
  const [first] = Object.values<Generated>(operations);
  assert.ok(first);
  const [name] = Object.values(first.responses);
  assert.ok(name);
  const found = (responses: Generated["responses"], status: number) =>
    responseSchema({ ...first, responses }, status);
  assert.equal(found({ "200": name, "4XX": null }, 200), name);
  assert.equal(found({ "200": name, "4XX": null }, 404), null);
  assert.equal(found({ "2XX": null, "4XX": name }, 404), name);
  assert.equal(found({ "204": null, "2XX": name }, 204), null);
  assert.equal(found({ "200": null, default: name }, 500), name);
  assert.equal(found({ "200": name }, 500), null);
});

test("a body is a map where its schema says of all values alike what they are", () => {
  const isMap = (schema: object) =>
    rowOf({ requestBody: { content: { "application/json": { schema } } } }).bodyIsMap === true;
  assert.ok(isMap({ type: "object", additionalProperties: { type: "boolean" } }));
  for (const other of [
    { type: "object" },
    { type: "object", additionalProperties: true },
    { type: "object", additionalProperties: { type: "boolean" }, properties: { a: { type: "boolean" } } },
    { type: "object", additionalProperties: { type: "boolean" }, allOf: [{ type: "object" }] },
  ])
    assert.ok(!isMap(other), JSON.stringify(other));
});

test("what is read-only in a body is known", () => {
  const document = smallDocument();
  const names = () => {
    const { bodyFields, readOnlyFields } = constant(document, "operations").moveParcel ?? {};
    return [bodyFields, readOnlyFields];
  };
  assert.deepEqual(names(), [["city"], undefined]);
  const since = { type: "string", readOnly: true };
  Object.assign(document.components.schemas?.Place ?? {}, {
    properties: { city: { type: "string" }, since },
  });
  assert.deepEqual(names(), [["city", "since"], ["since"]]);
});

test("the digest changes with the description", () => {
  const digest = (document: Document) =>
    /descriptionDigest = "(\w{64})"/.exec(operationsModule(document))?.[1];
  const other = smallDocument();
  other.info.version = "2.0.1";
  assert.notEqual(digest(smallDocument()), undefined);
  assert.notEqual(digest(smallDocument()), digest(other));
  assert.equal(digest(smallDocument()), digest(smallDocument()));
});

test("a sentence means the same wherever its lines end", () => {
  const document = smallDocument();
  const moments = { created_at: { type: "string", format: "date-time" } };
  const { Parcel } = document.components.schemas ?? {};
  Object.assign(Parcel ?? assert.fail(), { properties: { ...Parcel?.properties, ...moments } });
  const list = document.paths["/api/parcels"]?.get ?? assert.fail();
  list.description = "Lists parcels, newest\nfirst.\n";
  const { paginated } = constant(document, "operations").listParcels ?? {};
  assert.deepEqual((paginated as { usualOrder?: unknown }).usualOrder, {
    pointer: "/created_at",
    direction: "descending",
  });
});

test("knows of an operation with a key whether its words say that a repetition succeeds", () => {
  const parameters = [{ $ref: "#/components/parameters/Once" }];
  const row = (description: string) =>
    rowOf({ description, parameters } as unknown as Partial<DescribedOperation>);
  assert.equal(row("A retry under its key is answered with 204.").succeedsAgain, true);
  assert.equal(row("A retry under its key is safe.").succeedsAgain, undefined);
});
