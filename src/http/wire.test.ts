/** What every transport does with the requests and responses on the wire. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { operations } from "../../generated/operations.ts";
import type { Client } from "../client/client.ts";
import type { ClientOptions } from "../client/options.ts";
import { type Api, type ApiOptions, type Handler, sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, until } from "../testing/client.ts";
import { transports } from "../testing/transports.ts";
import type { VirtualClock } from "../testing/virtual-clock.ts";

const json = { "content-type": "application/json" };
const { idempotent } = operations.updateCardLimits;
const write = (client: Client) => client.cards.updateLimits("CRD1", { daily: 5000 });

/** A server, and a client that reaches it over the transport under test. */
type Stage = (
  handler: Handler,
  options?: Partial<ClientOptions>,
  api?: ApiOptions,
) => Promise<{ api: Api; client: Client; clock: VirtualClock }>;

const text = JSON.stringify({ cards: [], note: "é€😀".repeat(30_000) });
const bytes = Buffer.from(text);

/** The same body in every way in which a server may send it. */
const spellings: Readonly<Record<string, (response: ServerResponse) => void>> = {
  whole: (response) => response.writeHead(200, { ...json, "content-length": bytes.length }).end(bytes),
  "in parts that cut a character": (response) => {
    response.writeHead(200, json).write(bytes.subarray(0, 70_001));
    setImmediate(() => response.end(bytes.subarray(70_001)));
  },
  "after early hints": (response) => {
    response.writeEarlyHints({ link: "</style.css>; rel=preload" });
    response.writeHead(200, json).end(bytes);
  },
  "after a byte order mark": (response) => response.writeHead(200, json).end(`\ufeff${text}`),
  ...Object.fromEntries(
    Object.entries({
      gzip: gzipSync(bytes),
      "X-GZip": gzipSync(bytes),
      deflate: deflateSync(bytes),
      br: brotliCompressSync(bytes),
      "deflate, gzip": gzipSync(deflateSync(bytes)),
      unheard: bytes,
    }).map(([coding, body]) => [
      `in ${coding}`,
      (response: ServerResponse) =>
        response.writeHead(200, { ...json, "content-encoding": coding }).end(body),
    ]),
  ),
  "in deflate without a head": (response) =>
    response.writeHead(200, { ...json, "content-encoding": "deflate" }).end(deflateRawSync(bytes)),
};

const big = Buffer.alloc(200_000, " ");
let endlessClosed = 0;
/** Bodies that are longer than 100 000 bytes. */
const tooLong: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(200, { ...json, "content-length": big.length }).end(big),
  (response) => response.writeHead(200, json).end(big),
  (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(big)),
  (response) => {
    let closed = false;
    const more = () => {
      while (!closed && response.write(big));
    };
    response.writeHead(200, json).on("drain", more);
    response.on("close", () => {
      closed = true;
      endlessClosed += 1;
    });
    more();
  },
];

