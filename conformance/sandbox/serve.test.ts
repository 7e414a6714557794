import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { createHttpTransport } from "../wire/http.ts";
import { type Served, serve } from "./serve.ts";
import { startSandbox } from "./start.ts";

async function withServed(
  handler: (request: Request) => Promise<Response>,
  use: (served: Served) => Promise<void>,
) {
  const served = await serve(handler);
  try {
    await use(served);
  } finally {
    await served.close();
  }
}

test("the handler gets method, URL, headers and body as they were sent, and its answer goes out as it is", async () => {
  const handler = async (request: Request) =>
    new Response(`${request.method} ${request.url} ${request.headers.get("x-one")} ${await request.text()}`, {
      status: 418,
      headers: { "x-two": "2" },
    });
  await withServed(handler, async ({ baseUrl }) => {
    const response = await fetch(`${baseUrl}/a%20b?c=%2B`, {
      method: "PATCH",
      headers: { "x-one": "é" },
      body: "ü",
    });
    assert.equal(response.status, 418);
    assert.equal(response.headers.get("x-two"), "2");
    const text = `PATCH ${baseUrl}/a%20b?c=%2B é ü`;
    assert.equal(response.headers.get("content-length"), String(Buffer.byteLength(text)));
    assert.equal(await response.text(), text);
  });
});

test("it listens on loopback only", async () => {
  await withServed(
    async () => new Response(),
    async ({ server, baseUrl }) => {
      const address = server.address();
      assert.ok(typeof address === "object" && address?.address === "127.0.0.1");
      assert.equal(baseUrl, `http://127.0.0.1:${address.port}`);
    },
  );
});

test("a handler that throws ends the connection, and the next request is served", async () => {
  let first = true;
  const handler = async () => {
    if (!first) return new Response("well");
    first = false;
    throw new Error("not well");
  };
  await withServed(handler, async ({ baseUrl }) => {
    await assert.rejects(fetch(baseUrl));
    assert.equal(await (await fetch(baseUrl)).text(), "well");
  });
});

test("a port that is taken is an error", async () => {
  await withServed(
    async () => new Response(),
    async ({ baseUrl }) => {
      await assert.rejects(
        serve(async () => new Response(), Number(new URL(baseUrl).port)),
        { code: "EADDRINUSE" },
      );
    },
  );
});

test("closing ends connections that are open, and frees the port", async () => {
  const served = await serve(() => new Promise(() => {}));
  const port = Number(new URL(served.baseUrl).port);
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 20));
  await served.close();
  await closed;
  const again = await serve(async () => new Response(), port);
  await again.close();
});

test("a started sandbox has credentials of its own, which are accepted", async () => {
  const [one, other] = [await startSandbox({ cards: 3, prefix: "/partner" }), await startSandbox()];
  const transport = createHttpTransport();
  try {
    assert.notEqual(one.clientSecret, other.clientSecret);
    assert.ok(!one.signingKey.equals(other.signingKey));
    assert.ok(one.baseUrl.endsWith("/partner") && one.target.sandbox);
    const form = {
      grant_type: "client_credentials",
      client_id: one.clientId,
      client_secret: one.clientSecret,
      scope: "",
    };
    const ask = (baseUrl: string) =>
      fetch(`${baseUrl}/v1/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          ...form,
          scope: "cards:read cards:write transfers:read transfers:write",
        }),
      });
    assert.equal((await ask(one.baseUrl)).status, 200);
    assert.equal((await ask(other.baseUrl)).status, 401);
    assert.equal(one.sandbox.state.cards.length, 3);
  } finally {
    transport.close();
    await Promise.all([one.close(), other.close()]);
  }
});
