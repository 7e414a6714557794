/** A server that misbehaves below the API: in sockets, headers and bodies. */
import type { OutgoingHttpHeaders, RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { createSandbox } from "../sandbox/app.ts";
import { listenerOf } from "../sandbox/serve.ts";
import { listening } from "../wire/testing.ts";
import { credentials, publicKey } from "./in-memory.ts";

const json = { "content-type": "application/json" };

/** Responds to every request with this body. */
const sends =
  (body: string | Buffer, headers: OutgoingHttpHeaders = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { ...json, ...headers }).end(body);
  };

/** Starts a body and closes the connection. */
const cutsShort =
  (headers: OutgoingHttpHeaders): RequestListener =>
  (_, response) => {
    response.writeHead(200, { ...json, ...headers });
    response.write('{"cards":[');
    setImmediate(() => response.destroy());
  };

/** Every kind of hostility. */
export const hostilities: Readonly<Record<string, RequestListener>> = {
  "no answer": () => undefined,
  "a byte a second": (_, response) => {
    response.writeHead(200, { ...json, "content-length": "1000" });
    const timer = setInterval(() => response.write(" "), 1000);
    response.on("close", () => clearInterval(timer));
  },
  "an endless body": (_, response) => {
    response.writeHead(200, json);
    const chunk = Buffer.alloc(65_536, " ");
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  },
  // 200 MiB of zeros in about 200 KiB.
  "a gzip bomb": sends(gzipSync(Buffer.alloc(200 * 1024 * 1024)), { "content-encoding": "gzip" }),
  "a redirect loop": (request, response) => {
    response.writeHead(307, { location: request.url ?? "/" }).end();
  },
  "64 KiB of headers": sends("{}", { "x-padding": "x".repeat(65_536) }),
  "a body cut short": cutsShort({ "content-length": "1000" }),
  "a chunked body cut short": cutsShort({}),
  "invalid UTF-8": sends(Buffer.from('{"\xff\xfe\xc3(":1}', "latin1")),
  "100,000 nested brackets": sends(`{"cards":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
  "no HTTP at all": (request) => {
    request.socket.end("SSH-2.0-OpenSSH_9.0\r\n");
  },
  "a cursor loop": sends('{"cards":[],"nextCursor":"again"}'),
  "a new cursor for ever": (request, response) => {
    sends(`{"cards":[],"nextCursor":"${Math.random()}"}`)(request, response);
  },
};

/** A running hostile server. */
export interface HostileServer {
  readonly baseUrl: string;
  /** Paths of the requests received. */
  readonly paths: readonly string[];
}

/**
 * Serves a sandbox in which some requests get a hostile response instead, until `closeServers`.
 *
 * @param meets - Selects those requests, by method, path and number.
 */
export async function serveHostile(
  hostility: RequestListener,
  meets: (method: string, path: string, count: number) => boolean,
): Promise<HostileServer> {
  const usual = listenerOf(createSandbox({ ...credentials, publicKey }).fetch);
  const paths: string[] = [];
  const baseUrl = await listening((request, response) => {
    const { method = "GET", url = "/" } = request;
    paths.push(url);
    if (!meets(method, url, paths.length)) return usual(request, response);
    // Read the whole request before responding.
    request.resume().on("end", () => hostility(request, response));
  });
  return { baseUrl, paths };
}
