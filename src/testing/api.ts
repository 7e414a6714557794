import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import { api, operations } from "../../generated/operations.ts";
import { listenOnLoopback } from "./loopback.ts";

/** A request as the server saw it. */
export interface Received {
  readonly method: string;
  /** Path on the wire, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to one request; `count` is 1 for the first one that is not a token request. */
export type Handler = (request: Received, response: ServerResponse, count: number) => void;

/** A loopback server that stops when its test ends. */
export interface Api {
  readonly baseUrl: string;
  readonly server: Server;
  /** Requests other than token requests, in order of arrival. */
  readonly requests: Received[];
  readonly tokenRequests: Received[];
}

/** How the server differs from the default one. */
export interface ApiOptions {
  /** Responds to the token request; by default with `token-1`, `token-2`, … valid for an hour. */
  readonly token?: Handler;
}

/** Starts a server. It sends no Date: tests in virtual time would see a wrong clock. */
export async function startApi(t: TestContext, handler: Handler, options: ApiOptions = {}): Promise<Api> {
  const requests: Received[] = [];
  const tokenRequests: Received[] = [];
  const grant: Handler = (_, response, count) => sendJson(response, 200, tokenBody(`token-${count}`));
  const server = createServer(async (incoming, response) => {
    response.sendDate = false;
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return; // The client disconnected in the middle of its request.
    }
    const url = new URL(incoming.url ?? "/", "http://loopback");
    const request = {
      method: incoming.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const isToken = url.pathname.endsWith(operations[api.token].path);
    const list = isToken ? tokenRequests : requests;
    list.push(request);
    (isToken ? (options.token ?? grant) : handler)(request, response, list.length);
  });
  const port = await listenOnLoopback(server);
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { baseUrl: `http://127.0.0.1:${port}`, server, requests, tokenRequests };
}

/** A token response. */
export function tokenBody(token: string, expiresIn = 3600): object {
  return { access_token: token, token_type: "Bearer", expires_in: expiresIn, scope: api.scopes.join(" ") };
}

/** Sends JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
