import assert from "node:assert/strict";
import { test } from "node:test";
import { sendJson, startApi } from "../testing/api.ts";
import { testClient } from "../testing/client.ts";

test("updateLimits sends a merge patch with the described media type", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, { daily: 5000 }));
  const { client } = testClient(api.baseUrl);
  const receipt = await client.cards.updateLimits("CRD1001", { daily: 5000, approvalBased: null });
  assert.deepEqual(receipt.body, { daily: 5000 });
  const [request] = api.requests;
  assert.equal(request?.headers["content-type"], "application/merge-patch+json");
  assert.deepEqual(JSON.parse(request?.body ?? ""), { daily: 5000, approvalBased: null });
});

test("replaceLimits sends what it is given, as JSON", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  const limits = { daily: 1, monthly: 2.5, atm: 0, approvalBased: null };
  await client.cards.replaceLimits("CRD1001", limits);
  assert.equal(api.requests[0]?.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(api.requests[0]?.body ?? ""), limits);
});

test("a limit beyond 2^53 is sent with all its digits as a bigint, and refused as a number", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  await client.cards.updateLimits("CRD1", { daily: 9_007_199_254_740_993n });
  await client.cards.replaceLimits("CRD1", { daily: 9_007_199_254_740_993n });
  const params = { path: { id: "CRD1" } };
  await client.PATCH("/v1/card/{id}/limits", { params, body: { daily: 9_007_199_254_740_993n } });
  assert.deepEqual(new Set(api.requests.map(({ body }) => body)), new Set(['{"daily":9007199254740993}']));
  const unsafe = { daily: 2 ** 53 + 2 };
  await assert.rejects(client.cards.updateLimits("CRD1", unsafe), {
    code: "invalid-body",
    message: /bigint/,
  });
  await assert.rejects(client.cards.replaceLimits("CRD1", unsafe), { code: "invalid-body" });
  assert.equal(api.requests.length, 3);
});

test("fields and parameters that may come later are sent", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  await client.cards.updateLimits("CRD1", { weekly: 5 } as object);
  await client.cards.replaceLimits("CRD1", { dialy: 5 });
  await client.GET("/v1/card", { params: { query: { status: "active" } as object } });
  assert.deepEqual(
    api.requests.map(({ query, body }) => `${query}${body}`),
    ['{"weekly":5}', '{"dialy":5}', "status=active"],
  );
});

const badIds = [
  "..",
  ".",
  "",
  "CRD",
  "CRD1/limits",
  "../CRD1",
  "crd1",
  "CRD1 ",
  "CRD1\n",
  "%2e%2e",
  undefined,
  null,
  5,
];
for (const id of badIds) {
  test(`the card id ${JSON.stringify(id)} is refused before anything is sent`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
    const { client } = testClient(api.baseUrl);
    const expected = {
      code: "invalid-argument",
      message: /^id must (match pattern "\^CRD|be string)/,
      outcome: "not-sent",
      attempts: 0,
    };
    await assert.rejects(client.cards.updateLimits(id as string, { daily: 1 }), expected);
    await assert.rejects(client.cards.replaceLimits(id as string, { daily: 1 }), expected);
    assert.equal(api.requests.length + api.tokenRequests.length, 0);
  });
}

const badPatches: readonly unknown[] = [
  ...[
    {},
    { daily: undefined },
    { daily: Number.NaN },
    { daily: Number.POSITIVE_INFINITY },
    { daily: 2 ** 60 },
  ],
  ...[
    { daily: null },
    { monthly: null },
    { atm: null },
    { daily: "5000" },
    { daily: 5.5 },
    [],
    null,
    undefined,
    5,
  ],
];
for (const patch of badPatches) {
  test(`the patch ${inspect(patch)} is refused before anything is sent`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
    const { client } = testClient(api.baseUrl);
    await assert.rejects(client.cards.updateLimits("CRD1", patch as object, { idempotencyKey: "k" }), {
      code: "invalid-body",
      outcome: "not-sent",
      operation: "updateCardLimits",
      idempotencyKey: "k",
    });
    assert.equal(api.requests.length + api.tokenRequests.length, 0);
  });
}

test("a refused patch names the place and the rule", async () => {
  const { client } = testClient("http://127.0.0.1:9");
  await assert.rejects(client.cards.updateLimits("CRD1", { monthly: "9" as unknown as number }), {
    message: "/monthly of the request body must be number. Nothing was sent.",
  });
});

test("a PATCH by its path is checked as well", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { client } = testClient(api.baseUrl);
  const params = { path: { id: "CRD1" } };
  for (const body of [{}, { daily: Number.NaN }, { daily: undefined }]) {
    await assert.rejects(client.PATCH("/v1/card/{id}/limits", { params, body: body as object }), {
      code: "invalid-body",
    });
  }
  await assert.rejects(
    client.PATCH("/v1/card/{id}/limits", { params: { path: { id: ".." } }, body: { daily: 1 } }),
    {
      code: "invalid-argument",
    },
  );
  assert.equal(api.requests.length, 0);
});

test("limits that are no object are refused", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, {}));
  const { updateLimits, replaceLimits } = testClient(api.baseUrl).client.cards;
  for (const write of [updateLimits, replaceLimits] as ((id: string, body: unknown) => Promise<unknown>)[])
    for (const body of [undefined, null, 5, "x", []])
      await assert.rejects(write("CRD1", body), { code: "invalid-body", outcome: "not-sent" });
  assert.equal(api.requests.length, 0);
});

for (const [status, body] of [
  [200, "{}"],
  [202, ""],
  [204, ""],
  [201, "null"],
] as const) {
  test(`a write answered with ${status} and ${body === "" ? "no body" : body} has succeeded`, async (t) => {
    const api = await startApi(t, (_, response) => {
      response.writeHead(status, body === "" ? {} : { "content-type": "application/json" }).end(body);
    });
    const { client } = testClient(api.baseUrl);
    const { data, status: seen } = await client.cards.updateLimits("CRD1", { daily: 1 }).withResponse();
    assert.equal(seen, status);
    assert.deepEqual(data.body, body === "" ? undefined : JSON.parse(body));
  });
}

function inspect(value: unknown): string {
  return (
    JSON.stringify(value, (_, item) =>
      typeof item === "number" || item === undefined ? String(item) : item,
    ) ?? "undefined"
  );
}