const promises: Readonly<Record<string, (stage: Stage, t: TestContext) => Promise<void>>> = {
  "follows no redirect, on a read, a write and the token request": async (stage, t) => {
    const other = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
    const location = `${other.baseUrl}/v1/card`;
    const statuses = [301, 302, 303, 307, 308];
    const redirects: Handler = (_, response, count) =>
      response.writeHead(statuses[Math.floor((count - 1) / 2)] ?? 500, { location }).end("moved");
    const { client } = await stage(redirects);
    for (const status of statuses) {
      const expected = { code: "redirect-refused", status, attempts: 1 };
      await assert.rejects(client.GET("/v1/card"), expected);
      await assert.rejects(write(client), { ...expected, outcome: "unknown" });
    }
    const { client: refused } = await stage(() => undefined, {}, { token: redirects });
    await assert.rejects(refused.GET("/v1/card"), { code: "redirect-refused", operation: "requestToken" });
    assert.equal(other.requests.length + other.tokenRequests.length, 0, "a secret has gone elsewhere");
  },

  "reads a body however it is sent": async (stage) => {
    const ways = Object.entries(spellings);
    const { client } = await stage((_, response, count) => ways[count - 1]?.[1](response));
    for (const [how] of ways) {
      const { data, response } = await client.GET("/v1/card");
      assert.equal(JSON.stringify(data), text, how);
      assert.equal(await response.text(), text, how);
    }
  },

  "reads no more of a body than allowed": async (stage) => {
    const closed = endlessClosed;
    const { client } = await stage((_, response, count) => tooLong[count - 1]?.(response), {
      maxResponseBytes: 100_000,
    });
    for (const _ of tooLong) {
      const expected = { code: "response-too-large", attempts: 1, status: 200 };
      await assert.rejects(client.GET("/v1/card"), expected);
    }
    await until(() => endlessClosed > closed);
  },

  "keeps its connection, after a refusal as well": async (stage) => {
    const { api, client } = await stage((_, response, count) =>
      sendJson(response, count === 2 ? 404 : 200, emptyList),
    );
    let connections = 0;
    api.server.on("connection", () => {
      connections += 1;
    });
    await client.GET("/v1/card");
    await assert.rejects(client.GET("/v1/card"), { status: 404 });
    await write(client);
    for (let i = 0; i < 5; i++) await client.GET("/v1/card");
    const { method, body, headers } = api.requests[2] ?? assert.fail();
    assert.deepEqual([method, body, headers["content-length"]], ["PATCH", '{"daily":5000}', "14"]);
    // The one before may not be free yet when fetch starts the next request.
    assert.ok(connections <= 2, `${connections} connections`);
  },

  "says what it can decode and what it is, unless the caller does": async (stage) => {
    const { api, client } = await stage((_, response) => sendJson(response, 200, emptyList));
    await client.GET("/v1/card");
    await client.GET("/v1/card", { headers: { "Accept-Encoding": "identity", "User-Agent": "a program" } });
    const sent = api.requests.map(({ headers }) => [headers["accept-encoding"], headers["user-agent"]]);
    assert.deepEqual(sent, [
      ["gzip, deflate", "node"],
      ["identity", "a program"],
    ]);
  },

  "gives the headers of a response, those that come twice too": async (stage) => {
    const { client } = await stage((_, response) => {
      response.writeHead(200, { ...json, "X-Request-ID": "id-1", "x-twice": ["a", "b"] });
      response.end(JSON.stringify(emptyList));
    });
    const result = await client.GET("/v1/card");
    assert.equal(result.requestId, "id-1");
    assert.equal(result.response.headers.get("X-Twice"), "a, b");
    assert.equal(result.response.headers.get("x-none"), null);
  },

  "tells what happened to the connection": async (stage) => {
    const { client } = await stage((_, response, count) => {
      if (count === 1) return response.socket?.resetAndDestroy();
      if (count === 2) return sendJson(response, 200, emptyList);
      if (count > 6) return response.socket?.resetAndDestroy();
      if (count === 6) {
        return response
          .writeHead(200, { ...json, "content-encoding": "gzip" })
          .end("no gzip, and more of it");
      }
      response.writeHead(200, { ...json, "content-length": "100" });
      return response.write("{", () => response.socket?.destroy());
    });
    assert.equal((await client.GET("/v1/card")).attempts, 2);
    await assert.rejects(client.GET("/v1/card"), { code: "response-cut", status: 200, attempts: 3 });
    await assert.rejects(client.GET("/v1/card", { retries: 0 }), { code: "response-cut", status: 200 });
    await assert.rejects(client.GET("/v1/card"), {
      code: "network",
      message: /: (ECONNRESET|UND_ERR_SOCKET)/,
    });
  },

  "ends with its limit and its signal, before the headers and in the body, and its connection too": async (
    stage,
  ) => {
    let closed = 0;
    const { api, client, clock } = await stage(
      (_, response, count) => {
        response.on("close", () => {
          closed += 1;
        });
        if (count % 2 === 0) response.writeHead(200, json).write("{");
      },
      { retries: 0 },
    );
    const controllers = [1, 2, 3, 4].map(() => new AbortController());
    for (const [index, controller] of controllers.entries()) {
      const { signal } = controller;
      const code = index < 2 ? "attempt-timeout" : "aborted";
      const failed = assert.rejects(client.GET("/v1/card", { signal }), { code });
      await until(() => api.requests.length === index + 1);
      // Time for the headers to arrive, where there are any.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      if (index < 2) clock.advance(10_000);
      else controller.abort();
      await failed;
      await until(() => closed === index + 1);
    }
  },

  "opens a new connection where the server has closed the idle one": async (stage) => {
    const { api, client } = await stage((_, response) => sendJson(response, 200, emptyList));
    const sockets: NodeJS.EventEmitter[] = [];
    let open = 0;
    api.server.on("connection", (socket) => {
      sockets.push(socket);
      open += 1;
      socket.on("close", () => {
        open -= 1;
      });
    });
    for (let i = 1; i <= 3; i++) {
      assert.equal((await write(client)).attempts, 1);
      assert.equal(sockets.length, i);
      // Closed on both sides: the client has seen the end once the server has seen the client's.
      api.server.closeIdleConnections();
      await until(() => open === 0);
    }
  },

  "sends a request again whose kept connection ended, with the key of the first": async (stage) => {
    const { api, client } = await stage((request, response, count) => {
      if (count % 2 === 1) return response.socket?.destroy();
      return sendJson(response, 200, request.method === "GET" ? emptyList : {});
    });
    assert.equal((await client.GET("/v1/card")).attempts, 2);
    assert.equal((await write(client)).attempts, 2);
    const keys = api.requests.slice(2).map(({ headers }) => headers[idempotent.toLowerCase()]);
    assert.equal(new Set(keys).size, 1);
    await assert.rejects(
      write(client).then(() => client.GET("/v1/card", { retries: 0 })),
      {
        code: "network",
        attempts: 1,
      },
    );
  },
};

for (const [transport, part] of Object.entries(transports)) {
  for (const [promise, scenario] of Object.entries(promises)) {
    test(`${transport} ${promise}`, async (t) => {
      await scenario(async (handler, options, apiOptions) => {
        const api = await startApi(t, handler, apiOptions);
        return { api, ...testClient(api.baseUrl, { ...part, ...options }) };
      }, t);
    });
  }
}
