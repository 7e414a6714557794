import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import { api } from "../../generated/operations.ts";
import { cardPage } from "./cards.ts";
import { faults } from "./faults.ts";
import { listenOnLoopback } from "./loopback.ts";
import { answerRightly, failingOf, type Kind, kindOf, type Service, withBody } from "./service.ts";

/** Which request of a scenario goes wrong. */
export type Moment = "token" | "list" | "page 3" | "write" | "retried write";

/** One test scenario, and the server's record of it. */
export interface Scenario {
  readonly moment: Moment;
  /** Name of a fault of the table. */
  readonly fault: string;
  /** The fault affects every request from that moment on, not only one. */
  readonly lasting: boolean;
  /** Server time minus real time, in milliseconds. */
  readonly offsetMs: number;
  /** Called when the request that should fail has arrived. */
  readonly onFault: () => void;
  /** Requests so far, by kind. */
  readonly seen: Record<Kind, number>;
  /** Bodies of the writes that were carried out, by idempotency key. */
  readonly applied: Map<string, string>;
  /** Every secret that the server received. */
  readonly secrets: Set<string>;
  faulted: number;
  /** Statuses that the server has sent. */
  readonly statuses: number[];
  /** Number of requests passed to the transport. */
  sent: number;
  /** Value of `sent` when the caller aborted; nothing more should arrive. */
  sentAtAbort: number | undefined;
}

/** Kind and number of the request for each moment. */
const moments: Readonly<Record<Moment, readonly [Kind, number]>> = {
  token: ["token", 1],
  list: ["list", 1],
  "page 3": ["list", 3],
  write: ["write", 1],
  "retried write": ["write", 2],
};

/** Items per page. */
export const pageSize = 5;

/** Number of pages of the list: one more than the moment needs. */
export function pagesOf({ moment }: Pick<Scenario, "moment">): number {
  return moment === "page 3" ? 4 : 2;
}

/** Tells whether this request should fail, and counts it. */
export function meetsFault(scenario: Scenario, kind: Kind): boolean {
  const [at, first] = moments[scenario.moment];
  if (kind !== at) return false;
  const count = scenario.seen[kind];
  return scenario.lasting ? count >= first : count === first;
}

/** Number of requests that reached the server although the caller had aborted before they were sent. */
export function arrivedLate({ seen, sent, sentAtAbort = sent }: Scenario): number {
  return Math.max(seen.token + seen.list + seen.write, sent) - sentAtAbort;
}

/** A server, with and without TLS, that runs any number of scenarios at once, each under its own prefix. */
export async function startMatrixServer(scenarios: readonly Scenario[], tls: { key: string; cert: string }) {
  const sockets = new Set<Socket>();
  const byPort = new Map<number | undefined, Socket>();
  const listener = withBody((request, response, body) => {
    const [, number = "", path = ""] = /^\/(\d+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const scenario = scenarios[Number(number)];
    if (scenario === undefined) return;
    const kind = kindOf(request.method ?? "", path.split("?")[0] ?? "");
    scenario.seen[kind] += 1;
    noteStatus(scenario, response);
    noteSecrets(scenario, request);
    const tcp = byPort.get(request.socket.remotePort);
    const failing = failingOf(serviceOf(scenario), request, response, body, tcp);
    (faults[faultOf(scenario, kind) ?? ""] ?? answerRightly)(failing);
  });
  const listen = async (server: Server) => {
    // On a busy machine a connection that the server gives up would be a fault that no case asked for.
    server.keepAliveTimeout = 0;
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      byPort.set(socket.remotePort, socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    });
    return listenOnLoopback(server);
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

/** Name of the fault for this request. */
function faultOf(scenario: Scenario, kind: Kind): string | undefined {
  if (scenario.moment === "retried write" && kind === "write" && scenario.seen.write === 1)
    return "reset after";
  if (!meetsFault(scenario, kind)) return undefined;
  scenario.faulted += 1;
  scenario.onFault();
  return scenario.fault in faults ? scenario.fault : undefined;
}

/** Records a status before the client can see it. */
function noteStatus({ statuses }: Scenario, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    statuses.push(status);
    return writeHead(status, ...rest);
  };
}

function noteSecrets({ secrets }: Scenario, { headers }: IncomingMessage): void {
  const signature = headers[api.headers.signature.toLowerCase()];
  if (typeof signature === "string") secrets.add(signature);
  if (headers.authorization !== undefined) secrets.add(headers.authorization.replace("Bearer ", ""));
}

function serviceOf(scenario: Scenario): Service {
  const { offsetMs, applied, seen } = scenario;
  return {
    offsetMs,
    applied,
    grant: () => `matrix-token/${seen.token}+${"x".repeat(20)}`,
    list(cursor) {
      const page = Number(cursor ?? 1);
      const numbers = Array.from({ length: pageSize }, (_, n) => `${page}${n}`);
      return cardPage(numbers, page < pagesOf(scenario) ? String(page + 1) : undefined);
    },
  };
}
