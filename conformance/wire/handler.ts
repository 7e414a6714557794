import { failed, left, type Outcome, type Transport, type WireResponse } from "./transport.ts";

/**
 * A transport without sockets: passes requests to a fetch handler in the same process.
 *
 * @param handler - For example the `fetch` of a sandbox.
 */
export function handlerTransport(handler: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body, isLeft }) => {
    try {
      const request = new Request(url, { method, headers: [...headers] as [string, string][], body });
      const response = await readResponse(await handler(request));
      return isLeft ? left : { response, failure: null };
    } catch (error) {
      return thrown(error);
    }
  };
}

/** What a Response holds. */
export async function readResponse(response: Response): Promise<WireResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: [...response.headers], body };
}

/** The outcome of a request whose handler has thrown. */
export function thrown(error: unknown): Outcome {
  const reset = error instanceof Error && "code" in error && error.code === "ECONNRESET";
  return failed(reset ? "reset" : "malformed", error instanceof Error ? error.message : String(error));
}
