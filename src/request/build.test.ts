import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Operation, operations, type QueryList } from "../../generated/operations.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { transports } from "../testing/transports.ts";
import { buildRequest } from "./build.ts";
import type { RequestInput } from "./input.ts";

test("headers of a call are sent, besides those of the client", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const { client } = testClient(api.baseUrl);
  await client.GET("/v1/card", { headers: { "X-Trace": "abc" } });
  const headers = api.requests[0]?.headers;
  assert.deepEqual(
    [headers?.["x-trace"], headers?.accept, headers?.["content-type"]],
    ["abc", "application/json", undefined],
  );
});

const { signature, timestamp } = operations.updateCardLimits.signed;
for (const name of [
  "Authorization",
  "content-type",
  "Host",
  "Content-Length",
  signature.toLowerCase(),
  timestamp,
]) {
  test(`the header ${name} cannot be replaced`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
    const { client } = testClient(api.baseUrl);
    const call = client.cards.updateLimits("CRD1", { daily: 1 }, { headers: { [name]: "x" } });
    await assert.rejects(call, { code: "invalid-argument", message: /is set by the client/ });
    assert.equal(api.requests.length, 0);
  });
}

/** Request headers of the registry of HTTP field names, and some that are not in it but in use. */
const requestHeaders =
  `A-IM Accept Accept-Charset Accept-Encoding Accept-Language Access-Control-Request-Method
  Alt-Used Authorization Cache-Control Connection Content-Digest Content-Encoding Content-Language Content-Length
  Content-Location Content-Type Cookie Date DNT DPoP Early-Data Expect Forwarded From Host HTTP2-Settings If-Match
  If-Modified-Since If-None-Match If-Range If-Unmodified-Since Keep-Alive Max-Forwards Origin Pragma Prefer Priority
  Proxy-Authorization Proxy-Connection Range Referer Sec-Fetch-Mode Sec-WebSocket-Key TE Trailer Transfer-Encoding
  Upgrade Upgrade-Insecure-Requests User-Agent Via Warning X-Forwarded-For X-Requested-With X-Trace`.split(
    /\s+/,
  );

for (const [how, transport] of Object.entries(transports)) {
  test(`through ${how} a header is sent, or refused before anything is sent`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
    const { client } = testClient(api.baseUrl, transport);
    const sent = new Set<string>();
    for (const name of requestHeaders) {
      for (const value of ["100-continue", "close", "7"]) {
        const before = api.requests.length;
        const call = client.cards.updateLimits("CRD1", { daily: 1 }, { headers: { [name]: value } });
        const failure = await call.then(
          () => sent.add(name),
          (error: unknown) => error as PartnerCardError,
        );
        if (!(failure instanceof Error)) continue;
        const seen = [name, failure.code, failure.outcome, api.requests.length - before];
        assert.deepEqual(seen, [name, "invalid-argument", "not-sent", 0], failure.message);
      }
    }
    assert.ok(sent.has("X-Trace") && sent.has("If-Match") && sent.size > 35, `${sent.size} are sent`);
  });
}

test("a query that cannot be sent as it is, is refused", async () => {
  const { client } = testClient("http://127.0.0.1:9");
  const queries = [{ limit: Number.NaN }, { limit: Number.POSITIVE_INFINITY }, { cursor: "\ud800" }];
  for (const query of queries) {
    await assert.rejects(client.GET("/v1/card", { params: { query } }), { code: "invalid-argument" });
  }
});

test("a missing body, a missing path parameter and an unknown path are refused", async () => {
  const { client } = testClient("http://127.0.0.1:9");
  const path = { id: "CRD1" };
  // @ts-expect-error the body is needed
  await assert.rejects(client.PUT("/v1/card/{id}/limits", { params: { path } }), {
    code: "invalid-argument",
  });
  // @ts-expect-error the path is needed
  await assert.rejects(client.PUT("/v1/card/{id}/limits", { body: {} }), {
    code: "invalid-argument",
    message: /"id"/,
  });
  // @ts-expect-error there is no such path
  await assert.rejects(client.GET("/v1/cards"), { code: "invalid-argument", message: /GET \/v1\/card,/ });
});

