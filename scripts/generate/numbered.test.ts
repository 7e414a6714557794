import assert from "node:assert/strict";
import { test } from "node:test";
import { operationsOf, type Schema } from "./document.ts";
import { numberedOf } from "./numbered.ts";
import { paginationOf } from "./pages.ts";
import { smallDocument } from "./testing.ts";

/** The small description, whose list takes this number for its cursor. */
function listWith(name: string, schema: Schema, more: object = {}) {
  const document = smallDocument();
  const list = document.paths["/api/parcels"]?.get;
  assert.ok(list !== undefined);
  list.parameters = [
    { name, in: "query", schema },
    { name: "size", in: "query", schema: { type: "integer", default: 20 } },
  ];
  const parameters = { [name]: "$response.body#/result/next" };
  Object.assign(
    list.responses["200"]?.links ?? {},
    { next: { operationId: "listParcels", parameters } },
    more,
  );
  const [, one] = operationsOf(document);
  assert.equal(one?.id, "listParcels");
  return { document, one };
}

const size = { parameter: "size", default: 20 };

test("pages are known by numbers of pages, or of the items before them", () => {
  const found = (name: string, schema: Schema) => {
    const { document, one } = listWith(name, schema);
    return numberedOf(document, one);
  };
  const pages = { counts: "pages", first: 1, size } as const;
  assert.deepEqual(found("page", { type: "integer", minimum: 1 } as Schema), { parameter: "page", ...pages });
  assert.equal(found("page", { type: "integer" }), null, "some count from 0");
  assert.equal(
    found("page", { type: "integer", minimum: 0 } as Schema),
    null,
    "it may begin with 1 all the same",
  );
  assert.deepEqual(found("page_number", { type: "integer", default: 0 }), {
    parameter: "page_number",
    ...{ ...pages, first: 0 },
  });
  const items = { counts: "items", first: 0, size } as const;
  assert.deepEqual(found("offset", { type: "integer" }), { parameter: "offset", ...items });
  assert.equal(found("page", { type: "string" }), null, "a cursor");
  assert.equal(found("limit", { type: "integer" }), null);
});

test("a link that takes the number of the next page makes no cursor of it", () => {
  const { document, one } = listWith("page", { type: "integer" });
  assert.equal(paginationOf(document, one), null);
  const cursor = listWith("page", { type: "string" });
  assert.equal(paginationOf(cursor.document, cursor.one)?.parameter, "page");
});
