/**
 * `npm run bench -- sandbox`: what the sandbox does with a second of CPU time, beside servers that always answer the
 * same. Requests per second of wall time would be those of whoever asks, who takes more time than the server.
 */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { valueAt } from "../../src/core/json.ts";
import { createClient } from "../../src/index.ts";
import { sampleList } from "../kit/sample-calls.ts";
import { together } from "./cpu.ts";
import type { ListServer, Serving } from "./list-server.ts";
import { forked } from "./own-process.ts";
import { callOf, through } from "./raw-requests.ts";
import type { Row } from "./results.ts";
import { type Contestant, inTurns } from "./rounds.ts";

/** Requests under way at the same time. */
const concurrency = 16;

/**
 * Signs for servers that check no signature. To sign takes a millisecond, so that signed writes arrive one by one; of
 * writes without a signature many arrive together, for which any server takes less.
 */
const signingKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

/** Names of the frameworks that it is compared with. */
export const sandboxPeers = ["fastify", "hono", "@hono/node-server", "express"] as const;

/**
 * Measures list requests and signed writes.
 *
 * @param peers - The folder of the peers; undefined where they are not installed.
 * @param size - Turns of each, and requests in each turn.
 */
export async function measureSandbox(
  peers: string | undefined,
  { rounds, requests }: { readonly rounds: number; readonly requests: number },
): Promise<Row[]> {
  const names: ListServer["name"][] = [
    "node:http",
    "sandbox",
    ...(peers === undefined ? [] : (["fastify", "hono", "express"] as const)),
  ];
  const servers = await Promise.all(names.map((name) => startServer({ name, peers })));
  const contestants = (kind: "list" | "write", wanted: readonly string[], times: number): Contestant[] =>
    servers.flatMap(({ name, perCpuSecond }) => {
      const part = name === "node:http" ? "limit" : name === "sandbox" ? "ours" : "peer";
      const called = part === "ours" ? "partner-card sandbox" : part === "limit" ? "node:http, bare" : name;
      return wanted.includes(name) ? [{ part, name: called, turn: () => perCpuSecond(kind, times) }] : [];
    });
  const unit = "in a second of CPU";
  try {
    return [
      {
        what: "List requests of the sandbox",
        unit,
        atLeast: 0.6,
        samples: await inTurns(contestants("list", names, requests), rounds),
      },
      {
        what: "Signed writes of the sandbox",
        unit,
        atLeast: 0.35,
        samples: await inTurns(
          contestants("write", ["node:http", "sandbox"], Math.ceil(requests / 4)),
          rounds,
        ),
      },
    ];
  } finally {
    for (const { end } of servers) end();
  }
}

async function startServer(options: ListServer) {
  const child = forked("list-server", options);
  const [{ port, ...credentials }] = (await once(child, "message")) as [Serving];
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl, signingKey, ...credentials });
  const cpuUs = async () => {
    const answer = once(child, "message");
    child.send(0);
    return ((await answer) as [number])[0];
  };
  const perCpuSecond = async (kind: "list" | "write", times: number) => {
    const call = callOf(kind, baseUrl, await firstItem(client));
    const before = await cpuUs();
    await together(times, concurrency, through(client, call));
    return (times / ((await cpuUs()) - before)) * 1e6;
  };
  return { name: options.name, perCpuSecond, end: () => child.disconnect() };
}

/** The first item of the list, which is there to be written to. */
async function firstItem(client: unknown): Promise<Readonly<Record<string, unknown>>> {
  const { data } = (await through(client, callOf("list", ""))(0)) as { readonly data: unknown };
  const [item] = valueAt(data, sampleList().pagination.items) as Record<string, unknown>[];
  return item ?? {};
}
