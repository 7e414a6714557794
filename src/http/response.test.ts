import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { inspect } from "node:util";
import { operations } from "../../generated/operations.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { startApi } from "../testing/api.ts";
import { testClient } from "../testing/client.ts";
import { statusError } from "./response.ts";

const json = { "content-type": "application/json" };

function answer(status: number, body: string, headers: Record<string, string> = json) {
  return (response: ServerResponse) => response.writeHead(status, headers).end(body);
}

const reads: readonly [string, (response: ServerResponse) => void, Record<string, unknown>][] = [
  [
    "an HTML 200",
    answer(200, "<html>canary", { "content-type": "text/html" }),
    { code: "response-not-json", status: 200 },
  ],
  ["a text 200", answer(200, "ok", { "content-type": "text/plain" }), { code: "response-not-json" }],
  ["an empty 200", answer(200, ""), { code: "response-empty", status: 200 }],
  ["a 204", answer(204, "", {}), { code: "response-empty", status: 204 }],
  ["broken JSON", answer(200, '{"cards": [canary'), { code: "response-not-json", status: 200 }],
  ["an empty 401", answer(401, "", {}), { code: "unauthorized", status: 401 }],
  ["an empty 400", answer(400, "", {}), { code: "refused", status: 400 }],
  ["an HTML 403", answer(403, "<html>", { "content-type": "text/html" }), { code: "refused", status: 403 }],
  ["a null 422", answer(422, "null"), { code: "refused", status: 422 }],
  [
    "an error body",
    answer(400, '{"message":"Bad limit.","type":"InvalidRequest"}'),
    { code: "refused", serverMessage: "Bad limit.", serverType: "InvalidRequest", message: /Bad limit\./ },
  ],
  [
    "an error body of wrong types",
    answer(400, '{"message":5,"type":{}}'),
    { code: "refused", message: "listCards: the server refused the request with 400." },
  ],
  ["a 501", answer(501, ""), { code: "server-error", status: 501 }],
  ["a 304", answer(304, "", {}), { code: "unexpected-status", status: 304 }],
];
for (const [name, respond, expected] of reads) {
  test(`${name} on a read`, async (t) => {
    const api = await startApi(t, (_, response) => respond(response));
    const { client } = testClient(api.baseUrl);
    await assert.rejects(client.GET("/v1/card"), { operation: "listCards", ...expected });
  });
}

test("a body that is cut has a code of its own", async (t) => {
  const api = await startApi(t, (_, response) => {
    response.writeHead(200, { ...json, "content-length": "1000" });
    response.write("{", () => response.socket?.destroy());
  });
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), { code: "response-cut", status: 200, attempts: 3 });
});

test("an HTML 200 on a write is no success, and leaves the outcome open", async (t) => {
  const api = await startApi(t, (_, response) =>
    answer(200, "<html>", { "content-type": "text/html" })(response),
  );
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
    code: "response-not-json",
    outcome: "unknown",
    attempts: 1,
  });
});

test("text on a write is handed on: the specification does not show that answer", async (t) => {
  const api = await startApi(t, (_, response) =>
    answer(200, "done", { "content-type": "text/plain" })(response),
  );
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).body, "done");
});

test("JSON without a declared type, or with one of its own, is read", async (t) => {
  const types: Record<string, string>[] = [{}, { "content-type": "application/vnd.cards+json; v=1" }];
  const api = await startApi(t, (_, response, count) =>
    answer(200, '{"cards":[]}', types[count - 1] ?? {})(response),
  );
  const { client } = testClient(api.baseUrl);
  for (const _ of types) assert.deepEqual((await client.GET("/v1/card")).data, { cards: [] });
});

test("errors keep a bounded excerpt of the body, out of sight of logs", async (t) => {
  const api = await startApi(t, (_, response) => answer(400, `canary${"x".repeat(5000)}`)(response));
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), (error: PartnerCardError) => {
    assert.equal(error.bodyExcerpt?.length, 501);
    assert.ok(error.bodyExcerpt?.startsWith("canaryxxx"));
    assert.doesNotMatch(inspect(error) + JSON.stringify(error) + error.stack, /canary/);
    return true;
  });
});

test("every error has cause, attempts, time, and the request id where the server sends one", async (t) => {
  const api = await startApi(t, (_, response, count) => {
    answer(400, "{}", { ...json, [count === 1 ? "x-request-id" : "x-correlation-id"]: "req/1.a:B" })(
      response,
    );
  });
  const { client } = testClient(api.baseUrl);
  for (let i = 0; i < 2; i++) {
    await assert.rejects(client.GET("/v1/card"), (error: PartnerCardError) => {
      assert.deepEqual([error.requestId, error.attempts, error.elapsedMs], ["req/1.a:B", 1, 0]);
      assert.deepEqual(error.cause, { status: 400, contentType: "application/json", bytes: 2 });
      return true;
    });
  }
});

test("a request id that is none is left out", async (t) => {
  const api = await startApi(t, (_, response) => answer(400, "{}", { "x-request-id": "<script>" })(response));
  const { client } = testClient(api.baseUrl);
  await assert.rejects(client.GET("/v1/card"), (error: PartnerCardError) => error.requestId === undefined);
});

test("toJSON holds what a log needs and no body", async (t) => {
  const api = await startApi(t, (_, response) => answer(422, '{"message":"No.","type":"T"}')(response));
  const { client } = testClient(api.baseUrl);
  const error = await client.cards
    .updateLimits("CRD1", { daily: 1 })
    .catch((caught: PartnerCardError) => caught);
  assert.deepEqual(JSON.parse(JSON.stringify(error)), {
    name: "ResponseError",
    code: "refused",
    operation: "updateCardLimits",
    status: 422,
    attempts: 1,
    elapsedMs: 0,
    serverMessage: "No.",
    serverType: "T",
    outcome: "rejected",
    message: "updateCardLimits: the server refused the request with 422. It says: No.",
    idempotencyKey: "00000000-0000-4000-8000-000000000002",
  });
});

/** The error for an answer of the token endpoint. */
function tokenRefusal(status: number, text = "") {
  const context = { operation: operations.requestToken, secrets: [], now: 0 };
  return statusError({ status, headers: new Headers(), text }, context);
}

test("a refused token request carries message and type, those of OAuth included", () => {
  const service = JSON.stringify({ message: "No such client.", type: "InvalidRequest" });
  const { code, serverMessage, serverType } = tokenRefusal(400, service);
  assert.deepEqual([code, serverMessage, serverType], ["token-refused", "No such client.", "InvalidRequest"]);
  const oauth = JSON.stringify({ error: "invalid_client", error_description: "Wrong secret." });
  const refusal = tokenRefusal(401, oauth);
  assert.deepEqual([refusal.serverMessage, refusal.serverType], ["Wrong secret.", "invalid_client"]);
});

test("other statuses of the token endpoint have codes of their own", () => {
  assert.deepEqual(
    [429, 500, 302, 304].map((status) => tokenRefusal(status).code),
    ["rate-limited", "server-error", "redirect-refused", "unexpected-status"],
  );
});
