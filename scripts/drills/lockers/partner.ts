/**
 * What a partner of the Locker API sees of its sandbox, as JSON on standard output. It runs in the copy of the
 * repository that has that API's description.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { createSandbox } from "../../../conformance/sandbox/app.ts";
import { createClock } from "../../../conformance/sandbox/clock.ts";
import { faults } from "../../../conformance/sandbox/faults.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const now = Date.UTC(2026, 0, 1);

/** One thing that is wrong with a write. */
interface Change {
  readonly key?: string;
  readonly age?: number;
  readonly type?: string;
  readonly signed?: string;
}

/** Requests of a partner with a token for these scopes, to a sandbox of its own. */
async function partner(scope = "lockers:view lockers:control", options = {}) {
  const clock = createClock(() => now);
  const sandbox = createSandbox({ clientId: "a", clientSecret: "b", publicKey, clock, ...options });
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const url = `http://sandbox.invalid/v3${path}`;
    const response = await sandbox.fetch(new Request(url, { method, headers, ...(body && { body }) }));
    const text = await response.text();
    return {
      status: response.status,
      closes: response.headers.get("x-closes-in"),
      body: text === "" ? null : JSON.parse(text),
    };
  };
  const form = { grant_type: "client_credentials", client_id: "a", client_secret: "b", scope };
  const type = "application/x-www-form-urlencoded";
  const grant = await ask(
    "POST",
    "/access/grant",
    { "content-type": type },
    String(new URLSearchParams(form)),
  );
  const authorization = `Bearer ${grant.body.access_token}`;
  let writes = 0;
  const write = (method: string, path: string, body: unknown, change: Change = {}) => {
    const time = String(now / 1000 - (change.age ?? 0));
    const signed = change.signed ?? `${time}.${method}./v3${path}`;
    const usual = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    writes += 1;
    const headers = {
      authorization,
      "content-type": change.type ?? usual,
      "x-once": change.key ?? `write-${writes}`,
      "x-proof-time": time,
      "x-proof": sign("sha512", Buffer.from(signed), privateKey).toString("base64"),
    };
    return ask(method, path, headers, JSON.stringify(body));
  };
  return { get: (path: string) => ask("GET", path, { authorization }), write };
}

const { get, write } = await partner();
const first = (await get("/lockers")).body;
const second = (await get(`/lockers?from=${encodeURIComponent(first.meta.next)}`)).body;
const { ref } = first.data.lockers[0];
const [settings, door] = [`/lockers/${ref}/settings`, `/lockers/${ref}/door`];
const shown = async () => (await get("/lockers?size=1")).body.data.lockers[0].settings;

const before = await shown();
const patched = await write("PATCH", settings, { brightness: 77 }, { key: "one" });
const afterPatch = await shown();
await write("PATCH", settings, { brightness: 78 });
const replayed = await write("PATCH", settings, { brightness: 77 }, { key: "one" });
const afterReplay = await shown();
const opened = await write("POST", door, { reason: "pickup" });
const viewing = await partner("lockers:view");
const few = await partner(undefined, { cards: 3, seed: 4 });
const pickup = { reason: "pickup" };
const refused = {
  stale: await write("POST", door, pickup, { age: 121 }),
  signature: await write("PATCH", settings, { brightness: 1 }, { signed: "PATCH" }),
  key: await write("PATCH", settings, { brightness: 1 }, { key: "" }),
  type: await write("POST", door, pickup, { type: "text/plain" }),
  property: await write("POST", door, {}),
  value: await write("POST", door, { reason: "none" }),
  kind: await write("PATCH", settings, { brightness: "5" }),
  range: await write("PATCH", settings, { brightness: 101 }),
  unknown: await write("PATCH", "/lockers/LK-999999/settings", { brightness: 1 }),
  unknownRead: await get("/lockers/LK-999999?detail=1"),
  query: await get(`/lockers/${ref}`),
  boolean: await get("/lockers?indented=maybe"),
  size: await get("/lockers?size=0"),
  maximum: await get("/lockers?size=31"),
  language: await get("/lockers?language=fr"),
  cursor: await get("/lockers?from=none"),
  scope: await viewing.write("POST", door, pickup),
};

console.log(
  JSON.stringify({
    ...{ first, second, before, patched, afterPatch, replayed, afterReplay, opened, refused },
    afterAll: await shown(),
    read: await get(`/lockers/${ref}?detail=1`),
    readOther: await get(`/lockers/${first.data.lockers[1].ref}?detail=1`),
    viewing: (await viewing.get("/lockers?size=1")).status,
    few: (await few.get("/lockers")).body.data.lockers,
    faults: faults.map(({ name, breaks, caughtBy }) => ({ name, breaks, caughtBy })),
  }),
);
