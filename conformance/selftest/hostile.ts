/** A server that misbehaves below the API: on sockets, in headers, in bodies. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { createSandbox, type SandboxOptions } from "../sandbox/app.ts";

type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const json = { "content-type": "application/json" };
/** 200 MiB of zeros in some 200 KiB. */
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));

/** Every kind of hostility. */
export const hostilities: Readonly<Record<string, Behaviour>> = {
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
  "a gzip bomb": (_, response) => {
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb);
  },
  "a redirect loop": (request, response) => {
    response.writeHead(307, { location: request.url ?? "/" }).end();
  },
  "64 KiB of headers": (_, response) => {
    response.writeHead(200, { ...json, "x-padding": "x".repeat(65_536) }).end("{}");
  },
  "a body cut short": (_, response) => {
    response.writeHead(200, { ...json, "content-length": "1000" });
    response.write('{"cards":[');
    setImmediate(() => response.destroy());
  },
  "a chunked body cut short": (_, response) => {
    response.writeHead(200, json);
    response.write('{"cards":[');
    setImmediate(() => response.destroy());
  },
  "invalid UTF-8": (_, response) => {
    response
      .writeHead(200, json)
      .end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]));
  },
  "100,000 nested brackets": (_, response) => {
    response.writeHead(200, json).end(`{"cards":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  },
  "no HTTP at all": (request) => {
    request.socket.end("SSH-2.0-OpenSSH_9.0\r\n");
  },
  "a cursor loop": (_, response) => {
    response.writeHead(200, json).end('{"cards":[],"nextCursor":"again"}');
  },
  "a new cursor for ever": (_, response) => {
    response.writeHead(200, json).end(`{"cards":[],"nextCursor":"${Math.random()}"}`);
  },
};

/** A served hostile server. */
export interface HostileServer {
  readonly baseUrl: string;
  /** Paths of the requests that came, with the headers that must not follow a redirect. */
  readonly seen: readonly {
    path: string;
    authorization: string | undefined;
    signature: string | undefined;
  }[];
  close(): Promise<void>;
}

/**
 * Serves a sandbox in which some requests meet a hostility instead.
 *
 * @param meets - Which requests, by method, path and number.
 */
export async function serveHostile(
  options: SandboxOptions,
  hostility: Behaviour,
  meets: (method: string, path: string, count: number) => boolean,
): Promise<HostileServer> {
  const sandbox = createSandbox(options);
  const seen: { path: string; authorization: string | undefined; signature: string | undefined }[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    count += 1;
    const here = meets(request.method ?? "GET", request.url ?? "/", count);
    seen.push({
      path: request.url ?? "",
      authorization: request.headers.authorization,
      signature: request.headers["x-service-signature"]?.toString(),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    if (here) return hostility(request, response, body);
    const answer = await sandbox.fetch(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? "GET",
        headers: Object.entries(request.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        ),
        body: request.method === "GET" ? null : body,
      }),
    );
    response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
