/** A server that says its response is in gzip, where that is asked for, and sends something else. */
import assert from "node:assert/strict";
import { afterEach, it } from "node:test";
import { gzipSync } from "node:zlib";
import { runDefaults } from "../run/options.ts";
import { createSandbox } from "../sandbox/app.ts";
import { listenerOf } from "../sandbox/serve.ts";
import { closeServers, listening } from "../wire/testing.ts";
import { credentials, publicKey } from "./in-memory.ts";
import { socketRun } from "./over-sockets.ts";
import { linesWith } from "./verdicts.ts";

afterEach(closeServers);

/** What fails of the spellings of a list whose coded bodies are made so. */
async function failedWith(code: (body: Buffer) => Buffer): Promise<readonly string[]> {
  const { fetch } = createSandbox({ ...credentials, publicKey });
  const answer = listenerOf(async (request) => {
    const response = await fetch(request);
    if (request.method !== "GET" || request.headers.get("accept-encoding") !== "gzip") return response;
    const body = code(Buffer.from(await response.arrayBuffer()));
    const headers = new Headers([...response.headers, ["content-encoding", "gzip"]]);
    return new Response(body, { status: response.status, headers });
  });
  const result = await socketRun(
    await listening(answer),
    { cases: runDefaults.cases },
    ({ id }) => id === "spelling.list",
  );
  return linesWith(result, "failed");
}

it("a body that is not in the coding that it is said to be in is found", async () => {
  const [failed = ""] = await failedWith((body) => body);
  assert.match(failed, /^spelling\.list: .*when Accept-Encoding is gzip/);
});

it("a body that is in it is like any other", async () => {
  assert.deepEqual(await failedWith(gzipSync), []);
});
