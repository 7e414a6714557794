/** A list and a write, answered by the sandbox, by `node:http` alone or by a framework; tells its CPU time when asked. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox } from "../../conformance/sandbox/index.ts";
import { api, operations } from "../../generated/operations.ts";
import { sampleList } from "../kit/sample-calls.ts";
import { ownOptions, takeTurns } from "./own-process.ts";
import { loadPeer } from "./peers.ts";
import { bodyFor } from "./responses.ts";

/** What serves. */
export interface ListServer {
  readonly name: keyof typeof servers;
  /** Where the peers are. */
  readonly peers?: string | undefined;
}

/** What a client needs to use it. */
export interface Serving {
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  /** PEM; undefined where no signature is checked. */
  readonly signingKey?: string;
}

const { path } = sampleList();
const { path: tokenPath } = operations[api.token];
const page = JSON.parse(bodyFor("GET", path)) as object;
const token = JSON.parse(bodyFor("POST", tokenPath)) as object;

const ready = (port: number, others: Omit<Serving, "port"> = { clientId: "bench", clientSecret: "secret" }) =>
  process.send?.({ port, ...others });

const servers = {
  sandbox: async () => {
    const { baseUrl, clientId, clientSecret, signingKey } = await startSandbox();
    const pem = signingKey.export({ type: "pkcs8", format: "pem" }).toString();
    ready(Number(new URL(baseUrl).port), { clientId, clientSecret, signingKey: pem });
  },
  "node:http": () => {
    const server = createServer((request, response) => {
      const answer = request.url === tokenPath ? token : page;
      request.resume();
      request.on("end", () => {
        const text = JSON.stringify(answer);
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        });
        response.end(text);
      });
    });
    server.listen(0, "127.0.0.1", () => ready((server.address() as AddressInfo).port));
  },
  fastify: async (peers: string) => {
    const app = (await loadPeer(peers, "fastify"))();
    app.addContentTypeParser("*", (_request: unknown, _payload: unknown, done: (error: null) => void) =>
      done(null),
    );
    app.get(path, async () => page);
    app.post(tokenPath, async () => token);
    ready(Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port));
  },
  hono: async (peers: string) => {
    const { Hono } = await loadPeer(peers, "hono");
    const { serve } = await loadPeer(peers, "@hono/node-server");
    const app = new Hono();
    app.get(path, (context) => context.json(page));
    app.post(tokenPath, (context) => context.json(token));
    serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => ready(port));
  },
  express: async (peers: string) => {
    const app = (await loadPeer(peers, "express"))();
    app.get(path, (_, response) => response.json(page));
    app.post(tokenPath, (_, response) => response.json(token));
    const server = app.listen(0, "127.0.0.1", () => ready(server.address().port));
  },
} as const;

const { name, peers = "" } = ownOptions<ListServer>();
await servers[name](peers);
takeTurns(() => {
  const { user, system } = process.cpuUsage();
  return user + system;
});
