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
import { createClient, httpSend } from "../../src/index.ts";
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
  const client = createClient({ baseUrl, ...credentials, signingKey: privateKey });
  const light = createClient({ baseUrl, ...credentials, signingKey: privateKey, send: httpSend() });
  const unsigned = createClient({ baseUrl, ...credentials, signer: { sign: async () => "AAAA" } });
  const plain = createOpenapiFetch<paths>({ baseUrl, headers: bearer });
  const limits = `${baseUrl}/v1/card/CRD1001/limits`;
  const patchOf = (daily: number) => ({ method: "PATCH", headers: bearer, body: JSON.stringify({ daily }) });
  const requests: Record<string, Contestant["request"]> = {
    "global fetch, GET": async () => (await fetch(`${baseUrl}/v1/card?limit=10`, { headers: bearer })).json(),
    "openapi-fetch, GET": () => plain.GET("/v1/card", { params: { query: { limit: 10 } } }),
    "partner-card, GET": () => client.GET("/v1/card", { params: { query: { limit: 10 } } }),
    "partner-card with httpSend, GET": () => light.GET("/v1/card", { params: { query: { limit: 10 } } }),
    "global fetch, PATCH without the RSA work": async (n) => (await fetch(limits, patchOf(n))).json(),
    "partner-card, PATCH without the RSA work": (n) => unsigned.cards.updateLimits("CRD1001", { daily: n }),
    "partner-card, PATCH": (n) => client.cards.updateLimits("CRD1001", { daily: n }),
    "partner-card with httpSend, PATCH": (n) => light.cards.updateLimits("CRD1001", { daily: n }),
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
