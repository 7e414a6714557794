/** One contestant of `npm run bench -- requests`: CPU time of one request, in a process of its own. */
import type * as Client from "../../src/index.ts";
import type * as Undici from "../../src/undici.ts";
import { microsecondsPerRequest } from "./cpu.ts";
import { loadModule, unchecked } from "./measured-client.ts";
import { naiveClient } from "./naive.ts";
import { ownOptions, takeTurns } from "./own-process.ts";
import { loadPeer } from "./peers.ts";
import { bareHttp, bareUndici, bearer, type Call, callOf, type Request, through } from "./raw-requests.ts";

/** What to measure. */
export interface ContestantOptions {
  readonly call: "list" | "write";
  /** A name in the table below. */
  readonly name: string;
  /** Base URL of the server. */
  readonly baseUrl: string;
  /** The client that is measured, `*` in place of the name of its module. */
  readonly modules: string;
  /** Where the peers are. */
  readonly peers: string;
}

const { call: kind, name, baseUrl, modules, peers } = ownOptions<ContestantOptions>();
const call = callOf(kind, baseUrl);

async function own(options: (client: typeof Client) => Partial<Client.ClientOptions> = () => ({})) {
  const client = await loadModule(modules);
  return through(client.createClient({ baseUrl, ...unchecked, ...options(client) }), call);
}

const contestants: Readonly<Record<string, (call: Call) => Request | Promise<Request>>> = {
  "global fetch": ({ url, method, bodyOf }) => {
    return async (n) => {
      const body = bodyOf(n);
      return (await fetch(url, { method, headers: bearer, ...(body === undefined ? {} : { body }) })).json();
    };
  },
  "partner-card": () => own(),
  "partner-card with fetch": () => own(() => ({ fetch: (url, init) => fetch(url, init) })),
  "partner-card with undiciSend": async () => {
    const { undiciSend } = await loadModule<typeof Undici>(modules, "undici");
    return own(() => ({ send: undiciSend() }));
  },
  "node:http, bare": bareHttp,
  "undici, dispatch alone": bareUndici,
  "openapi-fetch, bare": async () => {
    const { default: create } = await import("openapi-fetch");
    return through(create({ baseUrl, headers: bearer }), call);
  },
  "openapi-fetch, the same features naively": async () => through(await naiveClient(baseUrl), call),
  "ky, bare": async ({ url }) => {
    const ky = await loadPeer(peers, "ky");
    return () => ky.get(url, { headers: bearer, retry: 0 }).json();
  },
  "axios, bare": async ({ url }) => {
    const axios = await loadPeer(peers, "axios");
    return async () => (await axios.get(url, { headers: bearer })).data;
  },
};

const make = contestants[name];
if (make === undefined) throw new Error(`there is no contestant ${name}`);
const request = await make(call);
takeTurns((requests) => microsecondsPerRequest(request, requests));
