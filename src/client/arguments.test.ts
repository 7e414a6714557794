/** Every public function with values that a program without a compiler may pass. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { PartnerCardError } from "../core/errors.ts";
import type { WireRequest } from "../http/send.ts";
import * as index from "../index.ts";
import { tokenBody } from "../testing/api.ts";
import { testKeys } from "../testing/keys.ts";
import { virtualClock } from "../testing/virtual-clock.ts";
import { undiciSend } from "../undici.ts";
import { createClient } from "./client.ts";
import { callNames, optionNames, retryNames, timeoutNames } from "./options.ts";
import { paginatorNames } from "./pages.ts";

type Anything = (...values: never[]) => unknown;

const { privateKey } = testKeys();
let sent = 0;
const send = async ({ url }: WireRequest) => {
  sent += 1;
  const data = url.endsWith("/token") ? tokenBody("t") : { cards: [] };
  const headers = new Headers({ "content-type": "application/json" });
  return { status: 200, headers, text: JSON.stringify(data) };
};
const options = {
  baseUrl: "https://api.example.com",
  clientId: "p",
  clientSecret: "secret-5f2d",
  send,
  signingKey: privateKey,
};
const clock = virtualClock();
const client = createClient(options, clock);

/** A function with arguments that are right; `names` are the options that its last argument may hold. */
interface Entry {
  readonly call: Anything;
  readonly good: readonly unknown[];
  readonly names?: readonly string[];
  /** What it may end with besides a refusal, where it reaches for the network itself. */
  readonly also?: "network";
  /** There are no arguments that are right. */
  readonly refused?: true;
}

const calls = Object.keys(callNames);
const byPath = [...calls, "params", "body"];
const params = { path: { id: "CRD1" } };
const write = ["CRD1", { daily: 1 }, {}];
const wire = { method: "GET", url: "http://127.0.0.1:9/", headers: {} };
const { signal } = new AbortController();

const entries: Record<string, Entry> = {
  createClient: { call: createClient, good: [options, {}] },
  "createClient: options": {
    call: (o: never) => createClient(o),
    good: [options],
    names: Object.keys(optionNames),
  },
  "createClient: retries": {
    call: (retries: never) => createClient({ ...options, retries }),
    good: [{}],
    names: Object.keys(retryNames),
  },
  "createClient: timeouts": {
    call: (timeouts: never) => createClient({ ...options, timeouts }),
    good: [{}],
    names: Object.keys(timeoutNames),
  },
  "client.GET": { call: client.GET, good: ["/v1/card", {}], names: byPath },
  "client.PUT": { call: client.PUT, good: ["/v1/card/{id}/limits", { params, body: {} }], names: byPath },
  "client.PATCH": {
    call: client.PATCH,
    good: ["/v1/card/{id}/limits", { params, body: { daily: 1 } }],
    names: byPath,
  },
  "client.POST": { call: client.POST, good: ["/v1/oauth/token", { body: "a=b" }], names: byPath },
  // The description has no operation for it.
  "client.DELETE": { call: client.DELETE, good: ["/v1/card"], refused: true },
  "client.paginate": {
    call: client.paginate,
    good: ["/v1/card", {}],
    names: [...byPath, ...Object.keys(paginatorNames)],
  },
  "client.cards.list": {
    call: client.cards.list,
    good: [{}],
    names: [...calls, ...Object.keys(paginatorNames), "limit"],
  },
  "client.cards.updateLimits": { call: client.cards.updateLimits, good: write, names: calls },
  "client.cards.replaceLimits": { call: client.cards.replaceLimits, good: write, names: calls },
  "a walk's toArray": { call: client.cards.list().toArray, good: [{ max: 1 }], names: ["max"] },
  "a query": {
    call: (query: never) => client.GET("/v1/card", { params: { query } }),
    good: [{}],
    names: ["limit", "cursor"],
  },
  "the query of a walk": {
    call: (query: never) => client.paginate("/v1/card", { params: { query } }),
    good: [{}],
    names: ["limit"],
  },
  "parameters of a path": {
    call: (path: never) => client.PUT("/v1/card/{id}/limits", { params: { path }, body: {} }),
    good: [{ id: "CRD1" }],
    names: ["id"],
  },
  headers: { call: (headers: never) => client.GET("/v1/card", { headers }), good: [{}], names: ["x-a"] },
  "a form": {
    call: (body: never) => client.POST("/v1/oauth/token", { body }),
    good: [{}],
    names: ["scope"],
  },
  mergePatch: { call: index.mergePatch, good: [{ set: { a: 1 } }], names: ["set", "unset"] },
  importSigningKey: { call: index.importSigningKey, good: [privateKey, "p"] },
  rsaSigner: { call: index.rsaSigner, good: [privateKey] },
  "a signer's sign": { call: index.rsaSigner(privateKey).sign, good: [Buffer.from("x")] },
  channelName: { call: index.channelName, good: ["retry"] },
  isPartnerCardError: { call: index.isPartnerCardError, good: [new Error()] },
  httpSend: { call: index.httpSend, good: [{}], names: ["maxBytes", "agent"] },
  "what httpSend makes": { call: index.httpSend(), good: [wire, signal, { maxBytes: 5 }], also: "network" },
  undiciSend: { call: undiciSend, good: [{}], names: ["maxBytes", "dispatcher"] },
  "what undiciSend makes": { call: undiciSend(), good: [wire, signal, { maxBytes: 5 }], also: "network" },
  fetchSend: { call: index.fetchSend, good: [globalThis.fetch, 5] },
  "what fetchSend makes": { call: index.fetchSend(), good: [wire, signal, { maxBytes: 5 }], also: "network" },
};

