/**
 * The transport of real runs, on node:http and node:https: one deadline over headers and body, a cap on
 * bytes before and after decompression, no redirects, a private trust anchor where one is given.
 */
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { promisify } from "node:util";
import zlib from "node:zlib";
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
        // A request that is over already emits no error any more, so the outcome does not wait for one.
        const end = (error: Error) => {
          outgoing?.destroy(error);
          fail(error);
        };
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
          outgoing.on("upgrade", (_, socket) => {
            socket.destroy();
            fail(new Ended("malformed", "the server switched to another protocol, unasked"));
          });
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
  const tooLarge = new Ended("too-large", `the body is larger than ${maximumBytes} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > maximumBytes) {
      end(tooLarge);
      throw tooLarge;
    }
    chunks.push(chunk as Buffer);
  }
  const body = Buffer.concat(chunks);
  const coding = incoming.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding === "identity" || coding === "" || body.length === 0) return body;
  const decode = decoders[coding];
  if (decode === undefined) throw new Ended("malformed", `the body is in the content coding ${coding}`);
  return decode(body, { maxOutputLength: maximumBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge;
    throw new Ended("malformed", `the body is not in the content coding ${coding}: ${error.message}`);
  });
}

type Decode = (body: Buffer, options: zlib.ZlibOptions & zlib.BrotliOptions) => Promise<Buffer>;

const gunzip: Decode = promisify(zlib.gunzip);
const inflate: Decode = promisify(zlib.inflate);
const inflateRaw: Decode = promisify(zlib.inflateRaw);

/** Content codings (RFC 9110, section 8.4.1). Some servers send deflate without its zlib wrapper. */
const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, options),
  br: promisify(zlib.brotliDecompress),
};

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
  return failed(
    kinds[code] ?? "malformed",
    code === "" || error.message.includes(code) ? error.message : `${code}: ${error.message}`,
  );
}
