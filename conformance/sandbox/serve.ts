import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** Maximum bytes of a request body; beyond that the connection is closed. */
const mostRead = 1_048_576;

/** Status lines for unreadable requests, by error code, if not the general one. */
const unreadable = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
]);

/** A fetch handler. */
export type Handler = (request: Request) => Promise<Response>;

/** A fetch handler on a socket. */
export interface Served {
  /** For example http://127.0.0.1:8787, without a trailing slash. */
  readonly baseUrl: string;
  readonly server: Server;
  /** Closes open connections and frees the port. */
  close(): Promise<void>;
}

/** The names of this machine on its loopback interface, the usual one first. */
export const loopbackNames = ["127.0.0.1", "localhost", "::1"] as const;

/** Options for serving a handler. */
export interface ServeOptions {
  /** The loopback name to listen on and to use in the base URL; 127.0.0.1 unless given. */
  host?: (typeof loopbackNames)[number];
  /** Called for input that cannot be read as an HTTP request, with what is wrong with it. */
  onUnreadable?: (problem: string) => void;
}

/**
 * Serves a fetch handler on loopback with node:http.
 *
 * @param port - 0 for any free port.
 * @throws the listen error, for example EADDRINUSE.
 */
export async function serve(
  handler: Handler,
  port = 0,
  { host = "127.0.0.1", onUnreadable }: ServeOptions = {},
): Promise<Served> {
  const server = createServer(listenerOf(handler));
  server.on("clientError", (error: NodeJS.ErrnoException & { reason?: string }, socket) => {
    if (!socket.writable) return void socket.destroy();
    const problem = `The request is not HTTP: ${error.reason ?? error.message}. Is there a line break in a header?`;
    const status = unreadable.get(error.code ?? "") ?? "400 Bad Request";
    const body = JSON.stringify({ message: problem, type: "InvalidRequest" });
    const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    onUnreadable?.(problem);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A fetch handler as a listener of node:http. */
export function listenerOf(handler: Handler): RequestListener {
  return (incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    // The service itself refuses a body that is too large; one far beyond that is not even read.
    if (size > mostRead) return void incoming.destroy();
    chunks.push(chunk as Buffer);
  }
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  const response = await handler(
    new Request(`http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`, {
      method,
      headers,
      ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) }),
    }),
  );
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, [...response.headers, ["content-length", String(body.length)]].flat());
  outgoing.end(body);
}
