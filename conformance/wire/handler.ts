import { failed, type Transport } from "./transport.ts";

/**
 * A transport without sockets: passes requests to a fetch handler in the same process.
 *
 * @param handler - For example the `fetch` of a sandbox.
 */
export function handlerTransport(handler: (request: Request) => Promise<Response>): Transport {
  return async ({ method, url, headers, body }) => {
    try {
      const response = await handler(
        new Request(url, { method, headers: [...headers] as [string, string][], body }),
      );
      return {
        response: {
          status: response.status,
          headers: [...response.headers],
          body: Buffer.from(await response.arrayBuffer()),
        },
        failure: null,
      };
    } catch (error) {
      const reset = error instanceof Error && "code" in error && error.code === "ECONNRESET";
      return failed(reset ? "reset" : "malformed", error instanceof Error ? error.message : String(error));
    }
  };
}
