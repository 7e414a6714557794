import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { checkMethods, checkNames, positive } from "../core/checks.ts";
import { readText, type Send, sendStep, type WireRequest } from "./send.ts";

/** Options of {@link httpSend}. */
export interface HttpSendOptions {
  /** A lower limit than `maxResponseBytes` of the client, in bytes. Default: none. */
  readonly maxBytes?: number;
  /** Connection agent, for example with `ca` or `cert` for TLS. Default: keep-alive without a limit. */
  readonly agent?: HttpAgent | HttpsAgent;
}

/**
 * The sending step on top of `node:http`, which costs less CPU time than `fetch`. It follows no redirect and
 * asks for no compression. Its idle connections do not keep the process alive.
 *
 * @throws RequestError `invalid-configuration` for options that cannot work.
 * @example
 * ```ts
 * const client = createClient({ baseUrl, clientId, clientSecret, signingKey, send: httpSend() });
 * ```
 */
export function httpSend(options: HttpSendOptions = {}): Send {
  checkNames("options", options, ["maxBytes", "agent"], "invalid-configuration");
  const { agent } = options;
  const ownMaxBytes = positive("maxBytes", options.maxBytes, Number.POSITIVE_INFINITY);
  checkMethods("agent", agent, ["addRequest"]);
  const plain = agent ?? new HttpAgent({ keepAlive: true });
  const secure = agent ?? new HttpsAgent({ keepAlive: true });
  return sendStep(ownMaxBytes, async (request, signal, maxBytes) => {
    const { url, method, body } = request;
    const isSecure = url.startsWith("https:");
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, headers: headersOf(request), agent: isSecure ? secure : plain, signal };
      const outgoing = (isSecure ? httpsRequest : httpRequest)(url, options);
      outgoing.on("response", resolve).on("error", reject).end(body);
    });
    const status = incoming.statusCode ?? 0;
    return { status, headers: webHeaders(incoming), text: await readText(status, incoming, maxBytes) };
  });
}

function headersOf({ headers, body }: WireRequest): Record<string, string | number> {
  return body === undefined ? { ...headers } : { ...headers, "content-length": Buffer.byteLength(body) };
}

function webHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  return headers;
}
