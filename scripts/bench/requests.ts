/**
 * `npm run bench -- requests`: CPU time per request of this client, with every feature on, against the global fetch
 * and other clients, over one keep-alive server in a separate process.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { fileURLToPath } from "node:url";
import createOpenapiFetch from "openapi-fetch";
import { Agent } from "undici";
import type { paths } from "../../generated/types.ts";
import type * as Client from "../../src/index.ts";
import type * as Undici from "../../src/undici.ts";
import { sampleList, sampleWrite } from "../sample-calls.ts";
import { microsecondsPerRequest } from "./cpu.ts";
import type { Peers } from "./peers.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";

/** The client that is measured: as built, or from its sources. */
export interface Measured {
  readonly client: typeof Client;
  readonly undici: typeof Undici;
}

/** How much is measured. */
export interface Size {
  readonly rounds: number;
  /** Requests in each turn. */
  readonly requests: number;
}

/** A client called by path without the types of the description, which differ from one to the next. */
type AnyClient = Readonly<Record<Client.Method, (path: string, init: object) => Promise<unknown>>>;
type Request = (n: number) => Promise<unknown>;
type Entry = readonly [part: Contestant["part"], name: string, request: Request];

/**
 * Measures all contestants.
 *
 * @param peers - Undefined where they could not be installed.
 */
export async function measureRequests(
  measured: Measured,
  peers: Peers | undefined,
  { rounds, requests }: Size,
): Promise<Row[]> {
  const file = fileURLToPath(new URL("./client-server.ts", import.meta.url));
  const server = fork(file, { execArgv: ["--import", "tsx"] });
  try {
    const [port] = (await once(server, "message")) as [number];
    const rows: Row[] = [];
    for (const { entries, ...row } of rowsOf(`http://127.0.0.1:${port}`, measured, peers)) {
      const contestants = entries.map(([part, name, request]) => ({
        part,
        name,
        turn: () => microsecondsPerRequest(request, requests),
      }));
      rows.push({ ...row, unit: "µs of CPU", samples: await inTurns(contestants, rounds) });
    }
    return rows;
  } finally {
    server.disconnect();
  }
}

function rowsOf(
  baseUrl: string,
  { client: { createClient, httpSend }, undici: { undiciSend } }: Measured,
  peers: Peers | undefined,
): (Pick<Row, "what" | "goal" | "profile"> & { readonly entries: readonly Entry[] })[] {
  const bearer = { authorization: "Bearer token" };
  const list = sampleList();
  const write = sampleWrite();
  const search = new URLSearchParams(
    Object.entries(list.query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const listPath = `${list.path}?${search}`;
  const listUrl = baseUrl + listPath;
  const { method } = write.operation;
  const bodyOf = (n: number) => write.bodies[n % write.bodies.length];

  // A signature of no cost: what RSA takes is not the client's.
  const signer = { sign: async () => new Uint8Array(256) };
  const own = (options: Partial<Client.ClientOptions> = {}) =>
    createClient({
      baseUrl,
      clientId: "bench",
      clientSecret: "bench-secret",
      signer,
      ...options,
    }) as unknown as AnyClient;
  const reads = (client: AnyClient) => {
    const init = { params: { path: list.pathParameters, query: list.query } };
    return () => client.GET(list.operation.path, init);
  };
  const writes = (client: AnyClient): Request => {
    return (n) =>
      client[method](write.operation.path, { params: { path: write.pathParameters }, body: bodyOf(n) });
  };
  const [plain, overHttp, overUndici] = [own(), own({ send: httpSend() }), own({ send: undiciSend() })];
  const overFetch = own({ fetch: (url, init) => fetch(url, init) });
  const bare = createOpenapiFetch<paths>({ baseUrl, headers: bearer }) as unknown as AnyClient;
  const fetchList: Entry = [
    "limit",
    "global fetch",
    async () => (await fetch(listUrl, { headers: bearer })).json(),
  ];
  const others: Entry[] = [["peer", "openapi-fetch, bare", reads(bare)]];
  if (peers !== undefined) {
    const { axios, ky } = peers;
    others.push(
      ["peer", "ky, bare", () => ky.get(listUrl, { headers: bearer, retry: 0 }).json()],
      ["peer", "axios, bare", async () => (await axios.get(listUrl, { headers: bearer })).data],
    );
  }
  const profile =
    "Over node:http, writing to the socket takes a quarter, the rest of Node's HTTP as much, parsing the JSON 7 %, garbage collection 4 %; of the client no function takes 2 %.";
  return [
    {
      what: "A list request, every feature on, over the default transport",
      goal: 0.6,
      profile,
      entries: [
        fetchList,
        ["ours", "partner-card", reads(plain)],
        ["also", "partner-card with httpSend", reads(overHttp)],
        ["floor", "node:http, bare", requests(listUrl, bearer)],
        ...others,
      ],
    },
    {
      what: "A list request where only fetch exists",
      goal: 1.2,
      profile:
        "A bare fetch costs no more with a signal, refused redirects and its body as text (0.99 to 1.05), and the client without any transport 0.2. The other third appears only where both run: there no function takes more than 6 %, but for the writing of sockets (12 %) and garbage collection (10 %).",
      entries: [fetchList, ["ours", "partner-card with fetch", reads(overFetch)]],
    },
    {
      what: "A list request over undici",
      goal: 0.45,
      profile,
      entries: [
        fetchList,
        ["ours", "partner-card with undiciSend", reads(overUndici)],
        ["floor", "undici, dispatch alone", dispatches(baseUrl, listPath, bearer)],
      ],
    },
    {
      what: `A ${method} request without the RSA work`,
      goal: 0.75,
      profile,
      entries: [
        [
          "limit",
          "global fetch",
          async (n) =>
            (
              await fetch(baseUrl + write.path, { method, headers: bearer, body: JSON.stringify(bodyOf(n)) })
            ).json(),
        ],
        ["ours", "partner-card", writes(plain)],
        ["also", "partner-card with undiciSend", writes(overUndici)],
      ],
    },
  ];
}

/** The least that `node:http` can do. */
function requests(url: string, headers: Record<string, string>): Request {
  const agent = new HttpAgent({ keepAlive: true });
  return () =>
    new Promise((resolve, reject) => {
      httpRequest(url, { agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      })
        .on("error", reject)
        .end();
    });
}

/** The least that undici can do. */
function dispatches(origin: string, path: string, headers: Record<string, string>): Request {
  const agent = new Agent();
  return () =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      agent.dispatch(
        { origin, path, method: "GET", headers },
        {
          onRequestStart: () => undefined,
          onResponseStart: () => undefined,
          onResponseData: (_, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString())),
          onResponseError: (_, error) => reject(error),
        },
      );
    });
}
