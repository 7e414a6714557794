/** Peak memory of a process in which this client makes many requests at once. Prints it as JSON. */
import type * as Client from "../../src/index.ts";
import { microsecondsPerRequest } from "./cpu.ts";
import { ownOptions } from "./own-process.ts";
import { type AnyClient, callOf } from "./raw-requests.ts";

/** What to do in that process. */
export interface MemoryOptions {
  readonly baseUrl: string;
  /** The client that is measured, `*` in place of the name of its module. */
  readonly modules: string;
  readonly concurrency: number;
  readonly requests: number;
}

const { baseUrl, modules, concurrency, requests } = ownOptions<MemoryOptions>();
const { createClient } = (await import(modules.replace("*", "index"))) as typeof Client;
const signer = { sign: async () => new Uint8Array(256) };
const client = createClient({ baseUrl, clientId: "bench", clientSecret: "bench-secret", signer });
const { method, template, init } = callOf("list", baseUrl);
await microsecondsPerRequest(
  (n) => (client as unknown as AnyClient)[method as "GET"](template, init(n)),
  requests,
  concurrency,
);
console.log(JSON.stringify({ peakMiB: process.resourceUsage().maxRSS / 1024 }));
