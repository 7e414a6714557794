/**
 * `npm run bench`, the client's part: CPU time per request of this client against the global fetch and
 * openapi-fetch, over one keep-alive server in a separate process.
 *
 * Ratios are reported as well as times, since speed differs between machines and from minute to minute. The
 * contestants take turns within a round, and the median over all rounds is used.
 */
import { fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import createOpenapiFetch from "openapi-fetch";
import type { paths } from "../../generated/types.ts";
import { createClient, httpSend, type Method } from "../../src/index.ts";
import { sampleList, sampleWrite } from "../sample-calls.ts";
import { median } from "./median.ts";

/** CPU time of one contestant, in microseconds per request. */
export interface Measurement {
  readonly name: string;
  readonly median: number;
  /** Median divided by that of the global fetch. */
  readonly ratio: number;
}

interface Contestant {
  readonly name: string;
  request(n: number): Promise<unknown>;
}

/** A client called by path without the types of the description, which differ from one to the next. */
type AnyClient = Readonly<Record<Method, (path: string, init: object) => Promise<unknown>>>;
const untyped = (client: object) => client as AnyClient;

const concurrency = 16;

async function microsecondsPerRequest(
  request: (n: number) => Promise<unknown>,
  requests: number,
): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < requests) await request(next++);
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

function contestants(baseUrl: string): Contestant[] {
  const bearer = { authorization: "Bearer token" };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const credentials = { clientId: "bench", clientSecret: "bench-secret" };
  const client = untyped(createClient({ baseUrl, ...credentials, signingKey: privateKey }));
  const light = untyped(createClient({ baseUrl, ...credentials, signingKey: privateKey, send: httpSend() }));
  const unsigned = untyped(
    createClient({ baseUrl, ...credentials, signer: { sign: async () => new Uint8Array(256) } }),
  );
  const plain = untyped(createOpenapiFetch<paths>({ baseUrl, headers: bearer }));
  const list = sampleList();
  const listInit = { params: { path: list.pathParameters, query: list.query } };
  const search = new URLSearchParams(
    Object.entries(list.query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const listUrl = `${baseUrl}${list.path}?${search}`;
  const write = sampleWrite();
  const { method } = write.operation;
  const bodyOf = (n: number) => write.bodies[n % write.bodies.length];
  const writeInit = (n: number) => ({ params: { path: write.pathParameters }, body: bodyOf(n) });
  const fetchInit = (n: number) => ({ method, headers: bearer, body: JSON.stringify(bodyOf(n)) });
  const get = (one: AnyClient) => () => one.GET(list.operation.path, listInit);
  const put = (one: AnyClient) => (n: number) => one[method](write.operation.path, writeInit(n));
  const requests: Record<string, Contestant["request"]> = {
    "global fetch, GET": async () => (await fetch(listUrl, { headers: bearer })).json(),
    "openapi-fetch, GET": get(plain),
    "partner-card, GET": get(client),
    "partner-card with httpSend, GET": get(light),
    [`global fetch, ${method} without the RSA work`]: async (n) =>
      (await fetch(baseUrl + write.path, fetchInit(n))).json(),
    [`partner-card, ${method} without the RSA work`]: put(unsigned),
    [`partner-card, ${method}`]: put(client),
    [`partner-card with httpSend, ${method}`]: put(light),
  };
  return Object.entries(requests).map(([name, request]) => ({ name, request }));
}

/**
 * Measures all contestants.
 *
 * @param rounds - Turns of each contestant.
 * @param requests - Requests per turn.
 */
export async function measureClient(rounds: number, requests: number): Promise<Measurement[]> {
  const file = fileURLToPath(new URL("./client-server.ts", import.meta.url));
  const server = fork(file, { execArgv: ["--import", "tsx"] });
  try {
    const [port] = (await once(server, "message")) as [number];
    const all = contestants(`http://127.0.0.1:${port}`).map((one) => ({ ...one, times: [] as number[] }));
    for (const { request } of all) await microsecondsPerRequest(request, requests);
    for (let round = 0; round < rounds; round++) {
      for (const { request, times } of all) times.push(await microsecondsPerRequest(request, requests));
    }
    const [base = Number.NaN] = all.map(({ times }) => median(times));
    return all.map(({ name, times }) => ({ name, median: median(times), ratio: median(times) / base }));
  } finally {
    server.disconnect();
  }
}
