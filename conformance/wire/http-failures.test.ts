import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createHttpTransport } from "./http.ts";
import { closeServers, listening, listeningRaw, wireRequest } from "./testing.ts";
import type { ExchangeLimits, Outcome } from "./transport.ts";

const transport = createHttpTransport();
after(() => {
  transport.close();
  closeServers();
});

function send(url: string, more: Partial<ExchangeLimits> = {}, body: string | null = null): Promise<Outcome> {
  const request = wireRequest({ url, body, method: body === null ? "GET" : "POST" });
  return transport.send(request, { timeoutMs: 2000, maximumBytes: 100_000, ...more });
}

const head = "HTTP/1.1 200 OK\r\n";
const gzip = gzipSync("some text ".repeat(50));
/** What a server sends before it closes; or what else it does. */
const answers: readonly [what: string, kind: string, answer: string | ((socket: Socket) => void)][] = [
  ["closes without an answer", "reset", ""],
  ["resets the connection", "reset", (socket) => void socket.resetAndDestroy()],
  ["closes inside the headers", "reset", "HTTP/1.1 200 OK\r\nContent-Ty"],
  ["closes inside the body", "cut-short", `${head}Content-Length: 9\r\n\r\n1234`],
  [
    "resets inside the body",
    "reset",
    (socket) => {
      socket.write(`${head}Content-Length: 9\r\n\r\n1234`);
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
  ],
  ["closes inside a chunk", "cut-short", `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n1234`],
  ["leaves out the last chunk", "cut-short", `${head}Transfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n`],
  [
    "closes inside a gzip",
    "cut-short",
    (socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n\r\n`);
      socket.end(gzip.subarray(0, 15));
    },
  ],
  [
    "sends half a gzip as if it were whole",
    "malformed",
    (socket) => {
      socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: 15\r\n\r\n`);
      socket.end(gzip.subarray(0, 15));
    },
  ],
  ["says gzip and sends none", "malformed", `${head}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnone`],
  ["speaks another protocol", "malformed", "220 mail.example.com ESMTP\r\n"],
  [
    "switches to another protocol",
    "malformed",
    (socket) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  ],
  [
    "sends 64 KiB of headers",
    "too-large",
    (socket) => void socket.write(`${head}X-Long: ${"x".repeat(65_536)}\r\n\r\n`),
  ],
  [
    "sends headers without end",
    "too-large",
    (socket) => {
      const timer = setInterval(() => socket.write(`X-One: ${"x".repeat(900)}\r\n`), 1);
      socket.write(head);
      socket.on("close", () => clearInterval(timer));
    },
  ],
];
for (const [what, kind, answer] of answers) {
  test(`a server that ${what}: ${kind}`, async () => {
    const act = typeof answer === "string" ? (socket: Socket) => void socket.end(answer) : answer;
    const outcome = await send(await listeningRaw(act));
    assert.ok(outcome.response === null);
    assert.equal(outcome.failure.kind, kind, outcome.failure.message);
    assert.notEqual(outcome.failure.message, "");
  });
}

test("a host without an address is unreachable", async () => {
  assert.equal((await send("http://server.invalid", { timeoutMs: 5000 })).failure?.kind, "unreachable");
});

test("a URL or a header that can't be sent is an outcome, not an exception", async () => {
  const limits = { timeoutMs: 2000, maximumBytes: 10 };
  for (const change of [
    { url: "nothing" },
    { url: "ftp://127.0.0.1/" },
    { headers: [["X", "a\nb"]] as const },
  ]) {
    const outcome = await transport.send(wireRequest(change), limits);
    assert.equal(outcome.failure?.kind, "malformed", JSON.stringify(change));
  }
});

test("a signal ends an exchange that is under way, and one that has not begun", async () => {
  const url = await listening(() => {});
  const controller = new AbortController();
  const waiting = send(url, { signal: controller.signal });
  setTimeout(() => controller.abort(), 30);
  assert.equal((await waiting).failure?.kind, "aborted");
  assert.equal((await send(url, { signal: controller.signal })).failure?.kind, "aborted");
});

test("many exchanges on one signal have one listener, and none once they have ended", async () => {
  const { signal } = new AbortController();
  const waiting: (() => void)[] = [];
  const url = await listening((_, response) => {
    waiting.push(() => response.end());
    if (waiting.length < 20) return;
    assert.equal(getEventListeners(signal, "abort").length, 1);
    for (const respond of waiting) respond();
  });
  await Promise.all(Array.from({ length: 20 }, () => send(url, { signal })));
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("a body that a server refuses to read does not hide its answer", async () => {
  const url = await listening((_, response) => {
    response.writeHead(413, { connection: "close" }).end("{}");
  });
  const outcome = await send(url, {}, "x".repeat(3000));
  assert.equal(outcome.response?.status, 413);
});

test("connections are used again, and closed at the end", async () => {
  const own = createHttpTransport();
  const ports = new Set<number | undefined>();
  let closed: Promise<unknown> = Promise.resolve();
  const url = await listening((request, response) => {
    if (ports.size === 0) closed = new Promise((resolve) => request.socket.once("close", resolve));
    ports.add(request.socket.remotePort);
    response.end();
  });
  for (let time = 0; time < 3; time += 1) {
    await own.send(wireRequest({ url }), { timeoutMs: 2000, maximumBytes: 10 });
  }
  assert.equal(ports.size, 1);
  own.close();
  await closed;
});
