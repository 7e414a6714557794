/**
 * What a partner of the invented API sees of the sandbox, as JSON on standard output. It runs in a copy of the
 * repository with that API's description and without the card API's own parts.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { createSandbox } from "../app.ts";
import { createClock } from "../clock.ts";
import { faults } from "../faults.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const now = Date.UTC(2026, 0, 1);

/** A sandbox and a partner with a token for these scopes. */
async function partner(scope = "fleet:see fleet:steer", options = {}) {
  const clock = createClock(() => now);
  const sandbox = createSandbox({ clientId: "a", clientSecret: "b", publicKey, clock, ...options });
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const url = `http://sandbox.invalid/v3${path}`;
    const response = await sandbox.fetch(new Request(url, { method, headers, ...(body && { body }) }));
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };
  const form = { grant_type: "client_credentials", client_id: "a", client_secret: "b", scope };
  const type = "application/x-www-form-urlencoded";
  const access = await ask("POST", "/access", { "content-type": type }, String(new URLSearchParams(form)));
  const authorization = `Bearer ${access.body.access_token}`;
  const get = (path: string) => ask("GET", path, { authorization });
  const write = (
    method: string,
    path: string,
    body: unknown,
    change: { key?: string; age?: number; type?: string; signed?: string } = {},
  ) => {
    const sentAt = String(now / 1000 - (change.age ?? 0));
    const signed = change.signed ?? `${sentAt}|/v3${path}|${method}`;
    const merge = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = {
      authorization,
      "content-type": change.type ?? merge,
      "x-once": change.key ?? `key-${Math.random()}`,
      "x-sent-at": sentAt,
      "x-proof": sign("sha512", Buffer.from(signed), privateKey).toString("hex"),
    };
    return ask(method, path, headers, JSON.stringify(body));
  };
  return { sandbox, get, write };
}

const { get, write } = await partner();
const first = (await get("/vehicles")).body;
const second = (await get(`/vehicles?from=${encodeURIComponent(first.paging.following)}`)).body;
const key = first.found.vehicles[0].key;
const place = async () => (await get("/vehicles?size=1")).body.found.vehicles[0].place;
const [before, patched] = [
  await place(),
  await write("PATCH", `/vehicles/${key}`, { zone: 77 }, { key: "one" }),
];
const afterPatch = await place();
await write("PATCH", `/vehicles/${key}`, { zone: 78 });
const replayed = await write("PATCH", `/vehicles/${key}`, { zone: 77 }, { key: "one" });
const afterReplay = await place();
await write("PATCH", `/vehicles/${key}`, { city: null });
const afterNull = await place();
const moved = await write("POST", `/vehicles/${key}/move`, { city: "Chur", zone: 5 });
const afterMove = await place();
const seeing = await partner("fleet:see");
const few = await partner(undefined, { cards: 3, seed: 4 });
const refused = {
  stale: await write("POST", `/vehicles/${key}/move`, { city: "Chur", zone: 5 }, { age: 91 }),
  signature: await write("POST", `/vehicles/${key}/move`, { city: "X", zone: 5 }, { signed: "POST" }),
  key: await write("POST", `/vehicles/${key}/move`, { city: "X", zone: 5 }, { key: "" }),
  type: await write("POST", `/vehicles/${key}/move`, { city: "X", zone: 5 }, { type: "text/plain" }),
  property: await write("POST", `/vehicles/${key}/move`, { city: "X" }),
  kind: await write("PATCH", `/vehicles/${key}`, { zone: "5" }),
  unknown: await write("PATCH", "/vehicles/V-999999", { zone: 5 }),
  unknownRead: await get("/vehicles/V-999999?unit=km"),
  query: await get(`/vehicles/${key}`),
  boolean: await get("/vehicles?exact=maybe"),
  size: await get("/vehicles?size=0"),
  cursor: await get("/vehicles?from=none"),
  scope: await seeing.write("POST", `/vehicles/${key}/move`, { city: "X", zone: 5 }),
};

console.log(
  JSON.stringify({
    first,
    second,
    shown: await get(`/vehicles/${key}?unit=km`),
    before,
    patched,
    afterPatch,
    replayed,
    afterReplay,
    afterNull,
    moved,
    afterMove,
    afterAll: await place(),
    seeing: (await seeing.get("/vehicles?size=1")).status,
    few: (await few.get("/vehicles")).body.found.vehicles,
    refused,
    faults: faults.map(({ name, breaks, caughtBy }) => ({ name, breaks, caughtBy })),
  }),
);
