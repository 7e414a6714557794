/** Every option of a client and of a call, over every transport. */
import assert from "node:assert/strict";
import { verify } from "node:crypto";
import { type TestContext, test } from "node:test";
import { operations } from "../../generated/operations.ts";
import type { Client } from "../client/client.ts";
import type { CallOptions, ClientOptions } from "../client/options.ts";
import { rsaSigner } from "../signature/signer.ts";
import { type Api, type Handler, type Received, sendJson, startApi } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient, testSecret, until } from "../testing/client.ts";
import { testKeys } from "../testing/keys.ts";
import { mapStore } from "../testing/map-store.ts";
import { transports } from "../testing/transports.ts";
import type { VirtualClock } from "../testing/virtual-clock.ts";
import type { Send } from "./send.ts";

const { privateKey, publicKey } = testKeys();
const { signed, idempotent } = operations.updateCardLimits;

/** The least that a sending step can do: it looks neither at its signal nor at its limits. */
const bareSend: Send = async ({ method, url, headers, body }) => {
  const init = { method, headers, redirect: "manual" as const, ...(body === undefined ? {} : { body }) };
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const all = { ...transports, "a sending step of one's own": { send: bareSend } };

/** A server, and clients that reach it over the transport under test. */
interface Stage {
  readonly t: TestContext;
  api(handler: Handler): Promise<Api>;
  client(api: Api, options?: Partial<ClientOptions>): { client: Client; clock: VirtualClock };
}

type Scenario = (stage: Stage) => Promise<void>;

const lists: Handler = (_, response) => sendJson(response, 200, emptyList);
const hangs: Handler = () => undefined;
const path = "/v1/card/CRD1/limits";
const write = (client: Client, options?: CallOptions) =>
  client.cards.updateLimits("CRD1", { daily: 1 }, options);

function signs(request: Received | undefined, signedPath: string): boolean {
  const data = `${request?.method}${signedPath}${request?.headers[signed.timestamp.toLowerCase()]}`;
  const signature = Buffer.from(String(request?.headers[signed.signature.toLowerCase()]), "base64");
  return verify("sha256", Buffer.from(data), publicKey, signature);
}

/** Writes with a key or a signer, and looks at the signature. */
function signsWith(options: Partial<ClientOptions>): Scenario {
  return async ({ api, client }) => {
    const server = await api(lists);
    await write(client(server, { signingKey: undefined, ...options }).client);
    assert.ok(signs(server.requests[0], path));
  };
}

/** Looks into the form of the token request. */
function asksWith(options: Partial<ClientOptions>, field: string, value: string): Scenario {
  return async ({ api, client }) => {
    const server = await api(lists);
    await client(server, options).client.GET("/v1/card");
    assert.equal(new URLSearchParams(server.tokenRequests[0]?.body).get(field), value);
  };
}

/** A call that is not answered ends with a code once time has passed. */
function endsAfter(
  ms: number,
  code: string,
  options: Partial<ClientOptions>,
  callOptions?: CallOptions,
): Scenario {
  return async ({ api, client }) => {
    const server = await api(hangs);
    const { client: caller, clock } = client(server, { retries: 0, ...options });
    const failed = assert.rejects(write(caller, callOptions), { code, outcome: "unknown" });
    await until(() => server.requests.length === 1);
    clock.advance(ms);
    await failed;
  };
}

const pem = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" } as const;
const encrypted = privateKey.export(pem).toString();

const clientOptions: Record<Exclude<keyof ClientOptions, "fetch" | "send">, Scenario> = {
  baseUrl: async ({ api, client }) => {
    const server = await api(lists);
    await client({ ...server, baseUrl: `${server.baseUrl}/partners/` }).client.GET("/v1/card");
    assert.equal(server.requests[0]?.path, "/partners/v1/card");
  },
  clientId: asksWith({ clientId: "someone" }, "client_id", "someone"),
  clientSecret: asksWith({}, "client_secret", testSecret),
  scopes: asksWith({ scopes: ["cards:read"] }, "scope", "cards:read"),
  signingKey: signsWith({ signingKey: privateKey }),
  passphrase: signsWith({ signingKey: encrypted, passphrase: "p" }),
  signer: signsWith({ signer: rsaSigner(privateKey) }),
  signerPublicKey: async ({ api, client }) => {
    const server = await api(lists);
    const wrong = { signer: { sign: async () => "AAAA" }, signerPublicKey: publicKey };
    await assert.rejects(write(client(server, wrong).client), { code: "signer-failed", outcome: "not-sent" });
    assert.equal(server.requests.length, 0);
  },
  signaturePath: async ({ api, client }) => {
    const server = await api(lists);
    const prefixed = { ...server, baseUrl: `${server.baseUrl}/partners` };
    await write(client(prefixed, { signaturePath: "full" }).client);
    assert.ok(signs(server.requests[0], `/partners${path}`));
  },
  timeouts: async (stage) => {
    await endsAfter(500, "attempt-timeout", { timeouts: { attemptMs: 500 } })(stage);
    await endsAfter(400, "deadline-exceeded", { timeouts: { totalMs: 400 } })(stage);
  },
  retries: async ({ api, client }) => {
    const server = await api((_, response, count) => sendJson(response, count < 4 ? 503 : 200, emptyList));
    assert.equal((await write(client(server, { retries: { max: 3 } }).client)).attempts, 4);
    const keys = server.requests.map(({ headers }) => headers[idempotent.toLowerCase()]);
    assert.equal(new Set(keys).size, 1);
  },
  tokenStore: async ({ api, client }) => {
    const server = await api(lists);
    const tokenStore = mapStore(true);
    for (let i = 0; i < 2; i++) await client(server, { tokenStore }).client.GET("/v1/card");
    assert.equal(server.tokenRequests.length, 1);
  },
  validateResponses: async ({ api, client }) => {
    const server = await api((_, response) => sendJson(response, 200, { cards: [{ id: 5 }] }));
    const strict = client(server, { validateResponses: "throw" }).client;
    await assert.rejects(strict.GET("/v1/card"), { code: "response-shape" });
  },
  unsafeNumbers: async ({ api, client }) => {
    const server = await api((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"cards":[],"total":9007199254740993}');
    });
    await assert.rejects(client(server, { unsafeNumbers: "throw" }).client.GET("/v1/card"), {
      code: "response-number",
    });
  },
  logger: async ({ api, client }) => {
    const server = await api(lists);
    const lines: string[] = [];
    const log = (message: string) => void lines.push(message);
    await client(server, { logger: { debug: log, info: log, warn: log, error: log } }).client.GET("/v1/card");
    assert.ok(lines.includes("partner-card:attempt:end"));
  },
  maxResponseBytes: async ({ api, client }) => {
    const bodies = [Buffer.from('{"cards":[]}'), Buffer.from(`{"cards":[],"note":"${"é".repeat(600)}"}`)];
    const server = await api((_, response, count) => {
      response.writeHead(200, { "content-type": "application/json" });
      // In two parts, so that no length is declared.
      response.write("  ");
      response.end(bodies[(count - 1) % 2]);
    });
    const { client: careful } = client(server, { maxResponseBytes: 1_000 });
    assert.deepEqual((await careful.GET("/v1/card")).data, emptyList);
    await assert.rejects(careful.GET("/v1/card"), { code: "response-too-large", attempts: 1, status: 200 });
  },
};

