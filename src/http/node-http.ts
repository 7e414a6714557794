/** HTTP over `node:http` and `node:https`. Only this file imports them, and only where it is used. */
// Through the module object, whose functions test tools such as nock replace.
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream";
import { onAbort } from "../core/abort.ts";
import { BodyText, cutShort, isRedirect } from "./body-text.ts";
import { acceptEncoding, decodersOf } from "./decoding.ts";
import { RawHeaders } from "./raw-headers.ts";
import type { Exchange, WireRequest, WireResponse } from "./send.ts";

/**
 * How long an idle connection is kept, in milliseconds: that of `fetch` on Node, and less than the 5 seconds of
 * the usual server, which would otherwise close it while a request is on its way.
 */
const idleMs = 4_000;

/** @param agent - Connections to use; undefined for those of this exchange, which are kept alive. */
export function nodeHttp(agent: http.Agent | https.Agent | undefined): Exchange {
  const plain = agent ?? new http.Agent({ keepAlive: true, timeout: idleMs });
  const secure = agent ?? new https.Agent({ keepAlive: true, timeout: idleMs });
  return (request, end, maxBytes) =>
    new Promise((resolve, reject) => {
      end.throwIfAborted();
      const { protocol, hostname, port, pathname, search } = new URL(request.url);
      const isSecure = protocol === "https:";
      const outgoing = (isSecure ? https : http).request({
        protocol,
        // An IPv6 address has brackets in a URL only.
        host: hostname.replace(/^\[|\]$/g, ""),
        port,
        path: pathname + search,
        method: request.method,
        headers: headersOf(request, isSecure),
        agent: isSecure ? secure : plain,
      });
      const finish = (settle: () => void) => {
        forget();
        settle();
      };
      /** Ends the connection too: nothing reads what else may come. */
      const fail = (error: unknown) =>
        finish(() => {
          reject(error);
          outgoing.destroy();
        });
      const forget = onAbort(end, () => fail(end.reason));
      outgoing
        // The listener stays: a connection that is ended may fail once more.
        .on("error", fail)
        .on("response", (incoming) =>
          receive(incoming, maxBytes, (response) => finish(() => resolve(response)), fail),
        )
        .end(request.body);
    });
}

function receive(
  incoming: IncomingMessage,
  maxBytes: number,
  done: (response: WireResponse) => void,
  fail: (error: unknown) => void,
): void {
  const { statusCode: status = 0 } = incoming;
  const headers = new RawHeaders(incoming.rawHeaders);
  const cut = (cause: unknown) => fail(cutShort(status, cause));
  incoming.on("error", cut);
  if (isRedirect(status)) {
    done({ status, headers, text: "" });
    incoming.destroy();
    return;
  }
  const text = new BodyText(status, maxBytes);
  try {
    const [first, ...others] = decodersOf(headers.get("content-encoding"));
    const body = first === undefined ? incoming : pipeline([incoming, first, ...others], (e) => e && cut(e));
    body
      .on("data", (chunk: Buffer) => {
        try {
          text.add(chunk);
        } catch (error) {
          fail(error);
        }
      })
      .on("end", () => done({ status, headers, text: text.toString() }));
  } catch (error) {
    cut(error);
  }
}

/** Like `fetch`, says what it can decode and who it is, unless the request does. */
function headersOf({ headers, body }: WireRequest, isSecure: boolean): Record<string, string | number> {
  return {
    "accept-encoding": acceptEncoding[isSecure ? "https:" : "http:"],
    "user-agent": "node",
    ...headers,
    ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
  };
}
