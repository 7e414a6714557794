/** The recordings can be made again from any server, and nothing secret gets into one. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { HarEntry } from "../conformance/base/har.ts";
import { recordings } from "../conformance/checks/cards/index.ts";
import { readRecording } from "../conformance/checks/recordings/recording.ts";
import { createSandbox } from "../conformance/sandbox/app.ts";
import { serve } from "../conformance/sandbox/serve.ts";
import { testKeys } from "../src/testing/keys.ts";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";
import { bundledScript } from "./kit/started-testing.ts";
import { driftOf } from "./redocly/drift.ts";

const program = await bundledScript("record");
const description = fileURLToPath(new URL("../openapi/partner-card.yaml", import.meta.url));
const clientId = "the-client-id-of-this-test";
const clientSecret = "the/secret+of=this test";
const { privateKey, publicKey } = testKeys();

/** A change of what the sandbox answers; gets the Authorization that the request came with. */
type Wrap = (response: Response, request: Request) => Promise<Response>;

/** Records from a served sandbox whose answers are changed, in a process of its own. */
async function record(t: { after(fn: () => unknown): void }, wrap: Wrap) {
  const folder = temporaryFolder(t);
  const out = join(folder, "made", "here");
  const key = join(folder, "key.pem");
  writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
  const sandbox = createSandbox({ clientId, clientSecret, publicKey });
  const secrets = new Set([clientSecret]);
  const served = await serve(async (request) => {
    for (const name of ["authorization", "x-service-signature", "idempotency-key"]) {
      const value = request.headers.get(name)?.replace("Bearer ", "");
      if (value !== undefined && value !== "an-invalid-token") secrets.add(value);
    }
    const cursor = new URL(request.url).searchParams.get("cursor");
    if (cursor !== null) secrets.add(cursor);
    return wrap(await sandbox.fetch(request.clone()), request);
  });
  t.after(() => served.close());
  const args = ["--base-url", served.baseUrl, "--client-id", clientId, "--signing-key", key, "--out", out];
  const environment = { ...process.env, PARTNER_CARD_CLIENT_SECRET: clientSecret };
  const { status, stderr } = await new Promise<{ status: number; stderr: string }>((resolve) =>
    execFile(process.execPath, [program, ...args], { env: environment }, (error, _stdout, told) =>
      resolve({ status: error === null ? 0 : Number(error.code), stderr: told }),
    ),
  );
  return { status, stderr, out, secrets };
}

/** The recording in a file, and its text with all that is encoded in it decoded. */
function read(out: string, name: string): { entry: HarEntry; text: string } {
  const text = readFileSync(join(out, name), "utf8");
  return {
    entry: JSON.parse(text).log.entries[0],
    text: text + decodeURIComponent(text.replaceAll("+", " ")),
  };
}

/** What differs from run to run. */
function lasting(entry: HarEntry): unknown {
  const { startedDateTime: _started, time: _time, timings: _timings, ...rest } = entry;
  const headers = rest.response.headers.filter(({ name }) => name !== "date");
  return { ...rest, response: { ...rest.response, headers } };
}

const change = async (response: Response, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  new Response(body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...headers },
  });

test("a server that compresses gives the recordings that are kept here, without a secret", async (t) => {
  const { status, stderr, out, secrets } = await record(t, async (response) =>
    change(response, gzipSync(await response.text()), { "content-encoding": "gzip" }),
  );
  assert.equal(status, 0, stderr);
  assert.deepEqual(readdirSync(out).sort(), recordings.map(({ name }) => `${name}.har`).sort());
  assert.ok(secrets.size > 8, "tokens, signatures, keys and cursors were seen");
  const made = recordings.map((recording) => {
    const { name } = recording;
    const { entry, text } = read(out, `${name}.har`);
    for (const secret of [...secrets, clientId]) assert.ok(!text.includes(secret), `${name} holds ${secret}`);
    assert.deepEqual(lasting(entry), lasting(readRecording(recording)), `${name} is stale: npm run record`);
    return entry;
  });
  const findings = driftOf(made, description).findings.map(({ rule }) => rule);
  assert.deepEqual(findings, Array(3).fill("security-baseline"));
});

test("what a server adds to a token is not recorded either", async (t) => {
  const { status, stderr, out } = await record(t, async (response, request) => {
    if (!request.url.endsWith("/token") || response.status !== 200) return response;
    const more = { refresh_token: "a-refresh-token-of-the-server", id_token: "an.id.token-of-the-server" };
    return change(response, JSON.stringify({ ...((await response.json()) as object), ...more }));
  });
  assert.equal(status, 0, stderr);
  const { text } = read(out, "request-token.200.har");
  assert.match(text, /\[redacted\]/);
  assert.doesNotMatch(text, /of-the-server/);
});

for (const [what, wrap] of [
  [
    "a body that is compressed and does not say so",
    async (response, request) =>
      response.status === 401 && request.method === "GET"
        ? change(response, gzipSync(request.headers.get("authorization") ?? ""))
        : response,
  ],
  [
    "a header that repeats the token",
    async (response, request) =>
      request.method === "PATCH" && response.ok
        ? change(response, JSON.stringify({ message: "written", by: [1, { x: "y" }] }), {
            "content-type": `text/x; ${request.headers.get("authorization")}`,
          })
        : response,
  ],
] as [string, Wrap][]) {
  test(`${what} ends the recording before anything is written`, async (t) => {
    const { status, stderr, out, secrets } = await record(t, wrap);
    assert.equal(status, 1);
    assert.match(stderr, /(is not text|a secret would be recorded); nothing is written\n$/);
    for (const secret of secrets) assert.ok(!stderr.includes(secret));
    assert.ok(!existsSync(out));
  });
}
