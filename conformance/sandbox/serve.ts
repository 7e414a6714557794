import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Bytes of a request body that are read before the connection is ended. */
const mostRead = 1_048_576;

/** A fetch handler on a socket. */
export interface Served {
  /** For example http://127.0.0.1:8787, without a trailing slash. */
  readonly baseUrl: string;
  readonly server: Server;
  /** Ends open connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Serves a fetch handler on loopback with node:http.
 *
 * @param port - 0 for any free port.
 * @throws the listen error, for example EADDRINUSE.
 */
export async function serve(handler: (request: Request) => Promise<Response>, port = 0): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    // The service itself says that a body is too large; what is far beyond that is not even read.
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
