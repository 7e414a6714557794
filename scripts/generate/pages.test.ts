import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf } from "./changes.ts";
import { type Operation as DescribedOperation, type Document, operationsOf } from "./document.ts";
import { paginationOf } from "./pages.ts";
import { smallDocument } from "./testing.ts";

/** How an operation of a description is paged. */
function pagedIn(document: Document, id: string) {
  const one = operationsOf(document).find((other) => other.id === id);
  assert.ok(one !== undefined, id);
  return paginationOf(document, one);
}

test("what says whether there is another page is known by its name and type, where there is one", () => {
  const moreIn = (properties: object) => {
    const document = smallDocument();
    Object.assign(document.components.schemas.ParcelPage?.properties?.result?.properties ?? {}, properties);
    return pagedIn(document, "listParcels")?.more;
  };
  assert.equal(moreIn({}), undefined);
  for (const name of ["hasMore", "has_more", "more", "hasNextPage", "has_next"])
    assert.equal(moreIn({ [name]: { type: "boolean" } }), `/result/${name}`);
  for (const other of [{ hasMore: { type: "integer" } }, { moreInfo: { type: "boolean" } }])
    assert.equal(moreIn(other), undefined);
  const both = { hasMore: { type: "boolean" }, hasNext: { type: "boolean" } };
  assert.equal(moreIn(both), undefined, "of two, nobody knows which is meant");
});

test("a list is known as paginated by its link, with the default size of a page", () => {
  const schema = {
    type: "object",
    properties: { total: { type: "integer" }, holders: { type: "array" }, after: { type: "string" } },
  };
  const document = smallDocument();
  document.paths["/api/more"] = {
    get: {
      operationId: "more",
      parameters: [
        { name: "from", in: "query" },
        { name: "size", in: "query", schema: { type: "integer", default: 25 }, "x-requirement": "more.size" },
      ],
      responses: {
        "200": {
          content: { "application/json": { schema } },
          links: { next: { operationId: "more", parameters: { from: "$response.body#/after" } } },
        },
      },
    },
  };
  assert.deepEqual(pagedIn(document, "more"), {
    items: "/holders",
    id: null,
    parameter: "from",
    cursor: "/after",
    pageSize: { parameter: "size", default: 25 },
    rules: { cursor: null, pageSize: "more.size" },
  });
});

test("a link back to an operation that fills its path leads to another item, and to no page", () => {
  const document = smallDocument();
  const link = { operationId: "renew", parameters: { id: "$response.body#/id" } };
  const schema = { type: "object", properties: { id: { type: "string" } } };
  document.paths["/api/pass/{id}/renewal"] = {
    post: {
      operationId: "renew",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      responses: {
        "201": { content: { "application/json": { schema } }, links: { again: link } },
      },
    },
  };
  assert.equal(pagedIn(document, "renew"), null);
});

test("an item is told by what is below its list, or its id, and not by what the path of the list names", () => {
  const idsOf = (below: string, names: readonly string[]) => {
    const text = { type: "string" };
    const item = { type: "object", properties: { teamId: text, id: text, holder: text, code: text } };
    const schema = { type: "object", properties: { members: { type: "array", items: item }, next: text } };
    const at = (name: string) => `$response.body#/members/0/${name}`;
    const document = smallDocument();
    const named = (name: string) => ({ name, in: "path", required: true, schema: text });
    document.paths[below] = {
      get: {
        operationId: "below",
        responses: {},
        parameters: names.map(named),
      } as DescribedOperation,
    };
    document.paths["/api/teams/{teamId}/members"] = {
      get: {
        operationId: "more",
        parameters: [named("teamId"), { name: "from", in: "query" }],
        responses: {
          "200": {
            content: { "application/json": { schema } },
            links: {
              next: { operationId: "more", parameters: { from: "$response.body#/next" } },
              one: {
                operationId: "below",
                "x-changes": at("holder"),
                parameters: Object.fromEntries(names.map((name) => [name, at(name)])),
              },
            },
          },
        },
      } as DescribedOperation,
    };
    const changed = changesOf(document, "below");
    return [pagedIn(document, "more")?.id?.pointer, changed?.parameter, changed?.id];
  };
  assert.deepEqual(idsOf("/api/teams/{teamId}/members/{code}", ["teamId", "code"]), [
    "/code",
    "code",
    "/code",
  ]);
  assert.equal(idsOf("/api/holders/{holder}", ["holder"])[0], "/id", "who holds it is somebody else");
  assert.equal(idsOf("/api/teams/{teamId}", ["teamId"])[0], "/id");
});
