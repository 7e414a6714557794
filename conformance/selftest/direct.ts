/** A transport into a sandbox without fetch, which takes a sixth less time for a run in memory. */
import type { Sandbox } from "../sandbox/app.ts";
import { directHandler, isOrdinary, withTextType } from "../sandbox/direct.ts";
import { handlerTransport, thrown } from "../wire/handler.ts";
import { left, type Transport } from "../wire/transport.ts";

/**
 * A transport into a sandbox; what arrives on either side is the same as with the {@link handlerTransport} of its
 * fetch, which takes what is out of the ordinary.
 */
export function directTransport(sandbox: Sandbox, prefix: string): Transport {
  const usual = handlerTransport(sandbox.fetch);
  const direct = directHandler(sandbox, prefix);
  return async (request, limits) => {
    const { method, url, body, isLeft } = request;
    if (!isOrdinary({ method, url, body: body ?? "" }) || (method === "GET" && body !== null)) {
      return usual(request, limits);
    }
    try {
      const given = new Headers(request.headers as [string, string][]);
      const headers = body === null ? given : withTextType(given);
      const response = await direct({ method, url, headers, body: body ?? "" });
      return isLeft ? left : { response, failure: null };
    } catch (error) {
      return thrown(error);
    }
  };
}
