import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { base64Encodings, encodings } from "../../../src/testing/encodings.ts";
import { testKeys } from "../../../src/testing/keys.ts";
import { createSandbox } from "../../sandbox/app.ts";
import { serve } from "../../sandbox/serve.ts";
import { handlerTransport } from "../../wire/handler.ts";
import { createHttpTransport } from "../../wire/http.ts";
import { closeServers, listening, testTarget } from "../../wire/testing.ts";
import type { Transport } from "../../wire/transport.ts";
import { recordings } from "../cards/recordings/recordings.ts";
import { recordAll } from "./record.ts";

const target = testTarget();
const sandbox = () => createSandbox({ ...target, publicKey: testKeys().publicKey });

/** A transport that notes every secret that goes over it. */
function noting(inner: Transport): { transport: Transport; secrets: Set<string> } {
  const secrets = new Set([target.clientSecret]);
  const transport: Transport = async (request, limits) => {
    for (const [name, value] of request.headers) if (name === "X-Service-Signature") secrets.add(value);
    const outcome = await inner(request, limits);
    const token = /"access_token":"([^"]+)"/.exec(outcome.response?.body.toString() ?? "")?.[1];
    if (token !== undefined) secrets.add(token);
    return outcome;
  };
  return { transport, secrets };
}

function assertClean(hars: unknown, secrets: Set<string>): void {
  const text = JSON.stringify(hars);
  for (const secret of secrets) {
    for (const form of [
      ...Object.values(encodings(secret)),
      ...base64Encodings(secret).map((one) => one.slice(4, -24)),
    ]) {
      assert.ok(!text.includes(form));
    }
  }
}

test("every recording is made, and holds no secret, token or signature", async () => {
  const { transport, secrets } = noting(handlerTransport(sandbox().fetch));
  const made = await recordAll(target, transport);
  assert.deepEqual(
    made.map(({ name }) => name),
    recordings.map(({ name }) => name),
  );
  assert.ok(secrets.size >= 4, "secret, token and signatures were seen");
  assertClean(made, secrets);
});

test("a server that compresses its answers is recorded as readable text, without secrets", async () => {
  const { fetch } = sandbox();
  const inner = await serve(fetch);
  const url = await listening(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(
      new Request(`http://server.invalid${request.url}`, {
        method: request.method ?? "GET",
        headers: request.headers as Record<string, string>,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }),
    );
    const text = await answer.text();
    response.writeHead(answer.status, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(text));
  });
  const http = createHttpTransport();
  try {
    const { transport, secrets } = noting(http.send);
    const made = await recordAll({ ...target, baseUrl: url }, transport);
    assertClean(made, secrets);
    const list = made.find(({ name }) => name === "list-cards.200")?.har.log.entries[0];
    assert.match(list?.response.content.text ?? "", /^\{"cards":\[/);
    assert.ok(!JSON.stringify(made).includes("content-encoding"));
    assert.ok(!JSON.stringify(made).includes("127.0.0.1"));
  } finally {
    http.close();
    closeServers();
    await inner.close();
  }
});

for (const [what, echo] of Object.entries({
  "as it is": (secret: string) => secret,
  "in base64": (secret: string) => Buffer.from(`x${secret}`).toString("base64"),
  "percent-encoded": (secret: string) => encodeURIComponent(secret),
  "as JSON in JSON": (secret: string) => JSON.stringify(JSON.stringify({ secret })),
})) {
  test(`a secret that a server repeats ${what} is not recorded`, async () => {
    const awkward = { ...target, clientSecret: 'a "quoted" & secret\\of/a+test' };
    const { fetch } = createSandbox({ ...awkward, publicKey: testKeys().publicKey });
    const talkative = handlerTransport(async (request) => {
      const answer = await fetch(request);
      if (!request.url.endsWith("/v1/oauth/token") || answer.status !== 200) return answer;
      const body = (await answer.json()) as object;
      return Response.json({ ...body, note: echo(awkward.clientSecret) });
    });
    const made = await recordAll(awkward, talkative).catch((error: unknown) => String(error));
    if (typeof made === "string") assert.match(made, /a secret would be recorded/);
    else assertClean(made, new Set([awkward.clientSecret]));
  });
}

test("a server that does not answer as described is not recorded", async () => {
  const down = handlerTransport(async () => new Response(null, { status: 500 }));
  await assert.rejects(recordAll(target, down), /token request was answered 500/);
  const { fetch } = createSandbox({ ...target, publicKey: testKeys().publicKey, cards: 0 });
  await assert.rejects(recordAll(target, handlerTransport(fetch)), /at least one item/);
});
