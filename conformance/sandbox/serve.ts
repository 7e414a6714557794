import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";
import { readResponse } from "../wire/handler.ts";
import type { WireResponse } from "../wire/transport.ts";
import { type DirectHandler, isOrdinary } from "./direct.ts";

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

/** Said by the body of an answer: the connection is to be closed after half of it. */
export class CutShort extends Error {
  override readonly name = "CutShort";
  readonly answer: WireResponse;

  constructor(answer: WireResponse) {
    super("the answer is cut short");
    this.answer = answer;
  }
}

/** A listener on a socket. */
export interface Served {
  /** For example http://127.0.0.1:8787, without a trailing slash. */
  readonly baseUrl: string;
  readonly server: Server;
  /** Closes open connections and frees the port. */
  close(): Promise<void>;
}

/** The names of this machine on its loopback interface, the usual one first. */
export const loopbackNames = ["127.0.0.1", "localhost", "::1"] as const;

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The first byte of a TLS handshake (RFC 8446, section 5.1). */
const handshake = 22;

/** Options for serving a handler. */
export interface ServeOptions {
  /** The loopback name to listen on and to use in the base URL; 127.0.0.1 unless given. */
  host?: (typeof loopbackNames)[number];
  /** Serves HTTPS with this certificate; HTTP unless given. */
  tls?: Certificate;
  /** Called for input that cannot be read as an HTTP request, with what is wrong with it. */
  onUnreadable?: (problem: string) => void;
  /** How an answer is sent; at once unless given. */
  send?: SendAnswer;
}

/** Sends an answer. */
export type SendAnswer = (outgoing: ServerResponse, response: WireResponse) => void | Promise<void>;

/**
 * Serves a fetch handler on loopback with node:http.
 *
 * @param port - 0 for any free port.
 * @throws the listen error, for example EADDRINUSE.
 */
export function serve(handler: Handler, port = 0, options: ServeOptions = {}): Promise<Served> {
  return listen(listenerOf(handler, undefined, options.send), port, options);
}

/**
 * Listens on loopback with node:http.
 *
 * @param port - 0 for any free port.
 * @throws the listen error, for example EADDRINUSE.
 */
export async function listen(
  listener: RequestListener,
  port: number,
  { host = "127.0.0.1", tls, onUnreadable }: ServeOptions,
): Promise<Served> {
  const server: Server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  server.on("tlsClientError", ({ reason, message }: Error & Unreadable) => {
    const hint = "Does the client trust the certificate, and is its base URL one with https?";
    onUnreadable?.(`A TLS handshake has failed: ${reason ?? message}. ${hint}`);
  });
  server.on("clientError", (error: NodeJS.ErrnoException & Unreadable, socket) => {
    if (!socket.writable) return void socket.destroy();
    const problem =
      error.rawPacket?.[0] === handshake
        ? "The client speaks TLS, and this port does not. Has its base URL https where it should have http?"
        : `The request is not HTTP: ${error.reason ?? error.message}. Is there a line break in a header?`;
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
    baseUrl: `http${tls === undefined ? "" : "s"}://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What Node knows of input that it cannot read. */
interface Unreadable {
  readonly reason?: string;
  readonly rawPacket?: Buffer;
}

/**
 * A fetch handler as a listener of node:http.
 *
 * @param direct - Answers ordinary requests instead of the handler, and the same.
 */
export function listenerOf(
  handler: Handler,
  direct?: DirectHandler,
  send: SendAnswer = sendAtOnce,
): RequestListener {
  return (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Not `for await`: an iterator over a request costs as much as the check of its token.
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      // The service itself refuses a body that is too large; one far beyond that is not even read.
      if (size > mostRead) incoming.destroy();
      else chunks.push(chunk);
    });
    incoming.on("end", () => {
      answer(handler, direct, incoming, outgoing, chunks)
        .then((response) => send(outgoing, response))
        .catch((error: unknown) => {
          if (error instanceof CutShort) sendHalf(outgoing, error.answer);
          else outgoing.destroy();
        });
    });
  };
}

async function answer(
  handler: Handler,
  direct: DirectHandler | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  chunks: readonly Buffer[],
): Promise<WireResponse> {
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  const url = urlOf(incoming);
  const hasBody = method !== "GET" && method !== "HEAD";
  const bytes = hasBody && chunks.length > 0 ? Buffer.concat(chunks) : nothing;
  const ordinary = { method, url, headers, body: direct === undefined ? "" : utf8.decode(bytes) };
  if (direct !== undefined && isOrdinary(ordinary)) return direct(ordinary);
  const body = hasBody ? { body: bytes } : {};
  return readResponse(
    await handler(new Request(url, { method, headers, signal: leftBy(outgoing), ...body })),
  );
}

/** Aborted once nobody waits for an answer any more. */
function leftBy(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) left.abort();
  });
  return left.signal;
}

function sendAtOnce(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  outgoing.writeHead(status, [...headers, ["content-length", String(body.length)]].flat());
  outgoing.end(body);
}

/** Promises the whole answer, and closes the connection after half of it. */
function sendHalf(outgoing: ServerResponse, { status, headers, body }: WireResponse): void {
  outgoing.writeHead(status, [...headers, ["content-length", String(body.length)]].flat());
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}

/** The address that was asked for: a client may name the whole of it, which then outweighs Host (RFC 9112, section 3.2.2). */
function urlOf({ url = "/", headers, socket }: IncomingMessage): string {
  if (/^https?:\/\//i.test(url)) return url;
  return `http${socket instanceof TLSSocket ? "s" : ""}://${headers.host ?? "127.0.0.1"}${url}`;
}

const nothing = Buffer.alloc(0);

/** As the text of a Request is decoded: without a byte order mark. */
const utf8 = new TextDecoder();
