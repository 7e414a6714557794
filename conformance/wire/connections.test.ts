/** Servers that close connections as they like: no request is lost, and no verdict depends on it. */

import assert from "node:assert/strict";
import type { Server } from "node:http";
import { createServer as createSocketServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { otherTestKeys, testKeys } from "../../src/testing/keys.ts";
import { conformance } from "../run/run.ts";
import { createSandbox } from "../sandbox/app.ts";
import { serve } from "../sandbox/serve.ts";
import { createHttpTransport } from "./http.ts";
import { closeServers, listening, listeningServer, testTarget, wireRequest } from "./testing.ts";
import type { Outcome } from "./transport.ts";
import { wait } from "./wait.ts";

after(closeServers);

const limits = { timeoutMs: 5000, maximumBytes: 10_000 };
const reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

/** Answers the first request of each connection, and does this when the next one comes. */
function onSecondRequest(requests: string[], second: (socket: Socket) => void): Promise<string> {
  return listeningServer(
    createSocketServer((socket) => {
      let answered = 0;
      socket.on("data", (chunk) => {
        requests.push(chunk.toString());
        if (answered++ === 0) socket.write(reply);
        else second(socket);
      });
    }),
  );
}

/** Ends a connection 5 ms after the last byte. */
function endWhenIdle(socket: Socket): void {
  socket.removeAllListeners("timeout").setTimeout(5, () => socket.destroy());
}

async function inTurn(url: string, times: number, pauseMs = 0): Promise<Outcome[]> {
  const own = createHttpTransport();
  const outcomes: Outcome[] = [];
  try {
    for (let time = 0; time < times; time += 1) {
      const headers = [["Idempotency-Key", `key-${time}`]] as const;
      outcomes.push(
        await own.send(wireRequest({ method: "PUT", url, headers, body: `body ${time}` }), limits),
      );
      if (pauseMs > 0) await wait(pauseMs);
    }
  } finally {
    own.close();
  }
  return outcomes;
}

const ends: readonly [how: string, end: (socket: Socket) => void][] = [
  ["resets", (socket) => void socket.resetAndDestroy()],
  ["ends", (socket) => void socket.end()],
];
for (const [how, end] of ends) {
  test(`a server that ${how} a connection when the next request comes gets it again, unchanged`, async () => {
    const requests: string[] = [];
    const outcomes = await inTurn(await onSecondRequest(requests, end), 23);
    assert.deepEqual(new Set(outcomes.map(({ response }) => response?.status)), new Set([200]));
    // A fresh connection, then a lost one, ten times; after that no connection is used again.
    assert.deepEqual(
      outcomes.map(({ resent }) => resent ?? 0),
      [...Array.from({ length: 20 }, (_, index) => index % 2), 0, 0, 0],
    );
    const bare = requests.map((text) => text.replace(/\r\nConnection: .*/, ""));
    assert.equal(bare[2], bare[1]);
    assert.match(bare[1] ?? "", /^PUT .*\r\nIdempotency-Key: key-1\r\n.*body 1$/s);
    assert.equal(requests.length, 33);
  });
}

test("a server that ends connections now and then is still asked on those that it keeps", async () => {
  const sockets = new Set<Socket>();
  let count = 0;
  const url = await listeningServer(
    createSocketServer((socket) => {
      socket.on("data", () => {
        count += 1;
        sockets.add(socket);
        // Of those that are used again, one in two.
        if (count % 4 === 0) socket.end();
        else socket.write(reply);
      });
    }),
  );
  const outcomes = await inTurn(url, 90);
  const lost = outcomes.filter(({ resent }) => resent === 1).length;
  assert.ok(lost > 20, `${lost} lost`);
  assert.ok(sockets.size < 3 * lost, `${sockets.size} connections`);
});

test("a request to which something was answered is not sent again by the transport", async () => {
  const requests: string[] = [];
  const url = await onSecondRequest(requests, (socket) => void socket.end("HTTP/1.1 200 OK\r\nConte"));
  const [first, second] = await inTurn(url, 2);
  assert.equal(first?.response?.status, 200);
  assert.equal(second?.failure?.kind, "reset");
  assert.equal(second?.resent, undefined);
  assert.equal(requests.length, 2);
});

test("a server that resets fresh connections too is not asked for ever", async () => {
  const requests: string[] = [];
  let answered = false;
  const url = await listeningServer(
    createSocketServer((socket) => {
      socket.on("data", (chunk) => {
        requests.push(chunk.toString());
        if (answered) return void socket.resetAndDestroy();
        answered = true;
        socket.write(reply);
      });
    }),
  );
  const outcomes = await inTurn(url, 3);
  assert.deepEqual(
    outcomes.map(({ response, failure, resent = 0 }) => [response?.status ?? failure?.kind, resent]),
    [
      [200, 0],
      ["reset", 1],
      ["reset", 0],
    ],
  );
  assert.equal(requests.length, 4);
});

test("a server that closes after each response, or after 5 ms of idling, loses no request", async () => {
  const silent = await listening((_, response) => {
    response.end("{}", () => setImmediate(() => response.socket?.destroy()));
  });
  const announced = await listening((_, response) => {
    response.writeHead(200, { connection: "close" }).end("{}");
  });
  const idle = await listening((request, response) => {
    response.end("{}");
    endWhenIdle(request.socket);
  });
  for (const url of [silent, announced, idle]) {
    const outcomes = [...(await inTurn(url, 12)), ...(await inTurn(url, 40, 5))];
    assert.deepEqual(
      outcomes.filter(({ response }) => response?.status !== 200).map(({ failure }) => failure),
      [],
    );
  }
});

const manners: Readonly<Record<string, (server: Server) => void>> = {
  "keeps connections": () => {},
  "closes after each response and says so": (server) => {
    server.maxRequestsPerSocket = 1;
  },
  "closes after each response without a word": (server) => {
    server.prependListener("request", (_, response) => response.on("finish", () => response.socket?.end()));
  },
  "closes after 5 ms of idling": (server) => {
    server.prependListener("request", (request, response) =>
      response.on("finish", () => endWhenIdle(request.socket)),
    );
  },
  "closes when the next request comes": (server) => {
    const used = new WeakSet<Socket>();
    server.prependListener("request", ({ socket }) => {
      if (used.has(socket)) socket.resetAndDestroy();
      used.add(socket);
    });
  },
};

test("a run comes to the same verdicts, however the server treats its connections", async () => {
  const { publicKey } = testKeys();
  const foreign = otherTestKeys().privateKey;
  const verdicts = new Map<string, unknown>();
  for (const [name, behave] of oneIn(5, Object.entries(manners))) {
    const target = testTarget();
    const served = await serve(createSandbox({ ...target, publicKey }).fetch);
    behave(served.server);
    const transport = createHttpTransport();
    try {
      const result = await conformance({
        target: { ...target, baseUrl: served.baseUrl },
        transport: transport.send,
        writes: true,
        cases: 0,
        foreignKey: async () => foreign,
      });
      assert.deepEqual(result.end.incomplete, [], name);
      assert.equal(result.end.writes.leftChanged, null, name);
      const lost = result.events.filter((event) => event.event === "exchange" && event.failure !== null);
      assert.deepEqual(lost, [], name);
      verdicts.set(name, Object.fromEntries(result.checks.map(({ id, verdict }) => [id, verdict])));
    } finally {
      transport.close();
      await served.close();
    }
  }
  for (const [name, seen] of verdicts) assert.deepEqual(seen, verdicts.get("keeps connections"), name);
});
