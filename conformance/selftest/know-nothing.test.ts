import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { Server } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, it } from "node:test";
import { closeServers, listeningServer } from "../wire/testing.ts";
import { socketRun } from "./over-sockets.ts";
import { idsWith } from "./verdicts.ts";

afterEach(closeServers);

/** Judges a server that knows nothing of the API. */
async function judge(server: Server) {
  return socketRun(await listeningServer(server), { timeoutMs: 2000, budgetMs: 20_000 });
}

// No path, no JSON and another shape contradict what is said of the token request, every time; a refusal does not.
const answers: [name: string, listener: RequestListener, exitCode: 1 | 3][] = [
  ["an empty 200", (_, response) => response.end(), 1],
  [
    "HTML for everything",
    (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Welcome</p>"),
    1,
  ],
  ["always 401", (_, response) => response.writeHead(401).end(), 3],
  [
    "always 401 with the documented body",
    (_, response) =>
      response
        .writeHead(401, { "content-type": "application/json" })
        .end('{"message":"No.","type":"InvalidRequest"}'),
    3,
  ],
  ["always 404", (_, response) => response.writeHead(404).end(), 1],
  ["always 429", (_, response) => response.writeHead(429, { "retry-after": "1" }).end(), 3],
  ["always 500", (_, response) => response.writeHead(500).end(), 1],
  ["always 204", (_, response) => response.writeHead(204).end(), 1],
  [
    "an echo",
    (request, response) => {
      response.writeHead(200, { "content-type": request.headers["content-type"] ?? "text/plain" });
      request.pipe(response);
    },
    1,
  ],
  [
    "an empty object for everything",
    (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    1,
  ],
  [
    "an empty list for everything",
    (_, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"cards":[]}'),
    1,
  ],
];

/** The verdicts that were given, apart from checks that need a long wait and were left out for it. */
function verdicts(checks: readonly { verdict: string }[]): string[] {
  return [...new Set(checks.map(({ verdict }) => verdict))].filter((verdict) => verdict !== "skipped");
}

describe("a server that knows nothing passes nothing and answers nothing", () => {
  for (const [name, listener, exitCode] of answers) {
    it(name, async () => {
      const result = await judge(createServer(listener));
      const { end } = result;
      assert.deepEqual(idsWith(result, "passed"), []);
      assert.deepEqual(idsWith(result, "observed"), []);
      assert.deepEqual(idsWith(result, "broken"), []);
      assert.equal(end.exitCode, exitCode);
      assert.ok(end.incomplete.length > 0);
      assert.equal(end.summary.emitted, end.summary.expected);
    });
  }

  it("accepts and closes", async () => {
    const { checks, end } = await judge(createTcpServer((socket) => socket.destroy()));
    assert.deepEqual(verdicts(checks), ["inconclusive"]);
    assert.equal(end.exitCode, 3);
  });

  it("a dead port", async () => {
    const baseUrl = await listeningServer(createTcpServer());
    closeServers();
    const { checks, end } = await socketRun(baseUrl, { timeoutMs: 2000, budgetMs: 20_000 });
    assert.deepEqual(verdicts(checks), ["inconclusive"]);
    assert.equal(end.exitCode, 3);
    assert.match(end.incomplete.join(), /ECONNREFUSED/);
  });
});
