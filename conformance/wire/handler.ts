import { failed, type Outcome, type Transport } from "./transport.ts";

/**
 * A transport without sockets: passes requests to a fetch handler in the same process.
 *
 * @param handler - For example the `fetch` of a sandbox.
 */
export function handlerTransport(handler: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body }) => {
    try {
      return await received(
        await handler(new Request(url, { method, headers: [...headers] as [string, string][], body })),
      );
    } catch (error) {
      return thrown(error);
    }
  };
}

/** The outcome of a request that was answered with this response. */
export async function received(response: Response): Promise<Outcome> {
  const body = Buffer.from(await response.arrayBuffer());
  return { response: { status: response.status, headers: [...response.headers], body }, failure: null };
}

/** The outcome of a request whose handler has thrown. */
export function thrown(error: unknown): Outcome {
  const reset = error instanceof Error && "code" in error && error.code === "ECONNRESET";
  return failed(reset ? "reset" : "malformed", error instanceof Error ? error.message : String(error));
}
