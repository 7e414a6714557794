/**
 * A server that fails on a fifth of all requests, and keeps account of every write that it applied. A process
 * of its own, so that client and server do not share an event loop: `fork(file, [publicKeyPem, seed])`.
 */
import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { operations } from "../../generated/operations.ts";
import { type Failing, faults } from "./faults.ts";

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

/** Besides those that every server may have, what needs this one's state. */
const named: Readonly<Record<string, (failing: Failing) => void>> = {
  ...faults,
  "503 with a date": ({ json: send }) => send(503, {}, { "retry-after": new Date(now()).toUTCString() }),
  "revoked token": ({ response, answer }) => {
    token += 1;
    serve(response, answer);
  },
  "turned clock": ({ response, answer }) => {
    offsetMs = [0, 400_000, -400_000][Math.floor(random() * 3)] ?? 0;
    serve(response, answer);
  },
};
/** Stalls cost the client its whole limit, so they come half as often as the others. */
const names = Object.keys(named).flatMap((name) => (name.startsWith("stall") ? [name] : [name, name]));

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

function serve(response: ServerResponse, answer: Failing["answer"]): void {
  const { status, text } = answer();
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
    const answer = () => answerOf(request, body);
    if (random() >= faultShare) return serve(response, answer);
    const name = names[Math.floor(random() * names.length)] ?? "503";
    account.faults[name] = (account.faults[name] ?? 0) + 1;
    const send: Failing["json"] = (status, content, headers) => json(response, status, content, headers);
    return named[name]?.({ request, response, tcp: request.socket, answer, json: send });
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => process.send?.({ account }));
process.on("disconnect", () => process.exit());