test("a header that the description demands is asked for before anything is sent", () => {
  const needing: Operation = { ...operations.listCards, needed: { "X-Region": null } };
  const build = (input: RequestInput) =>
    buildRequest("http://server.invalid", needing, input).headers["x-region"];
  assert.equal(build({ headers: { "x-region": "EU" } }), "EU");
  assert.equal(build({ params: { header: { "X-Region": "UK" } } }), "UK");
  for (const input of [{}, { params: { header: { "X-Region": undefined } } }]) {
    assert.throws(() => build(input), {
      code: "invalid-argument",
      message: /"X-Region" is needed by listCards; give it in headers/,
    });
  }
});

test("a list in the query is written as the description says", () => {
  const build = (list: QueryList, query: Record<string, unknown>) => {
    const taking: Operation = { ...operations.listCards, query: { a: "array" }, queryLists: { a: list } };
    return new URL(buildRequest("http://server.invalid", taking, { params: { query } }).url).search;
  };
  const a = ["x", "y,z"];
  assert.equal(build({ style: "form", explode: true }, { a }), "?a=x&a=y%2Cz");
  assert.equal(build({ style: "form", explode: false }, { limit: 2, a }), "?limit=2&a=x,y%2Cz");
  assert.equal(build({ style: "spaceDelimited", explode: false }, { a }), "?a=x%20y%2Cz");
  assert.equal(build({ style: "pipeDelimited", explode: false }, { a }), "?a=x%7Cy%2Cz");
  assert.equal(build({ style: "form", explode: false }, { a: [] }), "");
  assert.throws(() => build({ style: "form", explode: true }, { a: [{}] }), {
    message: /"a" must be a string, a number or a boolean/,
  });
  const plain = () =>
    buildRequest("http://server.invalid", operations.listCards, { params: { query: { limit: [1] } } });
  assert.throws(plain, { message: /"limit" must be a whole number/ }, "no list is taken here");
});

test("typos do not compile", () => {
  const { client } = testClient("http://127.0.0.1:9");
  const never = () => {
    // @ts-expect-error params
    void client.GET("/v1/card", { param: {} });
    // @ts-expect-error query
    void client.GET("/v1/card", { params: { query: { lmit: 5 } } });
    // @ts-expect-error an option
    void client.GET("/v1/card", { timeoutMS: 5 });
    // @ts-expect-error a field of the patch
    void client.cards.updateLimits("CRD1", { dialy: 5 });
    // @ts-expect-error null is no amount
    void client.cards.updateLimits("CRD1", { daily: null });
  };
  assert.equal(typeof never, "function");
});

test("the token endpoint can be called by its path, as a form and without a token", async (t) => {
  const api = await startApi(t, () => undefined);
  const { client } = testClient(api.baseUrl);
  const body = {
    grant_type: "client_credentials",
    client_id: "a&b",
    client_secret: "c d",
    scope: "cards:read",
  } as const;
  const { data } = await client.POST("/v1/oauth/token", { body });
  assert.equal(data.token_type, "Bearer");
  const [request] = api.tokenRequests;
  assert.equal(request?.headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(request?.headers.authorization, undefined);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), body);
});

test("openapi-fetch is imported in one file, and no path or header of the API stands in the sources", () => {
  const folder = new URL("../", import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("testing/"),
  );
  assert.ok(names.length > 30);
  const code = (name: string) =>
    readFileSync(new URL(name, folder), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const importers = names.filter((name) => /from "openapi-fetch"|import\("openapi-fetch/.test(code(name)));
  assert.deepEqual(importers, ["request/build.ts"]);
  const fixed = /["'`/]v1\/|idempotency-key|x-service-/i;
  assert.deepEqual(
    names.filter((name) => fixed.test(code(name))),
    [],
  );
});

test("a body that the description calls optional may be left out, and then has no content type", () => {
  const optional = { ...operations.replaceCardLimits, bodyRequired: false };
  const input = { params: { path: { id: "CRD1" } } };
  const { body, headers } = buildRequest("http://server.invalid", optional, input);
  assert.equal(body, undefined);
  assert.equal(headers["content-type"], undefined);
  const required = () => buildRequest("http://server.invalid", operations.replaceCardLimits, input);
  assert.throws(required, { code: "invalid-argument", message: /body is needed/ });
});
