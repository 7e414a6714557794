import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "../../generated/operations.ts";
import { curlSample } from "./sample-curl.ts";

const operation: Operation = {
  id: "blockCard",
  method: "POST",
  path: "/v1/card/{id}/block",
  requirement: null,
  unspecified: [],
  scopes: null,
  signed: null,
  idempotent: null,
  paginated: null,
  query: {},
  mediaType: null,
  bodyRequired: false,
  body: null,
  bodyFields: [],
  responses: { "204": null },
  bindings: {},
  changes: null,
};
const request = {
  operation,
  summary: "Block a card",
  tag: "Cards",
  path: "/v1/card/CRD1/block",
  pathParameters: { id: "CRD1" },
  query: {},
  body: undefined,
};

test("a POST without a body is said to be one, as curl would send a GET", () => {
  assert.equal(
    curlSample(request),
    'curl --fail-with-body --request POST "$PARTNER_CARD_BASE_URL/v1/card/CRD1/block"',
  );
});

test("a quote in a body does not end the argument", () => {
  const sample = curlSample({
    ...request,
    operation: { ...operation, mediaType: "application/json" },
    body: { reason: "the owner's wish" },
  });
  assert.ok(sample.endsWith(`--data '{"reason":"the owner'\\''s wish"}'`), sample);
});

test("query parameters are encoded", () => {
  const sample = curlSample({
    ...request,
    operation: { ...operation, method: "GET" },
    query: { a: "b c", limit: 5 },
  });
  assert.ok(sample.endsWith('/v1/card/CRD1/block?a=b%20c&limit=5"'), sample);
});
