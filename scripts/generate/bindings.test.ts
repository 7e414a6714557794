import assert from "node:assert/strict";
import { test } from "node:test";
import { bindingsOf } from "./bindings.ts";
import type { Document, Operation } from "./document.ts";
import { smallDocument } from "./testing.ts";

/** The small description with more paths; those without parameters of their own take the code of a parcel. */
function withPaths(paths: Readonly<Record<string, Partial<Operation>>>): Document {
  const document = smallDocument();
  for (const [path, get] of Object.entries(paths)) {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
      ...{ name, in: "path" as const, required: true, schema: { type: "string" } },
    }));
    document.paths[path] = { get: { parameters, responses: {}, ...get } };
  }
  return document;
}

const ofList = { operation: "listParcels", pointer: "/result/parcels/0/code" };
const stops = {
  description: "",
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          stops: { type: "array", items: { type: "object", properties: { at: { type: "string" } } } },
        },
      },
    },
  },
};

test("a path that begins like one to which a link leads has the same value there", () => {
  const document = withPaths({
    "/api/parcels/{code}/stops": { operationId: "listStops" },
    "/api/parcels/{code}": { operationId: "getParcel" },
    "/api/vans/{code}": { operationId: "getVan" },
  });
  const bindings = bindingsOf(document);
  assert.deepEqual(bindings.moveParcel, { code: ofList }, "by its link");
  assert.deepEqual(bindings.listStops, { code: ofList });
  assert.deepEqual(bindings.getParcel, { code: ofList });
  assert.equal(bindings.getVan, undefined);
});

test("a link may keep what the path of its request names, under any name", () => {
  const link = (parameters: Record<string, string>) => ({
    stop: { operationId: "getStop", parameters: { ...parameters, at: "$response.body#/stops/0/at" } },
  });
  const document = (parameters: Record<string, string>) =>
    withPaths({
      "/api/parcels/{code}/stops": {
        operationId: "listStops",
        responses: { "200": { ...stops, links: link(parameters) } },
      },
      "/api/parcels/{code}/stops/{at}": { operationId: "getStop" },
    });
  const expected = { code: ofList, at: { operation: "listStops", pointer: "/stops/0/at" } };
  for (const parameters of [{}, { code: "$request.path.code" }, { "path.code": "$request.path.code" }])
    assert.deepEqual(bindingsOf(document(parameters)).getStop, expected);
  assert.throws(
    () => bindingsOf(document({ day: "$request.path.code" })),
    /the parameter day, which it does not take/,
  );
  assert.throws(() => bindingsOf(document({ code: "$request.path.day" })), /write \$request\.path\.day as/);
});

test("a path one level below a list has the ids of its items where no link says anything", () => {
  const document = withPaths({ "/api/parcels/{number}": { operationId: "getParcel" } });
  assert.deepEqual(bindingsOf(document).getParcel, { number: ofList });
});
