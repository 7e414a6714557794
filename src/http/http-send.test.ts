import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";
import { fetchSend } from "./fetch-send.ts";
import { httpSend } from "./http-send.ts";

const jsonHeaders = { "content-type": "application/json" };

test("reads and writes over one kept connection, text beyond ASCII included", async (t) => {
  const note = "é€😀".repeat(20_000);
  const api = await startApi(t, (request, response) =>
    sendJson(response, 200, request.method === "GET" ? { cards: [], note } : {}),
  );
  let connections = 0;
  api.server.on("connection", () => {
    connections += 1;
  });
  const { client } = testClient(api.baseUrl, { send: httpSend() });
  for (let i = 0; i < 5; i++) assert.deepEqual((await client.GET("/v1/card")).data, { cards: [], note });
  await client.cards.updateLimits("CRD1", { daily: 5000 });
  const write = api.requests.at(-1);
  assert.deepEqual(
    [write?.method, write?.body, write?.headers["content-length"]],
    ["PATCH", '{"daily":5000}', "14"],
  );
  assert.equal(write?.headers["accept-encoding"], undefined, "it cannot decompress");
  assert.equal(connections, 1);
});

test("redirects are not followed", async (t) => {
  const other = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const api = await startApi(t, (_, response) => response.writeHead(307, { location: other.baseUrl }).end());
  const { client } = testClient(api.baseUrl, { send: httpSend() });
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
    code: "redirect-refused",
    status: 307,
  });
  assert.equal(other.requests.length, 0);
});

test("resets and cut answers are retried, and told by their codes", async (t) => {
  const api = await startApi(t, (_, response, count) => {
    if (count === 1) return response.socket?.resetAndDestroy();
    if (count === 2) return sendJson(response, 200, emptyList);
    if (count > 5) return response.socket?.resetAndDestroy();
    response.writeHead(200, { ...jsonHeaders, "content-length": "100" });
    return response.write("{", () => response.socket?.destroy());
  });
  const { client } = testClient(api.baseUrl, { send: httpSend() });
  assert.equal((await client.GET("/v1/card")).attempts, 2);
  await assert.rejects(client.GET("/v1/card"), { code: "response-cut", status: 200, attempts: 3 });
  await assert.rejects(client.GET("/v1/card"), { code: "network", message: /: ECONNRESET/ });
});

test("a body longer than allowed is not read", async (t) => {
  const api = await startApi(t, (_, response) =>
    response.writeHead(200, jsonHeaders).end(Buffer.alloc(200_000, " ")),
  );
  const { client } = testClient(api.baseUrl, { send: httpSend({ maxBytes: 100_000 }) });
  await assert.rejects(client.GET("/v1/card"), { code: "response-too-large", attempts: 1 });
});

for (const [name, send] of Object.entries({ httpSend: httpSend(), fetchSend: fetchSend() })) {
  test(`${name} reads a body without an end only as far as maxResponseBytes says`, async (t) => {
    let closed = false;
    const api = await startApi(t, (_, response) => {
      response.writeHead(200, jsonHeaders);
      const more = () => {
        while (!closed && response.write(Buffer.alloc(10_000, " ")));
      };
      response.on("drain", more).on("close", () => {
        closed = true;
      });
      more();
    });
    const { client } = testClient(api.baseUrl, { send, maxResponseBytes: 100_000 });
    let ended = false;
    const failed = assert.rejects(client.GET("/v1/card"), { code: "response-too-large", attempts: 1 });
    failed.finally(() => {
      ended = true;
    });
    await until(() => ended && closed);
    await failed;
  });
}

test("limit and signal end it before the headers and in the body, and the connection with it", async (t) => {
  let closed = 0;
  const api = await startApi(t, (_, response, count) => {
    response.on("close", () => {
      closed += 1;
    });
    if (count === 2) response.writeHead(200, jsonHeaders).write("{");
  });
  const { client, clock } = testClient(api.baseUrl, { send: httpSend(), retries: 0 });
  for (const count of [1, 2]) {
    const failed = assert.rejects(client.GET("/v1/card"), { code: "attempt-timeout" });
    await until(() => api.requests.length === count);
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.advance(10_000);
    await failed;
    await until(() => closed === count);
  }
  const controller = new AbortController();
  const failed = assert.rejects(client.GET("/v1/card", { signal: controller.signal }), { code: "aborted" });
  await until(() => api.requests.length === 3);
  controller.abort();
  await failed;
  await until(() => closed === 3);
});

test("idle connections do not keep the process alive", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const index = fileURLToPath(new URL("../index.ts", import.meta.url));
  const program = `
    import { createClient, httpSend } from ${JSON.stringify(index)};
    const client = createClient({ baseUrl: ${JSON.stringify(api.baseUrl)}, clientId: "a", clientSecret: "b", send: httpSend() });
    await client.GET("/v1/card");
    console.log(Date.now());`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const ended = await new Promise<number>((resolve, reject) => {
    execFile(process.execPath, args, { timeout: 20_000 }, (error, stdout) =>
      error ? reject(error) : resolve(Date.now() - Number(stdout)),
    );
  });
  assert.ok(ended < 4_000, `the process stayed for ${ended} ms`);
});
