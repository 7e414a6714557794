/** Peak memory of a process in which this client makes many requests at once. Prints it as JSON. */
import { microsecondsPerRequest } from "./cpu.ts";
import { loadModule, unchecked } from "./measured-client.ts";
import { ownOptions } from "./own-process.ts";
import { callOf, through } from "./raw-requests.ts";

/** What to do in that process. */
export interface MemoryOptions {
  readonly baseUrl: string;
  /** The client that is measured, `*` in place of the name of its module. */
  readonly modules: string;
  readonly concurrency: number;
  readonly requests: number;
}

const { baseUrl, modules, concurrency, requests } = ownOptions<MemoryOptions>();
const { createClient } = await loadModule(modules);
const client = createClient({ baseUrl, ...unchecked });
await microsecondsPerRequest(through(client, callOf("list", baseUrl)), requests, concurrency);
console.log(JSON.stringify({ peakMiB: process.resourceUsage().maxRSS / 1024 }));
