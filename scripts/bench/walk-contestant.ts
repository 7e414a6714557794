/** One walk over the list of pages-server.ts, in a process of its own. Prints what it took as JSON. */
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { valueAt } from "../../src/core/json.ts";
import { sampleList } from "../kit/sample-calls.ts";
import { loadModule, unchecked } from "./measured-client.ts";
import { ownOptions } from "./own-process.ts";

/** What walks, and how. */
export interface WalkOptions {
  readonly name: string;
  readonly baseUrl: string;
  /** The client that is measured, `*` in place of the name of its module. */
  readonly modules: string;
  /** Milliseconds that the consumer is busy with each page. */
  readonly busyMs: number;
}

const { name, baseUrl, modules, busyMs } = ownOptions<WalkOptions>();
const { operation, pagination } = sampleList();
const headers = { authorization: "Bearer token" };
let items = 0;

function consume(page: readonly unknown[]): void {
  items += page.length;
  for (const until = performance.now() + busyMs; performance.now() < until; );
}

/** Follows the cursors of pages, each parsed from its text. */
async function follow(get: (url: string) => Promise<unknown>): Promise<void> {
  let cursor: unknown;
  do {
    const search = cursor === undefined ? "" : `?${pagination.parameter}=${cursor}`;
    const page = await get(baseUrl + operation.path + search);
    cursor = valueAt(page, pagination.cursor);
    consume(valueAt(page, pagination.items) as readonly unknown[]);
  } while (cursor !== undefined);
}

/** What is loaded before a walk begins. */
const walks: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  "node:http and JSON.parse": async () => {
    const agent = new Agent({ keepAlive: true });
    const get = (url: string) =>
      new Promise<unknown>((resolve, reject) => {
        request(url, { agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
        })
          .on("error", reject)
          .end();
      });
    return () => follow(get).finally(() => agent.destroy());
  },
  "fetch and json()": async () => () => follow(async (url) => (await fetch(url, { headers })).json()),
  "partner-card": async () => {
    const { createClient } = await loadModule(modules);
    const client = createClient({ baseUrl, ...unchecked });
    const paginate = client.paginate as (path: string) => { pages(): AsyncIterable<Page> };
    return async () => {
      for await (const page of paginate(operation.path).pages()) consume(page.items);
    };
  },
};

interface Page {
  readonly items: readonly unknown[];
}

const walk = await walks[name]?.();
if (walk === undefined) throw new Error(`nothing walks as ${name}`);
const began = performance.now();
const cpu = process.cpuUsage();
await walk();
const { user, system } = process.cpuUsage(cpu);
const peakMiB = process.resourceUsage().maxRSS / 1024;
const wallMs = performance.now() - began;
console.log(JSON.stringify({ items, cpuMs: (user + system) / 1000, wallMs, peakMiB }));