const values: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 5n, Symbol("s")],
  ...["", " ", "x", "\ud800", "a\r\nb", [], [null], [[]], {}, { a: 1 }, Object.create(null)],
  ...[() => undefined, async () => undefined, new Map(), new Date(), new Headers(), /x/, new Uint8Array(3)],
  ...[new Error("e"), new AbortController(), { aborted: false }, new (class Foreign {})()],
];

const refusals = [
  "invalid-argument",
  "invalid-body",
  "invalid-configuration",
  "invalid-signing-key",
  "idempotency-conflict",
];

/** What became of a call: undefined for a success. */
async function fate({ call }: Entry, args: readonly unknown[]): Promise<unknown> {
  try {
    const result = await call(...(args as never[]));
    const walk = result as { toArray?: (options: object) => Promise<unknown> } | undefined;
    if (typeof walk?.toArray === "function") await walk.toArray({ max: 1 });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A name as it may stand in a sentence: an idempotency key, a header of the headers. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\s|s$/g, "");
}

async function judge(entry: Entry, args: readonly unknown[], named?: string): Promise<unknown> {
  sent = 0;
  const error = await fate(entry, args);
  const passed = () => inspect(args, { depth: 3 }).slice(0, 300);
  if (error === undefined) return undefined;
  assert.ok(error instanceof PartnerCardError, `${passed()} throws ${inspect(error)}`);
  assert.ok([...refusals, entry.also].includes(error.code), `${passed()}: ${error.code}: ${error.message}`);
  assert.equal(sent, 0, `${passed()} is refused after something was sent`);
  assert.ok(error.message.length < 500, "a message is no place for a value");
  // What a body holds is told by its place.
  if (named !== undefined && error.code !== "invalid-body" && error.code !== "invalid-signing-key")
    assert.ok(
      plain(error.message).includes(plain(named)),
      `${passed()}: "${error.message}" does not name it`,
    );
  return error;
}