const callOptions: Record<keyof CallOptions, Scenario> = {
  signal: async ({ api, client }) => {
    const server = await api(hangs);
    const controller = new AbortController();
    const { client: caller, clock } = client(server);
    const expected = { code: "aborted", cause: "enough", outcome: "unknown" };
    const failed = assert.rejects(write(caller, { signal: controller.signal }), expected);
    await until(() => server.requests.length === 1);
    controller.abort("enough");
    await failed;
    assert.equal(clock.pending, 0, "timers are left behind");
  },
  timeoutMs: endsAfter(300, "deadline-exceeded", {}, { timeoutMs: 300 }),
  retries: async ({ api, client }) => {
    const server = await api((_, response) => sendJson(response, 503, {}));
    await assert.rejects(write(client(server).client, { retries: 0 }), { attempts: 1, outcome: "unknown" });
  },
  idempotencyKey: async ({ api, client }) => {
    const server = await api(lists);
    await write(client(server).client, { idempotencyKey: "key-1" });
    assert.equal(server.requests[0]?.headers[idempotent.toLowerCase()], "key-1");
  },
  headers: async ({ api, client }) => {
    const server = await api(lists);
    await client(server).client.GET("/v1/card", { headers: { "X-Trace": "ü~" } });
    assert.equal(
      Buffer.from(String(server.requests[0]?.headers["x-trace"]), "latin1").toString("latin1"),
      "ü~",
    );
  },
};

for (const [transport, part] of Object.entries(all)) {
  const scenarios = [
    ...Object.entries(clientOptions),
    ...Object.entries(callOptions).map(([name, scenario]) => [`${name} of a call`, scenario] as const),
  ];
  for (const [name, scenario] of scenarios) {
    test(`${name}, over ${transport}`, async (t) => {
      await scenario({
        t,
        api: (handler) => startApi(t, handler),
        client: (api, options) => testClient(api.baseUrl, { ...part, ...options }),
      });
    });
  }
}
