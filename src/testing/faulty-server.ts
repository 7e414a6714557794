/**
 * A server that fails on a fifth of all requests, and keeps account of every write that it applied. A process
 * of its own, so that client and server do not share an event loop: `fork(file, [publicKeyPem, seed])`.
 */
import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { operations } from "../../generated/operations.ts";

/** What the server tells when asked for its account. */
export interface Account {
  readonly requests: number;
  readonly tokenRequests: number;
  /** Faults by name. */
  readonly faults: Record<string, number>;
  /** Bodies of the writes that were applied, by idempotency key, each as often as it was applied. */
  readonly applied: Record<string, string[]>;
}

const faultShare = 0.2;
const windowSeconds = 300;
const { signed, idempotent } = operations.updateCardLimits;

const publicKey = createPublicKey(process.argv[2] ?? "");
let seed = Number(process.argv[3]);
const account = {
  requests: 0,
  tokenRequests: 0,
  faults: {} as Record<string, number>,
  applied: {} as Record<string, string[]>,
};
const answers = new Map<string, string>();
let token = 0;
let offsetMs = 0;

/** Reproducible numbers in [0, 1) (mulberry32). */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

type Fault = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Each ends the request in its way; those named "after" apply a write first, so that its answer is lost. */
const faults: Record<string, Fault> = {
  "reset before": (request) => request.socket.resetAndDestroy(),
  "reset after": (request, _, body) => {
    answerOf(request, body);
    request.socket.resetAndDestroy();
  },
  "stall before": () => undefined,
  "stall after": (request, _, body) => void answerOf(request, body),
  "stall in the body": (request, response, body) => {
    const { text } = answerOf(request, body);
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.write(text.slice(0, 3));
  },
  "truncate after": (request, response, body) => {
    const { text } = answerOf(request, body);
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.write(text.slice(0, 3), () => request.socket.destroy());
  },
  "429": (_, response) => json(response, 429, { message: "Slow down." }, { "retry-after": "0" }),
  "500 before": (_, response) => json(response, 500, {}),
  "500 after": (request, response, body) => {
    answerOf(request, body);
    json(response, 500, {});
  },
  "503": (_, response) => json(response, 503, {}, { "retry-after": new Date(now()).toUTCString() }),
  "revoked token": (request, response, body) => {
    token += 1;
    serve(request, response, body);
  },
  "turned clock": (request, response, body) => {
    offsetMs = [0, 400_000, -400_000][Math.floor(random() * 3)] ?? 0;
    serve(request, response, body);
  },
};
/** Stalls cost the client its whole limit, so they come half as often as the others. */
const names = Object.keys(faults).flatMap((name) => (name.startsWith("stall") ? [name] : [name, name]));

function now(): number {
  return Date.now() + offsetMs;
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    date: new Date(now()).toUTCString(),
    ...headers,
  });
  response.end(JSON.stringify(body));
}

/** What a right request gets, whatever then becomes of the answer. A write is applied once per key. */
function answerOf(request: IncomingMessage, body: string): { status: number; text: string } {
  if (request.headers.authorization !== `Bearer token-${token}`)
    return { status: 401, text: '{"type":"token"}' };
  if (request.method === "GET") return { status: 200, text: '{"cards":[]}' };
  const timestamp = String(request.headers[signed.timestamp.toLowerCase()]);
  const signature = Buffer.from(String(request.headers[signed.signature.toLowerCase()]), "base64");
  const data = Buffer.from(`${request.method}${request.url}${timestamp}`);
  if (!verify("sha256", data, publicKey, signature)) return { status: 400, text: '{"type":"signature"}' };
  if (Math.abs(now() / 1000 - Number(timestamp)) > windowSeconds)
    return { status: 401, text: '{"type":"timestamp"}' };
  const key = String(request.headers[idempotent.toLowerCase()]);
  const before = answers.get(key);
  if (before !== undefined) return { status: 200, text: before };
  account.applied[key] = [...(account.applied[key] ?? []), body];
  answers.set(key, body);
  return { status: 200, text: body };
}

function serve(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { status, text } = answerOf(request, body);
  response.writeHead(status, { "content-type": "application/json", date: new Date(now()).toUTCString() });
  response.end(text);
}

const server = createServer((request, response) => {
  response.sendDate = false;
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    if (request.url === operations.requestToken.path) {
      account.tokenRequests += 1;
      const scope = new URLSearchParams(body).get("scope");
      return json(response, 200, {
        access_token: `token-${token}`,
        token_type: "Bearer",
        expires_in: 3600,
        scope,
      });
    }
    account.requests += 1;
    if (random() >= faultShare) return serve(request, response, body);
    const name = names[Math.floor(random() * names.length)] ?? "503";
    account.faults[name] = (account.faults[name] ?? 0) + 1;
    return faults[name]?.(request, response, body);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => process.send?.({ account }));
process.on("disconnect", () => process.exit());