for (const [name, entry] of Object.entries(entries)) {
  const { good, names = [] } = entry;
  test(`${name}: whatever is passed, it works or is refused as what it is`, async () => {
    const error = await judge(entry, good);
    assert.equal(error !== undefined, entry.refused === true || entry.also !== undefined, String(error));
    for (let position = 0; position < good.length; position++) {
      for (const value of values) await judge(entry, good.with(position, value));
      // Left out, with all that follow.
      await judge(entry, good.slice(0, position));
    }
    const last = good.at(-1);
    for (const option of names) {
      for (const value of values)
        await judge(entry, good.with(-1, { ...(last as object), [option]: value }), option);
    }
    assert.equal(clock.pending, 0, "a timer is left behind");
  });

  if (names.length === 0) continue;
  test(`${name}: options that are no object are refused, and so is a misspelt name, with the right one`, async () => {
    for (const value of [null, 5, "x", true, [], () => undefined]) {
      if (name === "createClient: retries" && value === 5) continue;
      if (name === "a form" && value === "x") continue;
      assert.ok((await judge(entry, good.with(-1, value))) !== undefined, `${inspect(value)} is taken`);
    }
    for (const option of names.filter((option) => option.length > 3 && !["headers"].includes(name))) {
      const misspelt = option.slice(0, -2) + option.slice(-1) + option.slice(-2, -1);
      if (misspelt === option || names.includes(misspelt)) continue;
      const error = await judge(
        entry,
        good.with(-1, { ...(good.at(-1) as object), [misspelt]: undefined }),
        misspelt,
      );
      assert.match(String(error), new RegExp(`did you mean ${option}`));
    }
  });
}

test("every public function stands in the table", () => {
  const functions = Object.entries({ ...index }).filter(([, value]) => !/^class/.test(String(value)));
  const methods = [
    ...Object.keys(client)
      .filter((name) => name !== "cards")
      .map((name) => `client.${name}`),
    ...Object.keys(client.cards).map((name) => `client.cards.${name}`),
  ];
  assert.ok(functions.length > 5 && methods.length > 5);
  for (const name of [...functions.map(([name]) => name), ...methods]) assert.ok(name in entries, name);
});

const list = client.cards.list as (options: unknown) => unknown;
const update = client.cards.updateLimits as (...values: unknown[]) => Promise<unknown>;
const refused: Record<string, [() => unknown, RegExp]> = {
  ...Object.fromEntries(
    [0, -1, 1.5, Number.NaN, "5", null, 2 ** 53].map((limit) => [
      `limit ${inspect(limit)}`,
      [() => list({ limit }), /^limit must be a whole number, one or more\. Nothing was sent\.$/],
    ]),
  ),
  "a misspelt limit": [
    () => update("CRD1", { dialy: 5000 }),
    /^The field "dialy" is not known .* did you mean daily\? Nothing was sent\.$/,
  ],
  "a misspelt limit by its path": [
    () => client.PATCH("/v1/card/{id}/limits", { params, body: { mothly: 1 } as object }),
    /did you mean monthly\?/,
  ],
  "toArray without an argument": [
    () => (client.cards.list().toArray as () => unknown)(),
    /^The argument of toArray must be an object, not undefined/,
  ],
  "toArray without max": [() => client.cards.list().toArray({} as never), /^max is missing/],
  "null for options": [() => list(null), /^options must be an object, not null/],
  "null for the options of a write": [
    () => update("CRD1", { daily: 1 }, null),
    /^options must be an object, not null/,
  ],
  "no arguments": [() => update(), /^id must be string/],
  "a key that is a number": [
    () => update("CRD1", { daily: 1 }, { idempotencyKey: 5 }),
    /^idempotencyKey must be a (non-empty )?string/,
  ],
  "a signal that is none": [
    () => update("CRD1", { daily: 1 }, { signal: {} }),
    /^signal must be an AbortSignal/,
  ],
  "a list under a signal that is none": [
    () => list({ signal: { aborted: true } }),
    /^signal must be an AbortSignal/,
  ],
  "a misspelt option": [
    () => update("CRD1", { daily: 1 }, { idempotencykey: "k" }),
    /did you mean idempotencyKey\?/,
  ],
  "headers as a Headers object": [
    () => client.GET("/v1/card", { headers: new Headers() as never }),
    /^headers must be a plain object/,
  ],
  "a body where none is taken": [
    () => (client.GET as (path: string, init: object) => unknown)("/v1/card", { body: {} }),
    /^body is not taken by listCards/,
  ],
};
for (const [what, [call, message]] of Object.entries(refused)) {
  test(`${what} is refused as an invalid argument`, async () => {
    sent = 0;
    await assert.rejects(
      async () => call(),
      (error) => {
        assert.ok(error instanceof PartnerCardError);
        assert.deepEqual([error.code, sent, clock.pending], ["invalid-argument", 0, 0]);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}
