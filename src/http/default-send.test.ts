/** Which transport a client has that is given none. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { listenOnLoopback } from "../testing/loopback.ts";

/** Tells by its headers whether a request was sent by `fetch`. */
async function usesFetch(t: TestContext): Promise<boolean> {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  await testClient(api.baseUrl).client.GET("/v1/card");
  return api.requests[0]?.headers["sec-fetch-mode"] !== undefined;
}

test("node:http on Node", async (t) => {
  assert.equal(await usesFetch(t), false);
  // Node's fetch sets its dispatcher when it is first used.
  await fetch("data:,x");
  assert.equal(await usesFetch(t), false);
});

for (const runtime of ["bun", "deno"]) {
  test(`fetch on ${runtime}, which has the modules of Node too`, async (t) => {
    const { versions } = process;
    t.after(() => Object.defineProperty(process, "versions", { value: versions }));
    Object.defineProperty(process, "versions", {
      value: { ...versions, [runtime]: "1" },
      configurable: true,
    });
    assert.equal(await usesFetch(t), true);
  });
}

test("the global fetch where it has been replaced, even after the client was made", async (t) => {
  const { client } = testClient("https://api.example.com");
  t.mock.method(globalThis, "fetch", async (url: string) =>
    Response.json(url.endsWith("/token") ? tokenBody("t") : emptyList),
  );
  assert.deepEqual((await client.GET("/v1/card")).data, emptyList);
});

test("fetch where requests have a dispatcher of their own, such as a proxy", async (t) => {
  await fetch("data:,x");
  const places = globalThis as unknown as Record<symbol, object | undefined>;
  const known = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));
  const usual = known.map((place) => places[place]);
  const seen: string[] = [];
  class ProxyAgent {
    dispatch(options: { path: string }, handler: object): unknown {
      seen.push(options.path);
      return ((usual[1] ?? usual[0]) as ProxyAgent).dispatch(options, handler);
    }
  }
  t.after(() => {
    for (const [index, place] of known.entries()) places[place] = usual[index];
  });
  for (const place of known) places[place] = new ProxyAgent();
  assert.equal(await usesFetch(t), true);
  assert.deepEqual(seen, ["/v1/oauth/token", "/v1/card"]);
});

test("a proxy of the environment is used where fetch uses it", async (t) => {
  const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
  let reached = 0;
  const proxy = createServer((_, response) => {
    reached += 1;
    response.writeHead(502).end();
  }).on("connect", (_, socket) => {
    reached += 1;
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  const port = await listenOnLoopback(proxy);
  t.after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const index = fileURLToPath(new URL("../index.ts", import.meta.url));
  const options = JSON.stringify({ baseUrl: api.baseUrl, clientId: "a", clientSecret: "b", retries: 0 });
  const calls = {
    client: `import { createClient } from ${JSON.stringify(index)};
      await createClient(${options}).GET("/v1/card").catch(() => undefined);`,
    fetch: `await fetch(${JSON.stringify(`${api.baseUrl}/v1/card`)}).catch(() => undefined);`,
  };
  const address = `http://127.0.0.1:${port}`;
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, NO_PROXY: "", no_proxy: "" };
  const throughProxy = async (program: string) => {
    const before = reached;
    const args = ["--import", "tsx", "--input-type=module", "--eval", program];
    await new Promise<void>((resolve, reject) => {
      execFile(process.execPath, args, { env, timeout: 20_000 }, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    return reached > before;
  };
  const ofFetch = await throughProxy(calls.fetch);
  assert.equal(await throughProxy(calls.client), ofFetch);
  // The requests that did not go there have arrived.
  assert.equal(api.requests.length, ofFetch ? 0 : 2);
});
