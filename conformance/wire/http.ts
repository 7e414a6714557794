/**
 * The transport of real runs, on node:http and node:https: one deadline over headers and body, a cap on
 * bytes before and after decompression, no redirects, a private trust anchor where one is given.
 */
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { TransportFailure } from "../events.ts";
import { failed, type Outcome, type Transport } from "./transport.ts";

/** A transport on sockets, and how to end its idle connections. */
export interface HttpTransport {
  readonly send: Transport;
  close(): void;
}

/** Why an exchange was ended from our side. */
class Ended extends Error {
  readonly kind: TransportFailure["kind"];
  constructor(kind: TransportFailure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Makes a transport with keep-alive connections of its own.
 *
 * @param ca - PEM certificates to trust instead of the system's.
 */
export function createHttpTransport(ca?: string): HttpTransport {
  const plain = new http.Agent({ keepAlive: true });
  const tls = new https.Agent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) });
  return {
    send: (wire, limits) =>
      new Promise<Outcome>((resolve) => {
        let outgoing: ClientRequest | undefined;
        const end = (error: Error) => outgoing?.destroy(error);
        const timer = setTimeout(
          () => end(new Ended("timeout", `no complete answer within ${limits.timeoutMs / 1000} s`)),
          limits.timeoutMs,
        );
        const abort = () => end(new Ended("aborted", "the run was ended"));
        limits.signal?.addEventListener("abort", abort, { once: true });
        const settle = (outcome: Outcome) => {
          clearTimeout(timer);
          limits.signal?.removeEventListener("abort", abort);
          resolve(outcome);
        };
        const fail = (error: unknown) => settle(describe(error));
        try {
          const url = new URL(wire.url);
          const body = wire.body === null ? null : Buffer.from(wire.body, "utf8");
          const secure = url.protocol === "https:";
          outgoing = (secure ? https : http).request(url, {
            method: wire.method,
            agent: secure ? tls : plain,
            headers: [
              ...wire.headers.flat(),
              ...["Host", url.host],
              ...(body === null ? [] : ["Content-Length", String(body.length)]),
            ],
          });
          outgoing.on("error", fail);
          outgoing.on("response", (incoming) => {
            readBody(incoming, limits.maximumBytes, end)
              .then((bytes) =>
                settle({
                  response: { status: incoming.statusCode ?? 0, headers: headerList(incoming), body: bytes },
                  failure: null,
                }),
              )
              .catch(fail);
          });
          if (limits.signal?.aborted === true) abort();
          outgoing.end(body ?? undefined);
        } catch (error) {
          fail(error);
        }
      }),
    close: () => {
      plain.destroy();
      tls.destroy();
    },
  };
}

function headerList(incoming: IncomingMessage): [string, string][] {
  const raw = incoming.rawHeaders;
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    (raw[2 * index] ?? "").toLowerCase(),
    raw[2 * index + 1] ?? "",
  ]);
}

async function readBody(
  incoming: IncomingMessage,
  maximumBytes: number,
  end: (error: Error) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = decoded(incoming);
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > maximumBytes) {
      const error = new Ended("too-large", `the body is larger than ${maximumBytes} bytes`);
      end(error);
      throw error;
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function decoded(incoming: IncomingMessage): Readable {
  const decoder = decoderOf(incoming.headers["content-encoding"]?.trim().toLowerCase());
  if (decoder === null) return incoming;
  // A connection that ends early must end the decoder as well, or reading would wait for ever.
  incoming.on("error", (error) => decoder.destroy(error));
  incoming.on("aborted", () =>
    decoder.destroy(new Ended("cut-short", "the connection ended inside the body")),
  );
  return incoming.pipe(decoder);
}

function decoderOf(coding: string | undefined) {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return null;
  }
}

const kinds: Record<string, TransportFailure["kind"]> = {
  ECONNREFUSED: "unreachable",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ECONNRESET: "reset",
  EPIPE: "reset",
  HPE_HEADER_OVERFLOW: "too-large",
};

function describe(error: unknown): Outcome {
  if (error instanceof Ended) return failed(error.kind, error.message);
  if (!(error instanceof Error)) return failed("malformed", String(error));
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error.message === "aborted") return failed("cut-short", "the connection ended inside the body");
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return failed("unreachable", `TLS: ${code}`);
  return failed(kinds[code] ?? "malformed", code === "" ? error.message : `${code}: ${error.message}`);
}
