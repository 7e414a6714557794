import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { checkMethods, checkNames, positive } from "../core/checks.ts";
import { type Exchange, type Send, sendStep } from "./send.ts";

/** Options of {@link httpSend}. */
export interface HttpSendOptions {
  /** A lower limit than `maxResponseBytes` of the client, in bytes after content decoding. Default: none. */
  readonly maxBytes?: number;
  /** Connection agent, for example with `ca` or `cert` for TLS. Default: keep-alive without a limit. */
  readonly agent?: HttpAgent | HttpsAgent;
}

/**
 * The sending step on top of `node:http`, which costs less CPU time than `fetch` and is used by default on Node. It
 * follows no redirect. Its idle connections do not keep the process alive.
 *
 * @throws RequestError `invalid-configuration` for options that cannot work.
 * @example
 * ```ts
 * const agent = new Agent({ keepAlive: true, ca: readFileSync("ca.pem") });
 * const client = createClient({ baseUrl, clientId, clientSecret, signingKey, send: httpSend({ agent }) });
 * ```
 */
export function httpSend(options: HttpSendOptions = {}): Send {
  checkNames("options", options, ["maxBytes", "agent"], "invalid-configuration");
  const { agent } = options;
  const ownMaxBytes = positive("maxBytes", options.maxBytes, Number.POSITIVE_INFINITY);
  checkMethods("agent", agent, ["addRequest"]);
  let exchange: Exchange | undefined;
  return sendStep(ownMaxBytes, async (request, end, maxBytes) => {
    // Loaded with the first request, so that importing the client loads no HTTP stack.
    exchange ??= (await load()).nodeHttp(agent);
    return exchange(request, end, maxBytes);
  });
}

const load = () => import("./node-http.ts");
