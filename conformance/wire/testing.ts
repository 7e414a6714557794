/** Made-up exchanges, targets and sessions for the tests; no part of the package uses this. */
import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer, type Server, type Socket } from "node:net";
import { testKeys } from "../../src/testing/keys.ts";
import { listenOnLoopback } from "../../src/testing/loopback.ts";
import type { HeaderList, TransportFailure } from "../base/events.ts";
import type { Target } from "../base/target.ts";
import { type Exchange, receive } from "./exchange.ts";
import { createSession, type Sending, type Session, type SessionOptions } from "./session.ts";
import { failed, type Outcome, type Transport, type WireRequest } from "./transport.ts";

/** What is special about an exchange; everything else is a GET of the list that got a response. */
export interface ExchangeDetails extends Partial<Omit<Exchange, "response" | "failure">> {
  readonly status?: number;
  readonly headers?: HeaderList;
  /** Sent as JSON, unless it is a string. */
  readonly body?: unknown;
  readonly failure?: TransportFailure;
}

/** An exchange with a response, or without one if `failure` is given. */
export function exchange(details: ExchangeDetails = {}): Exchange {
  const { status = 200, headers = [["content-type", "application/json"]], body = {}, failure } = details;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    id: details.id ?? "x1",
    purpose: details.purpose ?? "test",
    operation: details.operation === undefined ? "listCards" : details.operation,
    alteration: details.alteration ?? null,
    sentBefore: 0,
    startedAt: details.startedAt ?? 0,
    durationMs: details.durationMs ?? 1,
    endedAt: 0,
    request: details.request ?? wireRequest(),
    response: failure === undefined ? receive(status, headers, Buffer.from(text)) : null,
    failure: failure ?? null,
  };
}

/** A GET of the list. */
export function wireRequest(change: Partial<WireRequest> = {}): WireRequest {
  return { method: "GET", url: "http://server.invalid/v1/card", headers: [], body: null, ...change };
}

/** The exchange of a patch of the daily limit of a card. */
export function patchExchange(daily: number, details: ExchangeDetails = {}, card = "CRD1"): Exchange {
  const url = `http://server.invalid/v1/card/${card}/limits`;
  const request = wireRequest({ method: "PATCH", url, body: JSON.stringify({ daily }) });
  return exchange({ operation: "updateCardLimits", request, ...details });
}

/** An outcome with a JSON response. */
export function answered(status: number, body: unknown = {}, headers: HeaderList = []): Outcome {
  return {
    response: {
      status,
      headers: [["content-type", "application/json"], ...headers],
      body: Buffer.from(JSON.stringify(body)),
    },
    failure: null,
  };
}

/** An outcome without a response. */
export const dropped = (kind: TransportFailure["kind"]): Outcome => failed(kind, kind);

/** A transport that returns these outcomes one after the other and then keeps repeating the last one. */
export function scripted(...outcomes: readonly (Outcome | ((request: WireRequest) => Outcome))[]) {
  const requests: WireRequest[] = [];
  const transport: Transport = async (request) => {
    const next = outcomes[Math.min(requests.length, outcomes.length - 1)] as (typeof outcomes)[number];
    requests.push(request);
    return typeof next === "function" ? next(request) : next;
  };
  return { transport, requests };
}

/** A session in virtual time: sleeping advances its clock. */
export function virtualSession(
  transport: Transport,
  options: Partial<SessionOptions> = {},
): Session & { time(): number; pass(milliseconds: number): void } {
  let now = Date.UTC(2026, 0, 1);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const session = createSession({
    transport,
    now: () => now,
    sleep: async (milliseconds) => pass(milliseconds),
    timeoutMs: 10_000,
    budgetMs: 60_000,
    concurrency: 1,
    ...options,
  });
  return Object.assign(session, { time: () => now, pass });
}

/** What a session is asked to send: a GET of the list, but for these properties. */
export function sending(more: Partial<Sending> = {}): Sending {
  return { purpose: "test", operation: "listCards", build: async () => wireRequest(), ...more };
}

/** The status of a response, or why there is none. */
export function statusOf({ response, failure }: Exchange): number | string | undefined {
  return response?.status ?? failure?.kind;
}

/** A target with a key. */
export function testTarget(change: Partial<Target> = {}): Target {
  return {
    baseUrl: "http://server.invalid",
    prefix: "",
    clientId: "partner-of-a-test",
    clientSecret: "a-secret-that-is-made-up-for-a-test",
    signingKey: testKeys().privateKey,
    signaturePath: "api",
    sandbox: false,
    ...change,
  };
}

const open = new Set<{ server: Server; sockets: Set<Socket> }>();

/** Closes every server started by {@link listeningServer} and the like. */
export function closeServers(): void {
  for (const { server, sockets } of open) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  open.clear();
}

/** Starts a server on loopback, until {@link closeServers}; returns its base URL. */
export async function listeningServer(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  const port = await listenOnLoopback(server);
  open.add({ server, sockets });
  return `http://127.0.0.1:${port}`;
}

/** A server on loopback; returns its base URL. */
export function listening(listener: RequestListener): Promise<string> {
  return listeningServer(createServer(listener));
}

/** A server with full control of the socket once a request has begun to arrive; returns its base URL. */
export function listeningRaw(answer: (socket: Socket) => void): Promise<string> {
  return listeningServer(createSocketServer((socket) => socket.once("data", () => answer(socket))));
}
