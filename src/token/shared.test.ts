import assert from "node:assert/strict";
import { test } from "node:test";
import { systemDeps } from "../core/deps.ts";
import type { ClientEvents } from "../core/events.ts";
import { type Api, sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, testSecret, until } from "../testing/client.ts";
import { silent } from "../testing/events.ts";
import { mapStore } from "../testing/map-store.ts";
import { virtualClock } from "../testing/virtual-clock.ts";
import { decodeToken, storeKey, type TokenStore } from "./store.ts";

const list = "/v1/card";

/** A server whose tokens live until they are revoked. */
async function revocable(t: Parameters<typeof startApi>[0]): Promise<{ api: Api; valid: Set<string> }> {
  const valid = new Set<string>();
  const api = await startApi(
    t,
    ({ headers }, response) => {
      const known = valid.has(headers.authorization?.slice("Bearer ".length) ?? "");
      sendJson(response, known ? 200 : 401, known ? emptyList : {});
    },
    {
      token: (_, response, count) => {
        valid.add(`token-${count}`);
        setTimeout(() => sendJson(response, 200, tokenBody(`token-${count}`)), 20);
      },
    },
  );
  return { api, valid };
}

/** A client that waits for others in real time, as long as their requests take, and signs its locks with its own id. */
const amongOthers = (baseUrl: string, tokenStore: TokenStore) =>
  testClient(baseUrl, { tokenStore }, { ...virtualClock(), ...systemDeps }).client;

test("a second client takes the token of the first one from the store", async (t) => {
  const { api } = await revocable(t);
  const tokenStore = mapStore(false);
  const clock = virtualClock();
  for (let i = 0; i < 3; i++) await testClient(api.baseUrl, { tokenStore }, clock).client.GET(list);
  assert.equal(api.tokenRequests.length, 1);
  assert.ok(tokenStore.log.includes("set 3600000"), "the entry lives as long as the token");
});

test("clients that start at the same moment make one token request between them, where the store can lock", async (t) => {
  const { api } = await revocable(t);
  const tokenStore = mapStore(true);
  const clients = Array.from({ length: 10 }, () => amongOthers(api.baseUrl, tokenStore));
  await Promise.all(clients.map((client) => client.GET(list)));
  assert.equal(api.tokenRequests.length, 1);
  assert.equal(tokenStore.entries.size, 1, "the lock is released");
});

test("a revoked token in the store is replaced once, by whoever is refused first", async (t) => {
  const { api, valid } = await revocable(t);
  const tokenStore = mapStore(true);
  const clients = Array.from({ length: 5 }, () => amongOthers(api.baseUrl, tokenStore));
  await Promise.all(clients.map((client) => client.GET(list)));
  valid.clear();
  await Promise.all(clients.flatMap((client) => [client.GET(list), client.GET(list), client.GET(list)]));
  assert.equal(api.tokenRequests.length, 2);
});

test("a lock whose owner has died is waited for, but not for ever", async (t) => {
  const { api } = await revocable(t);
  const tokenStore = mapStore(true);
  const lock = `${storeKey(api.baseUrl, "partner-1", scopes)}:lock`;
  tokenStore.entries.set(lock, "another's");
  const { client, clock } = testClient(api.baseUrl, { tokenStore });
  await client.GET(list);
  assert.ok(clock.monotonic() >= 5_000 && clock.monotonic() < 6_000, `${clock.monotonic()} ms`);
  assert.equal(tokenStore.entries.get(lock), "another's", "the lock is not this one's to delete");
  // A client in a hurry waits for a quarter of its time.
  tokenStore.entries.delete(storeKey(api.baseUrl, "partner-1", scopes));
  const hurried = testClient(api.baseUrl, { tokenStore, timeouts: { totalMs: 2_000 } });
  await hurried.client.GET(list);
  assert.ok(hurried.clock.monotonic() < 600, `${hurried.clock.monotonic()} ms`);
});

/** A store that can compare and delete as well. */
function comparingStore(): TokenStore & { readonly entries: Map<string, string> } {
  const store = mapStore(true);
  return {
    ...store,
    delete: () => Promise.reject(new Error("deleteIf is there")),
    deleteIf: async (key, value) => store.entries.get(key) === value && store.entries.delete(key),
  };
}

for (const [kind, tokenStore] of Object.entries({ plain: mapStore(true), comparing: comparingStore() })) {
  test(`a lock outlives the token request, and only its owner deletes it: a ${kind} store`, async (t) => {
    const lives: number[] = [];
    const taken: TokenStore = {
      ...tokenStore,
      add: (key, value, ttlMs) => {
        lives.push(ttlMs);
        return tokenStore.add?.(key, value, ttlMs) ?? Promise.resolve(false);
      },
    };
    const lock = () => [...tokenStore.entries].find(([key]) => key.endsWith(":lock"))?.[1];
    const owners: (string | undefined)[] = [];
    const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList), {
      token: (_, response, count) => {
        owners.push(lock());
        // The first one is held up until its lock has run out, and another process has taken it.
        const [key] = [...tokenStore.entries.keys()];
        if (count === 1 && key !== undefined) tokenStore.entries.set(key, "another's");
        sendJson(response, 200, tokenBody(`token-${count}`));
      },
    });
    const clock = virtualClock();
    const options = { tokenStore: taken, timeouts: { totalMs: 45_000 } };
    const ask = () => testClient(api.baseUrl, options, clock).client.GET(list);
    await ask();
    await until(() => tokenStore.entries.size === 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(lock(), "another's");
    assert.ok((lives[0] ?? 0) > 45_000, `${lives} ms`);
    tokenStore.entries.clear();
    await ask();
    await until(() => lock() === undefined);
    assert.notEqual(owners[1], owners[0], "each owner has a value of its own");
  });
}

