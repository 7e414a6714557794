import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { operations, responseSchema } from "../../generated/operations.ts";
import type { Operation as DescribedOperation, Document } from "./document.ts";
import { operationsModule } from "./operations.ts";

const description = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

/** The rows of the generated table, read back from the text of the module. */
function table(document: Document): Record<string, Record<string, unknown>> {
  const json = /export const operations = (\{[\s\S]*?\n\}) as const/.exec(operationsModule(document))?.[1];
  assert.ok(json !== undefined, "the module holds a table");
  return JSON.parse(json) as Record<string, Record<string, unknown>>;
}

/** The description with one more operation, or with an operation in place of another. */
function having(path: string, method: "get" | "post" | "patch", operation: DescribedOperation): Document {
  const document = structuredClone(description);
  document.paths[path] = { ...document.paths[path], [method]: operation };
  return document;
}

const signedSecurity = [{ oauth2: ["cards:read"], requestTimestamp: [], requestSignature: [] }];

test("knows what each operation needs, from the description alone", () => {
  const rows = table(description);
  const kinds = Object.values(rows).map(({ id, signed, idempotent, paginated, mediaType }) => [
    id,
    signed === null ? "plain" : "signed",
    idempotent,
    paginated === null ? "one response" : "paged",
    mediaType,
  ]);
  assert.deepEqual(kinds, [
    ["requestToken", "plain", null, "one response", "application/x-www-form-urlencoded"],
    ["listCards", "plain", null, "paged", null],
    ["replaceCardLimits", "signed", "Idempotency-Key", "one response", "application/json"],
    ["updateCardLimits", "signed", "Idempotency-Key", "one response", "application/merge-patch+json"],
  ]);
  assert.equal(rows.requestToken?.scopes, null);
  assert.deepEqual(rows.updateCardLimits?.bindings, {
    id: { operation: "listCards", pointer: "/cards/0/id" },
  });
});

test("knows the names and types of query parameters, and the documented fields of bodies", () => {
  const rows = table(description);
  assert.deepEqual(rows.listCards?.query, { cursor: "string", limit: "integer" });
  assert.deepEqual(rows.updateCardLimits?.bodyFields, ["daily", "monthly", "atm", "approvalBased"]);
  // The specification does not show this body.
  assert.deepEqual(rows.replaceCardLimits?.bodyFields, []);
  const schema = { type: ["string", "null"] };
  const parameters = [
    { name: "a", in: "query" as const, schema },
    { name: "b", in: "query" as const },
  ];
  const row = table(having("/v1/new", "get", { operationId: "new", parameters, responses: {} })).new;
  assert.deepEqual(row?.query, { a: null, b: null });
});

test("knows the schema of every documented response, and finds it by status", () => {
  const { listCards, updateCardLimits } = operations;
  assert.deepEqual(listCards.responses, { "200": "CardList", "401": "ErrorBody", "4XX": "Refused" });
  assert.deepEqual(table(description).listCards?.responses, listCards.responses);
  const found = [200, 401, 404, 500].map((status) => responseSchema(listCards, status));
  assert.deepEqual(found, ["CardList", "ErrorBody", "Refused", null]);
  assert.equal(responseSchema(updateCardLimits, 204), "LimitsUpdated");
  const empty = { ...updateCardLimits, responses: { "204": null, "2XX": "LimitsUpdated" } } as const;
  assert.equal(responseSchema(empty, 204), null);
});

test("a new signed operation is known as signed", () => {
  const row = table(
    having("/v1/card/{id}/freeze", "post", {
      operationId: "freezeCard",
      security: signedSecurity,
      parameters: [{ name: "Idempotency-Key", in: "header", required: true }],
      responses: { "204": {} },
    }),
  ).freezeCard;
  assert.deepEqual(row?.signed, {
    signature: "X-Service-Signature",
    timestamp: "X-Service-Request-Timestamp",
  });
  assert.equal(row?.idempotent, "Idempotency-Key");
  assert.deepEqual(row?.scopes, ["cards:read"]);
});

test("a new paginated operation is known as paginated, with its own names", () => {
  const schema = {
    type: "object",
    properties: { total: { type: "integer" }, holders: { type: "array" }, after: { type: "string" } },
  };
  const row = table(
    having("/v1/holder", "get", {
      operationId: "listHolders",
      security: [{ oauth2: [] }],
      parameters: [
        { name: "from", in: "query" },
        { name: "size", in: "query", schema: { type: "integer", default: 25 } },
      ],
      responses: {
        "200": {
          content: { "application/json": { schema } },
          links: { next: { operationId: "listHolders", parameters: { from: "$response.body#/after" } } },
        },
      },
    }),
  ).listHolders;
  assert.deepEqual(row?.paginated, {
    items: "/holders",
    id: null,
    parameter: "from",
    cursor: "/after",
    pageSize: { parameter: "size", default: 25 },
  });
  assert.deepEqual(row?.bindings, { from: { operation: "listHolders", pointer: "/after" } });
});

test("a request body is required where the description says so, and optional otherwise", () => {
  const body = { content: { "application/json": { schema: { type: "object" } } } };
  const row = (required: object) =>
    table(
      having("/v1/odd", "post", { operationId: "odd", requestBody: { ...body, ...required }, responses: {} }),
    ).odd;
  assert.equal(row({ required: true })?.bodyRequired, true);
  assert.equal(row({})?.bodyRequired, false);
  assert.deepEqual(
    Object.values(table(description)).map(({ bodyRequired }) => bodyRequired),
    [true, false, true, true],
  );
});

test("the digest changes with the description", () => {
  const digest = (document: Document) =>
    /descriptionDigest = "(\w{64})"/.exec(operationsModule(document))?.[1];
  const other = having("/v1/new", "get", { operationId: "new", responses: {} });
  assert.notEqual(digest(description), undefined);
  assert.notEqual(digest(description), digest(other));
  assert.equal(digest(description), digest(structuredClone(description)));
});

test("what holds for every operation comes from the description", () => {
  const renamed = structuredClone(description);
  const { requestTimestamp } = renamed.components.securitySchemes;
  const key = renamed.components.parameters?.IdempotencyKey;
  assert.ok(requestTimestamp !== undefined && key !== undefined);
  requestTimestamp["x-window-seconds"] = 120;
  requestTimestamp.name = "X-Time";
  key.name = "X-Once";
  const source = operationsModule(renamed);
  assert.match(source, /"timestampWindowSeconds": 120,/);
  assert.match(source, /"timestamp": "X-Time",\n {4}"idempotencyKey": "X-Once"/);
  assert.match(source, /"idempotent": "X-Once"/);
});
