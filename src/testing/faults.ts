/** The ways in which a server may fail a request, for all fault tests. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A request that should fail. */
export interface Failing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The TCP connection, below TLS if TLS is used. */
  readonly tcp: Socket;
  /** Carries out the request and returns the response that it should get. */
  readonly answer: () => { readonly status: number; readonly text: string };
  /** Sends JSON. */
  readonly json: (status: number, body: object, headers?: Record<string, string>) => void;
}

/** 32 MiB of zeros, compressed to 32 KiB. */
const bomb = gzipSync(Buffer.alloc(32 * 2 ** 20));

/** A body that never ends while it is being read. */
function endless({ response }: Failing): void {
  const more = () => response.write(" ".repeat(2 ** 14));
  response.writeHead(200, { "content-type": "application/json" }).on("drain", more);
  more();
}

/** Response of a careless server: everything that it received, with quotation marks and slashes escaped. */
function echo({ request }: Failing): object {
  return { message: JSON.stringify(request.headers).replaceAll("/", "\\/"), type: "Fault" };
}

/** Sends the response with its full length, but only the beginning of its body. */
function begin({ response, answer }: Failing, then?: () => void): void {
  const { status, text } = answer();
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length });
  response.write(text.slice(0, 1), then);
}

/** Each fails the request in its own way; those named "after" carry it out first, so its response is lost. */
export const faults: Readonly<Record<string, (failing: Failing) => void>> = {
  "reset before": ({ tcp }) => tcp.resetAndDestroy(),
  "reset after": ({ tcp, answer }) => {
    answer();
    tcp.resetAndDestroy();
  },
  "garbage after": ({ tcp, answer }) => {
    answer();
    // The client closes the connection; closing it here could lose data that the client has not read yet.
    tcp.write("neither HTTP nor TLS\r\n");
  },
  "stall before": () => undefined,
  "stall after": ({ answer }) => void answer(),
  "stall in the body": (failing) => begin(failing),
  "cut body": (failing) => begin(failing, () => failing.tcp.destroy()),
  "401": (failing) => failing.json(401, echo(failing)),
  "409": (failing) => failing.json(409, echo(failing)),
  "429": (failing) => failing.json(429, echo(failing), { "retry-after": "0" }),
  "500 before": (failing) => failing.json(500, echo(failing)),
  "500 after": (failing) => {
    failing.answer();
    failing.json(500, echo(failing));
  },
  "503": (failing) => failing.json(503, echo(failing)),
  "HTML after": ({ request, response, answer }) => {
    answer();
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<p>${encodeURIComponent(JSON.stringify(request.headers))}</p>`);
  },
  "gzip bomb after": ({ response, answer }) => {
    answer();
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  },
  "endless body after": (failing) => {
    failing.answer();
    endless(failing);
  },
};