/** What a broken store does instead of an answer. */
const faults: Record<string, () => Promise<never>> = {
  hangs: () => new Promise(() => undefined),
  rejects: () => Promise.reject(new Error("canary")),
  throws: () => {
    throw new Error("canary");
  },
};
for (const [fault, fail] of Object.entries(faults)) {
  for (const operation of ["get", "set", "delete", "add", "deleteIf", "all"] as const) {
    test(`a store whose ${operation} ${fault} delays a call by a second at most, in all`, async (t) => {
      const api = await startApi(t, (_, response) => sendJson(response, 200, emptyList));
      const names =
        operation === "all" ? (["get", "set", "delete", "add", "deleteIf"] as const) : [operation];
      let asked = 0;
      const failing = () => {
        asked += 1;
        return fail();
      };
      const tokenStore = {
        ...comparingStore(),
        ...Object.fromEntries(names.map((name) => [name, failing])),
      };
      const { client, clock } = testClient(api.baseUrl, { tokenStore });
      let ended = false;
      const call = client.GET(list).finally(() => {
        ended = true;
      });
      if (fault === "hangs" && ["get", "add", "all"].includes(operation)) {
        await until(() => asked > 0);
        clock.advance(1_000);
      }
      await until(() => ended);
      await call;
      await until(() => clock.pending === 0);
    });
  }
}

const scopes = ["cards:read", "cards:write", "transfers:read", "transfers:write"];

const broken: Record<string, (store: TokenStore) => TokenStore> = {
  "cannot be read": (store) => ({ ...store, get: () => Promise.reject(new Error("canary")) }),
  "cannot be written": (store) => ({ ...store, set: () => Promise.reject(new Error("canary")) }),
  "throws at once": (store) => ({
    ...store,
    get: () => {
      throw new Error("canary");
    },
  }),
  "cannot lock": (store) => ({ ...store, add: () => Promise.reject(new Error("canary")) }),
  "cannot unlock": (store) => ({ ...store, delete: () => Promise.reject(new Error("canary")) }),
  "holds nonsense": (store) => ({ ...store, get: async () => '{"value":5}' }),
};
for (const [name, breakIt] of Object.entries(broken)) {
  test(`a store that ${name} costs a token request and no call`, async (t) => {
    const { api } = await revocable(t);
    const { client } = testClient(api.baseUrl, { tokenStore: breakIt(mapStore(true)) });
    await client.GET(list);
    assert.equal(api.tokenRequests.length, 1);
  });
}

test("a store that does not answer is left after a second", async (t) => {
  const { api } = await revocable(t);
  const hanging: TokenStore = { ...mapStore(false), get: () => new Promise(() => undefined) };
  const events: ClientEvents["token"][] = [];
  const logger = {
    ...silent,
    info: (_: string, event: object) => events.push(event as never),
  };
  const { client, clock } = testClient(api.baseUrl, { tokenStore: hanging, logger });
  const call = client.GET(list);
  await until(() => clock.pending === 2);
  clock.advance(1_000);
  await call;
  assert.equal(events[0]?.what, "store-failed");
});

test("a store that does not answer costs a call in a hurry a quarter of its time", async (t) => {
  const { api } = await revocable(t);
  const hanging: TokenStore = { ...mapStore(false), get: () => new Promise(() => undefined) };
  const { client, clock } = testClient(api.baseUrl, { tokenStore: hanging });
  let status = 0;
  client.GET(list, { timeoutMs: 200 }).then((result) => (status = result.status));
  await until(() => clock.pending === 2);
  clock.advance(50);
  await until(() => status === 200);
});

test("a token near its end in the store is not taken", async (t) => {
  const { api, valid } = await revocable(t);
  const tokenStore = mapStore(false);
  const clock = virtualClock();
  const key = storeKey(api.baseUrl, "partner-1", scopes);
  valid.add("old");
  tokenStore.entries.set(
    key,
    JSON.stringify({ value: "old", expiresAt: clock.now() + 59_000, lifetimeMs: 3_600_000 }),
  );
  await testClient(api.baseUrl, { tokenStore }, clock).client.GET(list);
  assert.equal(api.tokenRequests.length, 1);
});

test("the name of the entry tells nothing and differs by server, client and scopes", () => {
  const key = storeKey("https://a", "partner-1", ["x", "y"]);
  assert.match(key, /^partner-card:token:[0-9a-f]{32}$/);
  assert.equal(key, storeKey("https://a", "partner-1", ["y", "x"]));
  const others = [storeKey("https://b", "partner-1", ["x", "y"]), storeKey("https://a", "p", ["x", "y"])];
  assert.ok(!others.includes(key) && !key.includes(testSecret));
});

test("what the store returns may be text or the object that a store made of it", () => {
  const token = { value: "t", expiresAt: 5, lifetimeMs: 5 };
  assert.deepEqual(decodeToken(JSON.stringify(token)), token);
  assert.deepEqual(decodeToken(token), token);
  for (const entry of [
    undefined,
    null,
    "",
    "x",
    "{}",
    5,
    { ...token, value: "a\nb" },
    { ...token, expiresAt: "5" },
  ]) {
    assert.equal(decodeToken(entry), undefined);
  }
});
