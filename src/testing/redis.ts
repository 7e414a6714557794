import { spawn, spawnSync } from "node:child_process";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import type { TokenStore } from "../token/store.ts";
import { freePort } from "./loopback.ts";

/** True if a Redis server is installed. */
export function redisIsInstalled(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** Starts a separate Redis server without files; `stop` ends it. */
export async function startRedis(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const options = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    "--daemonize",
    "no",
  ];
  const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"], cwd: "/" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => /Ready to accept connections/.test(line) && resolve());
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}`)));
  });
  await ready;
  return {
    port,
    stop() {
      child.kill();
      return ended;
    },
  };
}

/** Deletes an entry if it has a given value, in one atomic step. */
const deleteIf = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0";

/** A token store on Redis: a few commands of its protocol, one at a time. */
export function redisStore(port: number): TokenStore & { close(): void } {
  const socket = createConnection(port, "127.0.0.1");
  const waiting: ((reply: string | undefined) => void)[] = [];
  let received = "";
  socket.on("data", (data) => {
    received += data.toString();
    for (;;) {
      const reply = /^(?:\$-1\r\n|\$\d+\r\n([^\r]*)\r\n|[+:]([^\r]*)\r\n)/.exec(received);
      if (reply === null) return;
      received = received.slice(reply[0].length);
      waiting.shift()?.(reply[1] ?? reply[2]);
    }
  });
  const command = (...words: string[]) =>
    new Promise<string | undefined>((resolve) => {
      waiting.push(resolve);
      socket.write(
        `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`,
      );
    });
  return {
    get: (key) => command("GET", key),
    set: (key, value, ttlMs) => command("SET", key, value, "PX", String(ttlMs)),
    delete: (key) => command("DEL", key),
    add: async (key, value, ttlMs) => (await command("SET", key, value, "NX", "PX", String(ttlMs))) === "OK",
    deleteIf: (key, value) => command("EVAL", deleteIf, "1", key, value),
    close: () => socket.destroy(),
  };
}
