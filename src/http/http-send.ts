import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { checkMethods, checkNames, positive } from "../core/checks.ts";
import { ConnectionError, PartnerCardError } from "../core/errors.ts";
import { codeOf } from "./failure.ts";
import {
  checkRequest,
  defaultLimits,
  type Send,
  tooLarge,
  type WireRequest,
  type WireResponse,
} from "./fetch-send.ts";

/** How {@link httpSend} sends. */
export interface HttpSendOptions {
  /** A lower limit than `maxResponseBytes` of the client, in bytes. Default: none. */
  readonly maxBytes?: number;
  /** Connections to keep; for example with `ca` or `cert` for TLS. Default: keep-alive without a limit. */
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
  const agents = agent ?? {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true }),
  };
  return async (request, signal, limits) => {
    checkRequest(request);
    const maxBytes = Math.min(ownMaxBytes, limits?.maxBytes ?? defaultLimits.maxBytes);
    return new Promise<WireResponse>((resolve, reject) => {
      const secure = request.url.startsWith("https:");
      const chosen = "http" in agents ? agents[secure ? "https" : "http"] : agents;
      const options = { method: request.method, headers: headersOf(request), agent: chosen, signal };
      const outgoing = (secure ? httpsRequest : httpRequest)(request.url, options);
      outgoing.on("response", (incoming) => {
        read(incoming, maxBytes).then(resolve, (error: unknown) => {
          reject(error);
          outgoing.destroy();
        });
      });
      outgoing.on("error", (cause) => reject(notReached(request, cause)));
      outgoing.end(request.body);
    }).catch((error: unknown) => {
      // What node:http refuses at once, such as a header that it will not send.
      throw error instanceof PartnerCardError ? error : notReached(request, error);
    });
  };
}

function headersOf({ headers, body }: WireRequest): Record<string, string | number> {
  return body === undefined ? { ...headers } : { ...headers, "content-length": Buffer.byteLength(body) };
}

function read(incoming: IncomingMessage, maxBytes: number): Promise<WireResponse> {
  const status = incoming.statusCode ?? 0;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const cut = (cause: unknown) =>
      reject(new ConnectionError("response-cut", `The answer (${status}) broke off.`, { status, cause }));
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBytes) return;
      reject(tooLarge(status, maxBytes));
    });
    incoming.on("error", cut);
    incoming.on("end", () => {
      if (!incoming.complete) return cut({ bytes });
      const text = new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      return resolve({ status, headers: webHeaders(incoming), text });
    });
  });
}

function webHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  return headers;
}

function notReached({ url }: WireRequest, cause: unknown): ConnectionError {
  const code = codeOf(cause);
  const why = code === undefined ? "" : `: ${code}`;
  return new ConnectionError("network", `No answer from ${new URL(url).origin}${why}.`, { cause });
}
