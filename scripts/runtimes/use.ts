/**
 * Uses the installed package as a partner would, types included, against its own server. Runs on every
 * runtime of the matrix; the import below is replaced by the package's name when it is copied there.
 */
import assert from "node:assert/strict";
import { log } from "node:console";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { versions } from "node:process";
import {
  type Card,
  channelName,
  createClient,
  httpSend,
  isPartnerCardError,
  type LimitsPatch,
  mergePatch,
  type WriteReceipt,
} from "../../src/index.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const verifier = createPublicKey(publicKey.export({ type: "spki", format: "pem" }));
const scope = "cards:read cards:write transfers:read transfers:write";
const limits = { daily: 5000, monthly: 40_000, atm: 0, approvalBased: null };
const cardHolder = { id: "USR501", fullName: "Maria Keller" };

function card(n: number): Card {
  return { id: `CRD${n}`, last4: "4242", nickname: "Bürobedarf €", cardHolder, limits, availableBalance: n };
}

let tokenRequests = 0;
let writes = 0;

function answer(request: IncomingMessage, body: string): [number, unknown] {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  if (pathname === "/v1/oauth/token") {
    tokenRequests += 1;
    assert.equal(new URLSearchParams(body).get("scope"), scope);
    return [200, { access_token: `token-${tokenRequests}`, token_type: "Bearer", expires_in: 3600, scope }];
  }
  // The first token is refused once, so that every runtime has to renew it.
  if (request.headers.authorization === "Bearer token-1")
    return [401, { message: "Expired.", type: "InvalidRequest" }];
  if (request.method === "GET") {
    return searchParams.get("cursor") === null
      ? [200, { cards: [card(1), card(2)], nextCursor: "a+b/=" }]
      : [200, { cards: searchParams.get("cursor") === "a+b/=" ? [card(3)] : [] }];
  }
  writes += 1;
  if (writes === 1) return [503, {}];
  const timestamp = request.headers["x-service-request-timestamp"];
  const signature = Buffer.from(String(request.headers["x-service-signature"]), "base64");
  assert.ok(verify("sha256", Buffer.from(`${request.method}${pathname}${timestamp}`), verifier, signature));
  assert.equal(request.headers["content-type"], "application/merge-patch+json");
  if (pathname.includes("CRD9")) return [302, {}];
  return [200, JSON.parse(body)];
}

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += String(chunk);
  });
  request.on("end", () => {
    const [status, json] = answer(request, body);
    response.writeHead(status, { "content-type": "application/json", location: "http://127.0.0.1:1/" });
    response.end(JSON.stringify(json));
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let retries = 0;
subscribe(channelName("retry"), () => {
  retries += 1;
});
const client = createClient({ baseUrl, clientId: "partner-1", clientSecret: "a-secret", signingKey });

const cards: Card[] = [];
for await (const one of client.cards.list({ limit: 2 })) cards.push(one);
assert.deepEqual(cards, [card(1), card(2), card(3)]);

const patch = mergePatch<LimitsPatch>({ set: { daily: 6000, monthly: undefined } });
const receipt: WriteReceipt = await client.cards.updateLimits("CRD1", patch);
assert.deepEqual([receipt.body, receipt.attempts], [{ daily: 6000 }, 2]);

const { data, response } = await client.GET("/v1/card", { params: { query: { limit: 2 } } });
const cursor: string | null | undefined = data.nextCursor;
assert.equal(cursor, "a+b/=");
assert.deepEqual(await response.json(), data);

const light = createClient({
  baseUrl,
  clientId: "partner-1",
  clientSecret: "a-secret",
  signingKey,
  send: httpSend(),
});
assert.equal((await light.cards.list().toArray({ max: 9 })).length, 3);
assert.deepEqual((await light.cards.updateLimits("CRD2", { daily: 7 })).body, { daily: 7 });

const refused: unknown = await client.cards
  .updateLimits("CRD9", { daily: 1 })
  .catch((error: unknown) => error);
assert.ok(isPartnerCardError(refused) && refused.code === "redirect-refused", String(refused));
const aborted: unknown = await client
  .GET("/v1/card", { signal: AbortSignal.abort() })
  .catch((error: unknown) => error);
assert.ok(isPartnerCardError(aborted) && aborted.code === "aborted");
assert.deepEqual([tokenRequests, retries], [3, 2]);

await new Promise((resolve) => {
  server.close(resolve);
  server.closeAllConnections();
});
const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
log(`works on ${runtime} ${versions[runtime]}`);
