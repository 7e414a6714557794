import assert from "node:assert/strict";
import { test } from "node:test";
import { bindingsOf } from "./bindings.ts";
import { createsOf, creationsOf, newIdSchemasOf } from "./creations.ts";
import { type Document, operationsOf, type Schema } from "./document.ts";
import { smallDocument } from "./testing.ts";
import { validatorsDeclaration } from "./validators.ts";

/** The small description with a PUT of a parcel, answered so, whose path takes an id with this schema. */
function withPut(status: string, schema: Schema = { type: "string" }): Document {
  const document = smallDocument();
  document.paths["/api/parcels/{code}"] = {
    put: {
      operationId: "putParcel",
      parameters: [{ name: "code", in: "path", required: true, schema }],
      responses: { [status]: {} },
    },
  };
  return document;
}

function putOf(document: Document) {
  const one = operationsOf(document).find(({ id }) => id === "putParcel");
  assert.ok(one);
  return createsOf(document, one);
}

test("a PUT with a 201 creates the item of a list that its path names", () => {
  const created = { operation: "listParcels", parameter: "code", id: "/code", schema: null };
  assert.deepEqual(putOf(withPut("201")), created);
  assert.equal(putOf(withPut("200")), null, "it replaces");
  const unlisted = withPut("201");
  delete unlisted.paths["/api/parcels"];
  assert.equal(putOf(unlisted), null, "nothing says which ids are taken");
});

test("the schema of the parameter says which ids it takes", () => {
  const document = withPut("201", { type: "string", enum: ["P1"] });
  assert.equal(putOf(document)?.schema?.name, "putParcel.path.code");
  assert.deepEqual(
    newIdSchemasOf(document).map(({ name }) => name),
    ["putParcel.path.code"],
  );
  assert.ok(validatorsDeclaration(document).includes('"putParcel.path.code"'));
});

test("what is at the path of such a PUT, or below it, is created by it, unless a POST does", () => {
  const byPut = { code: { operation: "putParcel", pointer: "/code" } };
  const document = withPut("201");
  assert.deepEqual(creationsOf(document, bindingsOf(document)), { putParcel: byPut, moveParcel: byPut });
  const list = document.paths["/api/parcels"];
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Parcel" } } };
  Object.assign(list ?? {}, { post: { operationId: "addParcel", responses: { "201": { content } } } });
  const { moveParcel } = creationsOf(document, bindingsOf(document));
  assert.deepEqual(moveParcel, { code: { operation: "addParcel", pointer: "/code" } });
});

test("what the answer of a POST alone leads to is created by it, wherever it is read: at once, or as a job", () => {
  const created = (status: string, more: object = {}, place = "/api/claims/{claimId}") => {
    const document = smallDocument();
    const schema = { type: "object", properties: { id: { type: "string" }, code: { type: "string" } } };
    const parameters = { claimId: "$response.body#/id" };
    const links = { read: { operationId: "getClaim", parameters }, ...more };
    const content = { "application/json": { schema } };
    document.paths["/api/parcels/{code}/claim"] = {
      post: { operationId: "claim", responses: { [status]: { content, links } } },
    };
    const id = { name: "claimId", in: "path" as const, required: true, schema: { type: "string" } };
    document.paths[place] = {
      get: { operationId: "getClaim", parameters: [id], responses: {} },
    };
    return creationsOf(document, bindingsOf(document));
  };
  const byPost = { claimId: { operation: "claim", pointer: "/id" } };
  assert.deepEqual(created("201"), { getClaim: byPost });
  assert.deepEqual(created("202"), { getClaim: byPost });
  assert.deepEqual(created("202", {}, "/api/parcels/{claimId}"), {}, "it leads to what its path speaks of");
  assert.deepEqual(created("200"), {}, "it may have been there");
  const move = { operationId: "moveParcel", parameters: { code: "$response.body#/code" } };
  assert.deepEqual(created("201", { move }), { getClaim: byPost }, "the list shows it as well");
});

test("what no list shows is created by the POST that leads to its read, for all that goes on from there", () => {
  const document = smallDocument();
  const schema = { type: "object", properties: { id: { type: "string" } } };
  const links = { read: { operationId: "getClaim", parameters: { claimId: "$response.body#/id" } } };
  const content = { "application/json": { schema } };
  const id = { name: "claimId", in: "path" as const, required: true, schema: { type: "string" } };
  Object.assign(document.paths, {
    "/api/claims": { post: { operationId: "claim", responses: { "201": { content, links } } } },
    "/api/claims/{claimId}": { get: { operationId: "getClaim", parameters: [id], responses: {} } },
    "/api/claims/{claimId}/cancel": { post: { operationId: "cancel", parameters: [id], responses: {} } },
    "/api/offers/{claimId}/cancel": { post: { operationId: "other", parameters: [id], responses: {} } },
  });
  const byPost = { claimId: { operation: "claim", pointer: "/id" } };
  assert.deepEqual(creationsOf(document, bindingsOf(document)), { getClaim: byPost, cancel: byPost });
});

test("what the answer of a POST leads to is created by it for all that goes on from there, and for no DELETE", () => {
  const created = (path: string, shown = "code", method: "post" | "delete" = "post") => {
    const document = smallDocument();
    const move = document.paths["/api/parcels/{code}/place"] ?? assert.fail();
    if (method === "delete" && move.post !== undefined) {
      move.delete = move.post;
      delete move.post;
    }
    const schema = { $ref: "#/components/schemas/Parcel" };
    const code = { name: "code", in: "path" as const, required: true, schema: { type: "string" } };
    document.paths["/api/parcels/{code}"] = {
      get: { operationId: "getParcel", parameters: [code], responses: {} },
    };
    const read = { operationId: "getParcel", parameters: { code: `$response.body#/${shown}` } };
    const answer = { content: { "application/json": { schema } }, links: { read } };
    document.paths[path] = { post: { operationId: "order", responses: { "201": answer } } };
    return creationsOf(document, bindingsOf(document)).moveParcel;
  };
  assert.deepEqual(created("/api/orders"), { code: { operation: "order", pointer: "/code" } });
  assert.equal(created("/api/parcels/{code}/copy"), undefined, "it is asked about such an item itself");
  assert.equal(created("/api/orders", "code", "delete"), undefined);
});
