/** A service for fault tests: how it handles a request, and its own record of that. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { api, operations } from "../../generated/operations.ts";
import type { Failing } from "./faults.ts";

/** One service; a server may have any number of them. */
export interface Service {
  /** Server time minus real time, in milliseconds. */
  readonly offsetMs: number;
  /** Bodies of the writes that were applied, by idempotency key. */
  readonly applied: Map<string, string>;
  /** Returns the next token to grant. */
  grant(): string;
  /** Refuses a request with a type of error, before its timestamp is checked. */
  refuse?(request: IncomingMessage): { readonly status: number; readonly type: string } | undefined;
  /** The page for a cursor. */
  list(cursor: string | null): object;
}

/** What a request is for. */
export type Kind = "token" | "list" | "write";

/** The kind of a request. */
export function kindOf(method: string, path: string): Kind {
  if (path.endsWith(operations[api.token].path)) return "token";
  return method === "GET" ? "list" : "write";
}

/** A header of the API, as Node provides it. */
export function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name.toLowerCase()]);
}

/** The time of a service, in milliseconds since 1970. */
export function timeOf({ offsetMs }: Service): number {
  return Date.now() + offsetMs;
}

/** A listener that is called once the body has been read. */
export function withBody(
  listener: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): RequestListener {
  return (request, response) => {
    response.sendDate = false;
    let body = "";
    request.on("error", () => undefined);
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => listener(request, response, body));
  };
}

/** A request to a service, ready to get the specified response or to fail. */
export function failingOf(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  tcp: Socket = request.socket,
): Failing {
  const json: Failing["json"] = (status, content, headers) => {
    const date = new Date(timeOf(service)).toUTCString();
    response.writeHead(status, { "content-type": "application/json", date, ...headers });
    response.end(JSON.stringify(content));
  };
  const answer = () => {
    const { status, content } = carryOut(service, request, body);
    return { status, text: JSON.stringify(content) };
  };
  return { request, response, tcp, answer, json };
}

/** Responds to a request as specified. */
export function answerRightly({ answer, json }: Failing): void {
  const { status, text } = answer();
  json(status, JSON.parse(text));
}

/** The response to a correct request, even if it is then lost. A write is applied once per key. */
function carryOut(service: Service, request: IncomingMessage, body: string) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://loopback");
  const kind = kindOf(request.method ?? "", pathname);
  const okay = (content: object) => ({ status: 200, content });
  if (kind === "token") {
    const scope = new URLSearchParams(body).get("scope");
    return okay({ access_token: service.grant(), token_type: "Bearer", expires_in: 3600, scope });
  }
  const refusal = service.refuse?.(request);
  if (refusal !== undefined) return { status: refusal.status, content: { type: refusal.type } };
  if (kind === "list") return okay(service.list(searchParams.get("cursor")));
  const age = timeOf(service) / 1000 - Number(headerOf(request, api.headers.timestamp));
  if (Math.abs(age) > api.timestampWindowSeconds) return { status: 401, content: { type: "timestamp" } };
  const key = headerOf(request, api.headers.idempotencyKey);
  if (!service.applied.has(key)) service.applied.set(key, body);
  return okay(JSON.parse(service.applied.get(key) ?? "{}"));
}
