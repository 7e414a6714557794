import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { operations } from "../../generated/operations.ts";
import { faults } from "./faults.ts";

/** Which request of a scenario goes wrong. */
export type Moment = "token" | "list" | "page 3" | "write" | "retried write";

/** One course of events, and the server's own account of it. */
export interface Scenario {
  readonly moment: Moment;
  /** Name of a fault of the table. */
  readonly fault: string;
  /** The fault meets each request from that moment on, and not only one. */
  readonly lasting: boolean;
  /** Server time minus real time, in milliseconds. */
  readonly offsetMs: number;
  /** Told when the request that is to fail has arrived. */
  readonly onFault: () => void;
  /** Requests so far, by kind. */
  readonly seen: Record<Kind, number>;
  /** How often each idempotency key was carried out. */
  readonly effects: Map<string, number>;
  /** Everything that the server was sent and nobody may see. */
  readonly secrets: Set<string>;
  faulted: number;
  /** Statuses that the server has answered with. */
  readonly statuses: number[];
  /** Requests that were handed to the transport. */
  sent: number;
  /** How many these were when the caller aborted; nothing more is to arrive. */
  sentAtAbort: number | undefined;
}

type Kind = "token" | "list" | "write";

/** Which request of which kind a moment is. */
const moments: Readonly<Record<Moment, readonly [Kind, number]>> = {
  token: ["token", 1],
  list: ["list", 1],
  "page 3": ["list", 3],
  write: ["write", 1],
  "retried write": ["write", 2],
};

/** Cards of a page. */
export const pageSize = 5;

/** Pages of the list: one more than the moment needs. */
export function pagesOf({ moment }: Pick<Scenario, "moment">): number {
  return moment === "page 3" ? 4 : 2;
}

const windowMs = 300_000;
const { signed, idempotent } = operations.updateCardLimits;

/** Finds out whether this request is to fail, and counts it. */
export function meetsFault(scenario: Scenario, kind: Kind): boolean {
  const [at, first] = moments[scenario.moment];
  if (kind !== at) return false;
  const count = scenario.seen[kind];
  return scenario.lasting ? count >= first : count === first;
}

/** Requests that the server has seen though the caller had aborted before they were sent. */
export function arrivedLate({ seen, sent, sentAtAbort = sent }: Scenario): number {
  return Math.max(seen.token + seen.list + seen.write, sent) - sentAtAbort;
}

/** The kind of a request. */
export function kindOf(method: string, path: string): Kind {
  if (path.endsWith(operations.requestToken.path)) return "token";
  return method === "GET" ? "list" : "write";
}

/** A server, in the clear and with TLS, that plays any number of scenarios at once, each under its prefix. */
export async function startMatrixServer(scenarios: readonly Scenario[], tls: { key: string; cert: string }) {
  const sockets = new Set<Socket>();
  const byPort = new Map<number | undefined, Socket>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.sendDate = false;
    let body = "";
    request.on("error", () => undefined);
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const [, number = "", path = ""] = /^\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
      const scenario = scenarios[Number(number)];
      if (scenario !== undefined) play(scenario, { request, response, body, path });
    });
  };
  function play(scenario: Scenario, { request, response, body, path }: Incoming): void {
    const kind = kindOf(request.method ?? "", path.split("?")[0] ?? "");
    scenario.seen[kind] += 1;
    noteStatus(scenario, response);
    const date = new Date(Date.now() + scenario.offsetMs).toUTCString();
    const json = (status: number, content: object, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", date, ...headers });
      response.end(JSON.stringify(content));
    };
    const answer = () => answerOf(scenario, kind, request, body, path);
    const tcp = byPort.get(request.socket.remotePort) ?? request.socket;
    const failing = { request, response, tcp, answer, json };
    noteSecrets(scenario, request);
    const fault = faultOf(scenario, kind);
    if (fault !== undefined) return void faults[fault]?.(failing);
    const { status, text } = answer();
    response.writeHead(status, { "content-type": "application/json", date }).end(text);
  }
  const listen = async (server: Server) => {
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      byPort.set(socket.remotePort, socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const plain = createHttpServer(listener);
  const secure = createHttpsServer(tls, listener);
  return {
    plain: await listen(plain),
    secure: await listen(secure),
    close() {
      for (const socket of sockets) socket.destroy();
      plain.close();
      secure.close();
    },
  };
}

/** Name of the fault that this request meets. */
function faultOf(scenario: Scenario, kind: Kind): string | undefined {
  if (scenario.moment === "retried write" && kind === "write" && scenario.seen.write === 1)
    return "reset after";
  if (!meetsFault(scenario, kind)) return undefined;
  scenario.faulted += 1;
  scenario.onFault();
  return scenario.fault in faults ? scenario.fault : undefined;
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  readonly path: string;
}

/** Notes a status before it can be seen. */
function noteStatus({ statuses }: Scenario, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    statuses.push(status);
    return writeHead(status, ...rest);
  };
}

function noteSecrets({ secrets }: Scenario, { headers }: IncomingMessage): void {
  const signature = headers[signed.signature.toLowerCase()];
  if (typeof signature === "string") secrets.add(signature);
  if (headers.authorization !== undefined) secrets.add(headers.authorization.replace("Bearer ", ""));
}

function answerOf(scenario: Scenario, kind: Kind, { headers }: IncomingMessage, body: string, path: string) {
  if (kind === "token") {
    const scope = new URLSearchParams(body).get("scope");
    const token = `matrix-token/${scenario.seen.token}+${"x".repeat(20)}`;
    return okay({ access_token: token, token_type: "Bearer", expires_in: 3600, scope });
  }
  if (kind === "list") {
    const page = Number(new URLSearchParams(path.split("?")[1]).get("cursor") ?? 1);
    const cards = Array.from({ length: pageSize }, (_, n) => ({ id: `CRD${page}${n}` }));
    return okay({
      cards,
      ...(page < pagesOf(scenario) ? { nextCursor: String(page + 1) } : {}),
    });
  }
  const signedMs = Number(headers[signed.timestamp.toLowerCase()]) * 1000;
  if (Math.abs(Date.now() + scenario.offsetMs - signedMs) > windowMs) return { status: 401, text: "{}" };
  // Once for each key, whatever it is sent with afterwards.
  const key = String(headers[idempotent.toLowerCase()]);
  if (!scenario.effects.has(key)) scenario.effects.set(key, 1);
  return okay({});
}

function okay(body: object) {
  return { status: 200, text: JSON.stringify(body) };
}
