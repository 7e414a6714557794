/**
 * One turn of `npm run bench -- signing`: writes of this client, 32 in flight, with a key of 2048 bits and a transport
 * that answers at once: nothing but signing limits them. Prints what it took as JSON.
 */
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { together } from "./cpu.ts";
import { loadModule } from "./measured-client.ts";
import { ownOptions } from "./own-process.ts";
import { callOf, through } from "./raw-requests.ts";
import { bodyFor } from "./responses.ts";

const { modules, writes } = ownOptions<{ readonly modules: string; readonly writes: number }>();
const baseUrl = "http://127.0.0.1:9";
const { createClient } = await loadModule(modules);
const headers = new Headers({ "content-type": "application/json" });
const client = createClient({
  baseUrl,
  clientId: "bench",
  clientSecret: "bench-secret",
  signingKey: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
  send: async ({ method, url }) => ({ status: 200, headers, text: bodyFor(method, new URL(url).pathname) }),
});

/** Nanoseconds that the main thread has had a processor; NaN where the system does not say it (Linux does). */
function mainThreadNs(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) : Number.NaN;
}

const call = through(client, callOf("write", baseUrl));
const write = (times: number) => together(times, 32, call);

await write(200);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const [began, ran] = [performance.now(), mainThreadNs()];
await write(writes);
const seconds = (performance.now() - began) / 1000;
const mainUs = (mainThreadNs() - ran) / 1000 / writes;
delay.disable();
// Nothing is held up for less than no time, though a delay too short to be measured counts as 0.
const longestMs = Math.max(0, delay.max / 1e6 - 1);
console.log(JSON.stringify({ perSecond: writes / seconds, mainUs, longestMs }));
