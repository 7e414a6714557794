import assert from "node:assert/strict";
import { test } from "node:test";
import { samples } from "../../generated/samples.ts";
import type { ClientEvents } from "../core/events.ts";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { silent } from "../testing/events.ts";

const [sample] = samples.listCards.items;
/** Wrong in these three alone: a message does not name them all. */
const wrongCard = Object.assign({}, sample, { nickname: undefined, id: "canary", last4: "42424" });
const wrong = JSON.parse(JSON.stringify({ cards: [wrongCard] })) as unknown;

test("off, the default: the data is handed on as it came", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, wrong));
  assert.deepEqual((await testClient(api.baseUrl).client.GET("/v1/card")).data, wrong);
});

test("what the description gives no schema is handed on: an undocumented status, the response of a write", async (t) => {
  const api = await startApi(t, ({ method }, response) =>
    sendJson(response, method === "GET" ? 206 : 200, wrong),
  );
  const { client } = testClient(api.baseUrl, { validateResponses: "throw" });
  assert.deepEqual((await client.GET("/v1/card")).data, wrong);
  assert.deepEqual((await client.cards.updateLimits("CRD1", { daily: 1 })).body, wrong);
});

test("throw: an error that names places and rules but no values", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, wrong));
  const { client } = testClient(api.baseUrl, { validateResponses: "throw" });
  await assert.rejects(client.GET("/v1/card"), (error: Error & { code?: string; attempts?: number }) => {
    assert.deepEqual([error.code, error.attempts], ["response-shape", 1]);
    assert.match(error.message, /\/cards\/0\/id must match pattern/);
    assert.match(error.message, /must have required property 'nickname'/);
    assert.doesNotMatch(error.message + JSON.stringify(error.cause), /canary|42424/);
    return true;
  });
  await assert.rejects(client.cards.list().toArray({ max: 1 }), { code: "response-shape" });
});

test("warn: an event, and the data as it came", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, wrong));
  const events: ClientEvents["shape"][] = [];
  const logger = {
    ...silent,
    warn: (_: string, event: object) => events.push(event as never),
  };
  const { client } = testClient(api.baseUrl, { validateResponses: "warn", logger });
  assert.deepEqual((await client.GET("/v1/card")).data, wrong);
  assert.equal(events[0]?.operation, "listCards");
  assert.ok(events[0]?.differences.some((text) => text.startsWith("/cards/0/id ")));
});

test("what fits is not touched, and neither is what the description leaves open", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, 200, count === 1 ? emptyList : ["anything"]),
  );
  const { client } = testClient(api.baseUrl, { validateResponses: "throw" });
  await client.GET("/v1/card");
  assert.deepEqual((await client.cards.updateLimits("CRD1", { daily: 1 })).body, ["anything"]);
});

test("a token response is read strictly in any mode", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList), {
    token: (_, response) => sendJson(response, 200, { ...tokenBody("t"), expires_in: "3600" }),
  });
  await assert.rejects(testClient(api.baseUrl).client.GET("/v1/card"), { code: "token-invalid" });
});
