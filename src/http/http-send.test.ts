/** What is so over `node:http` alone; the rest is in wire.test.ts. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { Agent } from "node:http";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { decodersOf } from "./decoding.ts";
import { httpSend } from "./http-send.ts";

test("an agent is used for every request, whatever it is asked for", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const { client } = testClient(api.baseUrl, { send: httpSend({ agent }) });
  await Promise.all([1, 2, 3].map(() => client.GET("/v1/card")));
  assert.deepEqual(Object.keys(agent.freeSockets).length, 1);
});

test("a host may be an IPv6 address", async (t) => {
  const { server } = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const listening = new Promise((resolve) => server.once("listening", resolve).once("error", resolve));
  server.listen(0, "::1");
  const failure = await listening;
  // Where the machine has no IPv6, the client finds that out as well.
  const port = failure === undefined ? (server.address() as { port: number }).port : 9;
  const { client } = testClient(`http://[::1]:${port}`, { send: httpSend(), retries: 0 });
  const call = client.GET("/v1/card");
  if (failure === undefined) assert.deepEqual((await call).data, emptyList);
  else await assert.rejects(call, { code: "network", outcome: undefined });
});

test("a body that is coded too many times is refused before memory is taken for it", async (t) => {
  const codings = Array<string>(6).fill("gzip").join();
  const api = await startApi(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": codings }).end("x");
  });
  const { client } = testClient(api.baseUrl, { send: httpSend(), retries: 0 });
  await assert.rejects(client.GET("/v1/card"), { code: "response-cut" });
  assert.equal(decodersOf("gzip, br").length, 2);
  assert.deepEqual([decodersOf("gzip, unheard"), decodersOf(null)], [[], []]);
});

test("no HTTP stack is loaded before the first request, and idle connections let the process end", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  const index = fileURLToPath(new URL("../index.ts", import.meta.url));
  const program = `
    import { createClient, httpSend } from ${JSON.stringify(index)};
    const options = { baseUrl: ${JSON.stringify(api.baseUrl)}, clientId: "a", clientSecret: "b" };
    const clients = [createClient(options), createClient({ ...options, send: httpSend() })];
    const loaded = () => process.moduleLoadList.includes("NativeModule _http_client");
    console.log(loaded());
    for (const client of clients) await client.GET("/v1/card");
    console.log(loaded(), Date.now());`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  const lines = await new Promise<string[]>((resolve, reject) => {
    execFile(process.execPath, args, { timeout: 20_000 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim().split(/\s+/)),
    );
  });
  const stayedMs = Date.now() - Number(lines[2]);
  assert.deepEqual(lines.slice(0, 2), ["false", "true"]);
  assert.ok(stayedMs < 3_000, `the process stayed for ${stayedMs} ms`);
});

for (const [server, keepsMs, [least, most]] of [
  ["the usual server", 5_000, [3_500, 4_900]],
  ["a server that says that it waits less", 2_000, [500, 1_900]],
] as const) {
  test(`an idle connection is ended before ${server} ends it`, async (t) => {
    const ended: number[] = [];
    const api = await startApi(t, (_, response) => {
      response.socket?.on("close", () => ended.push(Date.now()));
      sendJson(response, 200, emptyList);
    });
    api.server.keepAliveTimeout = keepsMs;
    const request = { method: "GET", url: `${api.baseUrl}/v1/card`, headers: {}, body: undefined };
    const signal = new AbortController().signal;
    const send = httpSend();
    for (let i = 0; i < 2; i++) await send(request, signal);
    const idleSince = Date.now();
    while (ended.length === 0 && Date.now() - idleSince < most) await setTimeout(50);
    assert.ok(ended.length > 0, `it is still there after ${most} ms`);
    assert.ok((ended[0] ?? 0) - idleSince > least, "it was not kept");
  });
}
