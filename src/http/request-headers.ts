import { acceptEncoding } from "./decoding.ts";
import type { WireRequest } from "./send.ts";

/** The headers of a request. As `fetch` does, it says what can be decoded and who asks, unless the request says so. */
export function requestHeaders({ headers, body }: WireRequest, protocol: string): Record<string, string> {
  return {
    "accept-encoding": acceptEncoding[protocol === "https:" ? "https:" : "http:"],
    "user-agent": "node",
    ...headers,
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
}
