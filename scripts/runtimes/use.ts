/**
 * Uses the installed package as a partner would, types included, against its own server. Runs on every
 * runtime of the matrix; the import below is replaced by the package's name when it is copied there. What it
 * calls stands in case.json in the working folder, so that it works for every description.
 */
import assert from "node:assert/strict";
import { log } from "node:console";
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { versions } from "node:process";
import {
  type CallResult,
  channelName,
  createClient,
  httpSend,
  type ItemAt,
  isPartnerCardError,
  type Method,
  mergePatch,
  type PaginatedPath,
  type Paginator,
} from "../../src/index.ts";

/** What is called, and what the server knows. */
export interface Case {
  readonly token: { readonly path: string; readonly scope: string };
  readonly list: {
    /** Path template. */
    readonly path: string;
    readonly params: object;
    /** The cursor of the second page, and the query parameter that takes it. */
    readonly cursor: { readonly parameter: string; readonly value: string };
    readonly items: readonly unknown[];
    readonly pages: readonly unknown[];
  };
  readonly write: {
    readonly method: Method;
    readonly path: string;
    readonly params: object;
    readonly mediaType: string;
    readonly body: unknown;
  };
  /** How a write is signed, and the names of its headers. */
  readonly signature: {
    readonly string: string;
    readonly hash: string;
    readonly encoding: "base64" | "base64url" | "hex";
    readonly timestamp: string;
    readonly signature: string;
  };
}

const { token, list, write, signature: scheme } = JSON.parse(readFileSync("case.json", "utf8")) as Case;
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signingKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const verifier = createPublicKey(publicKey.export({ type: "spki", format: "pem" }));

let tokenRequests = 0;
let writes = 0;

function answer(request: IncomingMessage, body: string): [number, unknown] {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  if (pathname === token.path) {
    tokenRequests += 1;
    const { scope } = token;
    assert.equal(new URLSearchParams(body).get("scope"), scope);
    return [200, { access_token: `token-${tokenRequests}`, token_type: "Bearer", expires_in: 3600, scope }];
  }
  // The first token is refused once, so that every runtime has to renew it.
  if (request.headers.authorization === "Bearer token-1")
    return [401, { message: "Expired.", type: "InvalidRequest" }];
  if (request.method === "GET") {
    const cursor = searchParams.get(list.cursor.parameter);
    if (cursor !== null) assert.equal(cursor, list.cursor.value);
    return [200, list.pages[cursor === null ? 0 : 1]];
  }
  writes += 1;
  if (writes === 1) return [503, {}];
  checkSignature(request, pathname);
  assert.equal(request.headers["content-type"], write.mediaType);
  return writes === 4 ? [302, {}] : [200, JSON.parse(body)];
}

function checkSignature({ method = "", headers }: IncomingMessage, path: string): void {
  const header = (name: string) => String(headers[name.toLowerCase()]);
  const signed = scheme.string
    .replace("{method}", method)
    .replace("{path}", path)
    .replace("{timestamp}", header(scheme.timestamp));
  const signature = Buffer.from(header(scheme.signature), scheme.encoding);
  assert.ok(verify(scheme.hash, Buffer.from(signed), verifier, signature));
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
/** A client called by path without the types of the description, which differ from one to the next. */
interface AnyClient {
  paginate(path: string, init: object): Paginator<ItemAt<PaginatedPath>>;
}
type AnyCall = (path: string, init: object) => Promise<CallResult<unknown>>;
const credentials = { baseUrl, clientId: "partner-1", clientSecret: "a-secret", signingKey };
const client = createClient(credentials);
const light = createClient({ ...credentials, send: httpSend() });
const itemsOf = (one: object) => (one as AnyClient).paginate(list.path, { params: list.params });
const writeWith = (one: object) =>
  (one as Record<Method, AnyCall>)[write.method](write.path, { params: write.params, body: write.body });
const read = (init: object) => (client.GET as AnyCall)(list.path, { params: list.params, ...init });

const items: unknown[] = [];
for await (const item of itemsOf(client)) items.push(item);
assert.deepEqual(items, list.items);

const written = await writeWith(client);
assert.deepEqual([written.data, written.attempts], [write.body, 2]);

const { data, response } = await read({});
assert.deepEqual(data, list.pages[0]);
assert.deepEqual(await response.json(), data);

assert.deepEqual(await itemsOf(light).toArray({ max: 9 }), list.items);
assert.deepEqual((await writeWith(light)).data, write.body);

const refused: unknown = await writeWith(client).catch((error: unknown) => error);
assert.ok(isPartnerCardError(refused) && refused.code === "redirect-refused", String(refused));
const aborted: unknown = await read({ signal: AbortSignal.abort() }).catch((error: unknown) => error);
assert.ok(isPartnerCardError(aborted) && aborted.code === "aborted");
assert.deepEqual(mergePatch<{ a?: number; b?: string }>({ set: { a: 1, b: undefined } }), { a: 1 });
assert.deepEqual([tokenRequests, retries], [3, 2]);

await new Promise((resolve) => {
  server.close(resolve);
  server.closeAllConnections();
});
const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
log(`works on ${runtime} ${versions[runtime]}`);
