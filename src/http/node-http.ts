/** HTTP over `node:http` and `node:https`. Only this file imports them, and only where it is used. */
// Through the module object, whose functions test tools such as nock replace.
import http from "node:http";
import https from "node:https";
import { onAbort } from "../core/abort.ts";
import { isRedirect } from "./body-text.ts";
import { RawHeaders } from "./raw-headers.ts";
import { receive } from "./receive.ts";
import { requestHeaders } from "./request-headers.ts";
import type { Exchange, WireResponse } from "./send.ts";

/**
 * How long an idle connection is kept, in milliseconds: that of `fetch` on Node, and less than the 5 seconds of
 * the usual server, which would otherwise close it while a request is on its way.
 */
const idleMs = 4_000;

/** @param agent - Connections to use; undefined for those of this exchange, which are kept alive. */
export function nodeHttp(agent: http.Agent | https.Agent | undefined): Exchange {
  const plain = agent ?? endingIdle(new http.Agent({ keepAlive: true }));
  const secure = agent ?? endingIdle(new https.Agent({ keepAlive: true }));
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
        headers: requestHeaders(request, protocol),
        agent: isSecure ? secure : plain,
      });
      const done = (response: WireResponse) => {
        forget();
        resolve(response);
      };
      const fail = (error: unknown) => {
        forget();
        reject(error);
        outgoing.destroy();
      };
      const forget = onAbort(end, () => fail(end.reason));
      outgoing
        // The listener stays: a connection that is ended may fail once more.
        .on("error", fail)
        .on("response", (incoming) => {
          const head = { status: incoming.statusCode ?? 0, headers: new RawHeaders(incoming.rawHeaders) };
          if (!isRedirect(head.status)) return receive(incoming, head, { maxBytes, done, fail });
          done({ ...head, text: "" });
          incoming.on("error", () => undefined).destroy();
        })
        .end(request.body);
    });
}

/**
 * Makes an agent end connections that are idle for {@link idleMs}, or for less where the server says so. Its option
 * `timeout` would do that as well, but watch each request too, which takes a tenth of the CPU time of one; so the
 * option is there only when a connection becomes idle.
 */
function endingIdle<A extends http.Agent>(agent: A): A {
  const idle: A = Object.create(agent, { options: { value: { timeout: idleMs } } });
  agent.keepSocketAlive = agent.keepSocketAlive.bind(idle);
  return agent;
}
