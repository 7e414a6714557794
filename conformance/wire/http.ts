/**
 * The transport of real runs, on node:http and node:https: one deadline for headers and body, a limit on
 * bytes before and after decompression, no redirects, a private trust anchor if one is given.
 */

import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { onAbort } from "../../src/core/abort.ts";
import { describeFailure, Ended, isReset } from "./failure.ts";
import { readBody } from "./read-body.ts";
import { left, type Outcome, type Transport } from "./transport.ts";

/** A transport on sockets, and how to end its idle connections. */
export interface HttpTransport {
  readonly send: Transport;
  close(): void;
}

/** Milliseconds between the parts of a body: enough for them to arrive one by one. */
const betweenPartsMs = 20;

/** Milliseconds after a connection was closed until the server has what was sent, and has noticed. */
const leavingMs = 50;

/** Of how many requests it is known how long they took: the fastest of them had to wait for nothing else. */
const timesKept = 5;

/**
 * After this many reused connections in a row turned out to be closed, none is reused any more. There are as many side
 * by side, so that a single moment can cost so many; what goes wrong on a connection that is used on shows there alone.
 */
const mostLost = 10;

/**
 * Creates a transport with its own keep-alive connections.
 *
 * A server may close an idle connection at any time, even just as the next request is on its
 * way (RFC 9112, section 9.3.1). A request that got not a single byte in response is sent again at once,
 * unchanged, on a new connection with `Connection: close`. Where a server keeps no connection at
 * all, every request gets its own in the end.
 *
 * @param ca - PEM certificates to trust instead of the system's.
 */
export function createHttpTransport(ca?: string): HttpTransport {
  const trust = ca === undefined ? {} : { ca };
  const agents = (keepAlive: boolean) => ({
    "http:": new http.Agent({ keepAlive }),
    "https:": new https.Agent({ keepAlive, ...trust }),
  });
  const [kept, single] = [agents(true), agents(false)];
  const answered = new Set<string>();
  let lost = 0;
  /** How long the last requests that were carried out took, in milliseconds, by their method. */
  const took = new Map<string, readonly number[]>();
  let timesLeft = 0;

  const send: Transport = (wire, limits) =>
    new Promise<Outcome>((resolve) => {
      const url = URL.canParse(wire.url) ? new URL(wire.url) : null;
      let outgoing: ClientRequest | undefined;
      let resent = 0;
      // A request that is already over emits no further error, so the outcome does not wait for one.
      const end = (error: Error) => {
        outgoing?.destroy(error);
        fail(error);
      };
      const timer = setTimeout(
        () => end(new Ended("timeout", `no complete answer within ${limits.timeoutMs / 1000} s`)),
        limits.timeoutMs,
      );
      let forget = () => {};
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        forget();
        resolve(resent === 0 ? outcome : { ...outcome, resent });
      };
      const fail = (error: unknown) => {
        const place = { url, ca: ca !== undefined, answered: answered.has(url?.origin ?? "") };
        settle({ response: null, failure: describeFailure(error, place) });
      };
      const start = (pool: typeof kept) => {
        const target = new URL(wire.url);
        const body = wire.body === null ? null : Buffer.from(wire.body, "utf8");
        const secure = target.protocol === "https:";
        const isChunked = wire.headers.some(([name]) => name.toLowerCase() === "transfer-encoding");
        const hasLength = body !== null && !isChunked;
        const request = (secure ? https : http).request(target, {
          method: wire.method,
          agent: pool[secure ? "https:" : "http:"],
          headers: [
            ...wire.headers.flat(),
            ...["Host", target.host],
            ...(hasLength ? ["Content-Length", String(body.length)] : []),
          ],
        });
        outgoing = request;
        const began = performance.now();
        let readBefore = 0;
        request.on("socket", (socket) => {
          readBefore = socket.bytesRead;
        });
        request.on("error", (error) => {
          if (wire.isLeft && request.writableFinished) return;
          const unanswered = request.socket?.bytesRead === readBefore;
          if (!(request.reusedSocket && unanswered && isReset(error))) return fail(error);
          lost += 1;
          resent += 1;
          start(single);
        });
        if (wire.isLeft) {
          // By turns before the work begins, and in the middle of it, as far as that is known.
          const stayMs = timesLeft % 2 === 0 ? 0 : Math.min(...(took.get(wire.method) ?? [0])) / 2;
          timesLeft += 1;
          const leave = () => {
            request.destroy();
            setTimeout(settle, leavingMs, left);
          };
          request.once("finish", () => setTimeout(leave, stayMs));
        }
        request.on("upgrade", (_, socket) => {
          socket.destroy();
          fail(new Ended("malformed", "the server switched to another protocol, unasked"));
        });
        request.on("response", (incoming) => {
          answered.add(target.origin);
          if (request.reusedSocket) lost = 0;
          if (wire.isLeft) return;
          if (incoming.statusCode !== undefined && incoming.statusCode < 300)
            took.set(
              wire.method,
              [performance.now() - began, ...(took.get(wire.method) ?? [])].slice(0, timesKept),
            );
          readBody(incoming, limits.maximumBytes, end)
            .then((bytes) =>
              settle({
                response: { status: incoming.statusCode ?? 0, headers: headerList(incoming), body: bytes },
                failure: null,
              }),
            )
            .catch(fail);
        });
        const half = body !== null && (isChunked || wire.inParts) ? Math.ceil(body.length / 2) : 0;
        if (half > 0) request.write(body?.subarray(0, half));
        const finish = () => request.end(body?.subarray(half));
        if (wire.inParts) setTimeout(finish, betweenPartsMs);
        else finish();
      };
      try {
        const { signal } = limits;
        if (signal !== undefined)
          forget = onAbort(signal, () => end(new Ended("aborted", "the run was ended")));
        if (signal?.aborted !== true) start(lost < mostLost ? kept : single);
      } catch (error) {
        fail(error);
      }
    });

  return {
    send,
    close: () => {
      for (const agent of [kept, single].flatMap((pool) => Object.values(pool))) agent.destroy();
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
