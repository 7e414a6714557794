import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parameter, Schema } from "./document.ts";
import { operationsOf } from "./document.ts";
import { listedIdSchemasOf, listingOf } from "./listings.ts";
import { smallDocument } from "./testing.ts";

const id: Schema = { type: "string", maxLength: 9 };

/** A list of the stops of a parcel, with a link from an item to another path. */
function listWith(path: string, parameters: readonly Parameter[] = [], schema: Schema = id) {
  const document = smallDocument();
  const properties = { at: schema, state: { enum: ["open", "done"] } };
  const items = { type: "array", items: { type: "object", properties } };
  const code = { name: "code", in: "path" as const, required: true, schema: { type: "string" } };
  const stop = { ...code, name: "stop" };
  document.paths["/api/parcels/{code}/stops"] = {
    get: {
      operationId: "listStops",
      parameters: [code, ...parameters],
      responses: {
        "200": {
          content: { "application/json": { schema: { type: "object", properties: { stops: items } } } },
          links: { stop: { operationId: "getStop", parameters: { stop: "$response.body#/stops/0/at" } } },
        },
      },
    },
  };
  document.paths[path] = { get: { operationId: "getStop", parameters: [code, stop], responses: {} } };
  return document;
}

function listingIn(document: ReturnType<typeof listWith>, name: string) {
  const one = operationsOf(document).find((other) => other.id === name);
  assert.ok(one !== undefined);
  return listingOf(document, one);
}

const below = "/api/parcels/{code}/stops/{stop}";

test("a list without pages is known by a link from an item to a path one level below", () => {
  const found = { items: "/stops", id: { pointer: "/at", schema: "listStops.items.at" } };
  assert.deepEqual(listingIn(listWith(below), "listStops"), found);
  const free = { ...found, id: { pointer: "/at", schema: null } };
  assert.deepEqual(listingIn(listWith(below, [], { type: "string" }), "listStops"), free);
  assert.deepEqual(
    listedIdSchemasOf(listWith(below)).map(({ name }) => name),
    ["listStops.items.at"],
  );
});

test("its filters are known like those of any other list", () => {
  const state = { name: "state", in: "query" as const, schema: { enum: ["open"] } };
  const { filters } = listingIn(listWith(below, [state]), "listStops") ?? {};
  assert.deepEqual(filters, { state: { pointer: "/state", values: ["open"], isText: false } });
});

test("anything else is none: one in pages, and one whose link leads elsewhere", () => {
  assert.equal(listingIn(smallDocument(), "listParcels"), null);
  assert.equal(listingIn(listWith("/api/stops/{stop}/of/{code}"), "listStops"), null);
  assert.equal(listingIn(listWith(below), "getStop"), null);
});

test("a list whose pages have numbers is one where it is said with which they begin", () => {
  const page = (schema: object) => ({
    name: "page",
    in: "query" as const,
    schema: { type: "integer", ...schema },
  });
  const numbered = { parameter: "page", counts: "pages", first: 1, size: null };
  assert.deepEqual(listingIn(listWith(below, [page({ default: 1 })]), "listStops")?.numbered, numbered);
  assert.equal(listingIn(listWith(below, [page({})]), "listStops"), null, "some count from 0");
});

test("items with an id make a list without a link from them, unless there are other lists, or it is replaced", () => {
  const without = (change: (document: ReturnType<typeof listWith>) => unknown) => {
    const document = listWith(below);
    const list = document.paths["/api/parcels/{code}/stops"]?.get;
    assert.ok(list !== undefined);
    const items = { type: "array", items: { type: "object", properties: { id } } };
    list.responses = {
      "200": {
        content: { "application/json": { schema: { type: "object", properties: { stops: items } } } },
      },
    };
    change(document);
    return listingIn(document, "listStops");
  };
  const listing = { items: "/stops", id: { pointer: "/id", schema: "listStops.items.id" } };
  assert.deepEqual(
    without(() => undefined),
    listing,
  );
  const bodyOf = (document: ReturnType<typeof listWith>) =>
    document.paths["/api/parcels/{code}/stops"]?.get?.responses["200"]?.content?.["application/json"];
  const others = { type: "array", items: { type: "string" } };
  assert.equal(
    without((document) => Object.assign(bodyOf(document)?.schema?.properties ?? {}, { others })),
    null,
  );
  const limit = { name: "limit", in: "query", schema: { type: "integer" } } as const;
  assert.equal(
    without((document) => document.paths["/api/parcels/{code}/stops"]?.get?.parameters?.push(limit)),
    null,
    "a part of them",
  );
  assert.equal(
    without((document) => Object.assign(bodyOf(document)?.schema?.properties ?? {}, { id })),
    null,
    "a thing with parts",
  );
  const put = { operationId: "replaceStops", responses: {} };
  assert.equal(
    without((document) => Object.assign(document.paths["/api/parcels/{code}/stops"] ?? {}, { put })),
    null,
  );
});

test("items with what a path below the list names make a list as well", () => {
  const document = listWith("/api/other");
  const list = document.paths["/api/parcels/{code}/stops"]?.get;
  assert.ok(list !== undefined);
  const items = { type: "array", items: { type: "object", properties: { stop: id, at: id } } };
  const schema = { type: "object", properties: { stops: items } };
  list.responses = { "200": { content: { "application/json": { schema } } } };
  assert.equal(listingIn(document, "listStops"), null);
  const put = { operationId: "seal", responses: {} };
  document.paths[`${below}/seal`] = { put };
  document.paths[below] = { get: { ...put, operationId: "history" } };
  assert.equal(listingIn(document, "listStops"), null, "there may be several of a name");
  document.paths[below] = { put };
  const named = { pointer: "/stop", schema: "listStops.items.stop" };
  assert.deepEqual(listingIn(document, "listStops"), { items: "/stops", id: named });
});
