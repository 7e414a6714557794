/**
 * A server that fails on a fifth of all requests, and records every write that it applied. It runs as a
 * separate process, so that client and server do not share an event loop: `fork(file, [publicKeyPem, seed])`.
 */
import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "../../generated/operations.ts";
import { emptyList } from "./cards.ts";
import { type Failing, faults } from "./faults.ts";
import { answerRightly, failingOf, headerOf, kindOf, type Service, timeOf, withBody } from "./service.ts";

/** What the server reports when asked for its records. */
export interface Account {
  readonly requests: number;
  readonly tokenRequests: number;
  /** Number of faults, by name. */
  readonly faults: Record<string, number>;
  /** Bodies of the writes that were applied, by idempotency key. */
  readonly applied: Record<string, string>;
}

const faultShare = 0.2;
const publicKey = createPublicKey(process.argv[2] ?? "");
let seed = Number(process.argv[3]);
const account = { requests: 0, tokenRequests: 0, faults: {} as Record<string, number> };
let token = 0;

/** Reproducible numbers in [0, 1) (mulberry32). */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

const service = {
  offsetMs: 0,
  applied: new Map<string, string>(),
  grant: () => `token-${token}`,
  list: () => emptyList,
  refuse(request) {
    const { method, url, headers } = request;
    if (headers.authorization !== `Bearer token-${token}`) return { status: 401, type: "token" };
    if (method === "GET") return undefined;
    const data = Buffer.from(`${method}${url}${headerOf(request, api.headers.timestamp)}`);
    const signature = Buffer.from(headerOf(request, api.headers.signature), "base64");
    return verify("sha256", data, publicKey, signature) ? undefined : { status: 400, type: "signature" };
  },
} satisfies Service;

/** The faults of every server, and those that need the state of this one. */
const named: Readonly<Record<string, (failing: Failing) => void>> = {
  ...faults,
  "503 with a date": ({ json }) => json(503, {}, { "retry-after": new Date(timeOf(service)).toUTCString() }),
  "revoked token": (failing) => {
    token += 1;
    answerRightly(failing);
  },
  "turned clock": (failing) => {
    service.offsetMs = [0, 400_000, -400_000][Math.floor(random() * 3)] ?? 0;
    answerRightly(failing);
  },
};
/** Stalls cost the client its whole time limit, so they occur half as often as the others. */
const names = Object.keys(named).flatMap((name) => (name.startsWith("stall") ? [name] : [name, name]));

const server = createServer(
  withBody((request, response, body) => {
    const failing = failingOf(service, request, response, body);
    const isToken = kindOf(request.method ?? "", request.url ?? "") === "token";
    account[isToken ? "tokenRequests" : "requests"] += 1;
    if (isToken || random() >= faultShare) return answerRightly(failing);
    const name = names[Math.floor(random() * names.length)] ?? "503";
    account.faults[name] = (account.faults[name] ?? 0) + 1;
    return named[name]?.(failing);
  }),
);
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", () => {
  process.send?.({ account: { ...account, applied: Object.fromEntries(service.applied) } });
});
process.on("disconnect", () => process.exit());
