/** Simulates a distant server: passes on every request after a fixed latency, over keep-alive connections. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listenOnLoopback } from "../../src/testing/loopback.ts";

/** The address of a distant server, and how many requests it received. */
export interface Distant {
  readonly baseUrl: string;
  /** Requests so far: all, or those with one of these methods. */
  requests(...methods: string[]): number;
  close(): Promise<void>;
}

/**
 * Makes a server appear distant.
 *
 * @param origin - Base URL of the server, without a path.
 * @param latencyMs - Milliseconds added to each request.
 */
export async function putFarAway(origin: string, latencyMs: number): Promise<Distant> {
  const agent = new Agent({ keepAlive: true });
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.method ?? "");
    setTimeout(() => handOn(incoming, outgoing, origin, agent), latencyMs);
  });
  const port = await listenOnLoopback(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests: (...methods) =>
      methods.length === 0 ? seen.length : seen.filter((method) => methods.includes(method)).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

function handOn(incoming: IncomingMessage, outgoing: ServerResponse, origin: string, agent: Agent): void {
  const { method = "GET", url = "/", headers } = incoming;
  const onward = request(origin + url, { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}
