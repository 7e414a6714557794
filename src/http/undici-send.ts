import { checkMethods, checkNames, positive } from "../core/checks.ts";
import { RequestError } from "../core/errors.ts";
import { codeOf } from "./failure.ts";
import { type Exchange, type Send, sendStep } from "./send.ts";
import type { UndiciDispatcher } from "./undici-exchange.ts";

/** Options of {@link undiciSend}. */
export interface UndiciSendOptions {
  /** A lower limit than `maxResponseBytes` of the client, in bytes after content decoding. Default: none. */
  readonly maxBytes?: number;
  /** What sends, for example an `Agent` with `connect: { ca }`. Default: an `Agent` of its own. */
  readonly dispatcher?: UndiciDispatcher;
}

/**
 * The sending step on top of the package undici, version 7, which has to be installed. It costs the least CPU time of
 * all. It follows no redirect, and takes a proxy from its dispatcher alone.
 *
 * @throws RequestError `invalid-configuration` for options that cannot work; from the first request, where undici
 *   is not installed.
 * @example
 * ```ts
 * import { undiciSend } from "partner-card/undici";
 * const client = createClient({ baseUrl, clientId, clientSecret, signingKey, send: undiciSend() });
 * ```
 */
export function undiciSend(options: UndiciSendOptions = {}): Send {
  checkNames("options", options, ["maxBytes", "dispatcher"], "invalid-configuration");
  const { dispatcher } = options;
  const ownMaxBytes = positive("maxBytes", options.maxBytes, Number.POSITIVE_INFINITY);
  checkMethods("dispatcher", dispatcher, ["dispatch"]);
  let exchange: Exchange | undefined;
  return sendStep(ownMaxBytes, async (request, end, maxBytes) => {
    exchange ??= (await load()).undiciExchange(dispatcher);
    return exchange(request, end, maxBytes);
  });
}

const load = () =>
  import("./undici-exchange.ts").catch((cause: unknown) => {
    if (codeOf(cause) !== "ERR_MODULE_NOT_FOUND") throw cause;
    const message = "The package undici is not there; npm install undici@7 brings it.";
    throw new RequestError("invalid-configuration", message, { cause: { option: "send" } });
  });
