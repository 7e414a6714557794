import assert from "node:assert/strict";
import { get } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { createHttpTransport } from "../wire/http.ts";
import { type Served, serve } from "./serve.ts";
import { startSandbox } from "./start.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

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

test("a request may name the whole address", async () => {
  const handler = async ({ url }: Request) => new Response(url);
  await withServed(handler, async ({ baseUrl }) => {
    const { port } = new URL(baseUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      const options = { port: Number(port), path: `${baseUrl}/whole?a=b`, headers: { host: "elsewhere" } };
      get(options, (response) => response.setEncoding("utf8").on("data", resolve)).on("error", reject);
    });
    assert.equal(answer, `${baseUrl}/whole?a=b`);
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

test("it listens on another loopback name where it is asked to, and has it in its base URL", async () => {
  const served = await serve(async () => new Response("well"), 0, { host: "localhost" });
  try {
    assert.match(served.baseUrl, /^http:\/\/localhost:[0-9]+$/);
    assert.equal(await (await fetch(served.baseUrl)).text(), "well");
  } finally {
    await served.close();
  }
});

test("the base URL of an IPv6 address has brackets", {
  skip: process.env.REQUIRE_ALL !== "1" && !hasIpv6 && "there is no ::1 here",
}, async () => {
  const served = await serve(async (request) => new Response(request.url), 0, { host: "::1" });
  try {
    assert.match(served.baseUrl, /^http:\/\/\[::1\]:[0-9]+$/);
    assert.equal(await (await fetch(`${served.baseUrl}/a`)).text(), `${served.baseUrl}/a`);
  } finally {
    await served.close();
  }
});

test("what is no HTTP request is told, and answered with 400", async () => {
  const problems: string[] = [];
  const served = await serve(async () => new Response(), 0, {
    onUnreadable: (problem) => problems.push(problem),
  });
  try {
    const socket = connect(Number(new URL(served.baseUrl).port), "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    // Base64 with line breaks, as openssl makes it, put into a header.
    socket.write("PATCH /v1 HTTP/1.1\r\nHost: x\r\nX-Service-Signature: AAAA\nBBBB=\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    const { message } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as { message: string };
    assert.match(message, /^The request is not HTTP: .* Is there a line break in a header\?$/);
    assert.deepEqual(problems, [message]);
  } finally {
    await served.close();
  }
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
    assert.equal([...one.sandbox.state.items.values()][0]?.length, 3);
  } finally {
    transport.close();
    await Promise.all([one.close(), other.close()]);
  }
});

test("a client that speaks TLS where nobody does is told apart from one that sends no HTTP", async () => {
  const problems: string[] = [];
  const { server, close } = await serve(async () => new Response(), 0, {
    onUnreadable: (problem) => problems.push(problem),
  });
  const { port } = server.address() as { port: number };
  for (const bytes of [[22, 3, 1, 0, 5], [...Buffer.from("no HTTP\r\n\r\n")]]) {
    await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes)));
      socket.resume().once("close", resolve);
    });
  }
  await close();
  assert.match(problems.join("\n"), /^The client speaks TLS, .*\nThe request is not HTTP: .*$/);
});
