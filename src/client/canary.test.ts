/** Plants secrets everywhere, lets everything go wrong, and looks for the secrets in everything that comes out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { operations } from "../../generated/operations.ts";
import { PartnerCardError } from "../core/errors.ts";
import { type Handler, sendJson, startApi, tokenBody } from "../testing/api.ts";
import { encodings, tracesOf } from "../testing/encodings.ts";
import { eventNames, listen } from "../testing/events.ts";
import { testKeys } from "../testing/keys.ts";
import { virtualClock } from "../testing/virtual-clock.ts";
import { createClient } from "./client.ts";
import type { ClientOptions } from "./options.ts";

const clientSecret = 'canary-secret/+&="é-5d41402abc';
const token = "canary-token.7d793037a0760186/+==";
const passphrase = "canary-passphrase-6c8349cc";
const signingKey = testKeys()
  .privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase })
  .toString();
const { signed } = operations.updateCardLimits;

/** Everything that came out of the client, in every way of showing it. */
class Witness {
  readonly texts: string[] = [];
  readonly signatures: string[] = [];

  see(what: unknown): void {
    this.texts.push(inspect(what, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }));
    this.texts.push(String(what), JSON.stringify(what) ?? "");
    if (what instanceof Error) this.texts.push(what.stack ?? "", what.message);
    if (what instanceof PartnerCardError) this.texts.push(what.bodyExcerpt ?? "");
    if (what instanceof Error && what.cause !== undefined) this.see(what.cause);
  }

  check(): void {
    assert.ok(this.texts.length > 0);
    const secrets = [clientSecret, token, passphrase, ...new Set(this.signatures)].slice(0, 8);
    const traces = [...secrets, signingKey.split("\n")[2] ?? ""].flatMap(tracesOf);
    for (const text of new Set(this.texts)) {
      for (const trace of traces) assert.ok(!text.includes(trace), `${trace} in: ${text.slice(0, 500)}`);
    }
  }
}

/** Sends back whatever it was sent, in body and headers, as hostile or careless servers do. */
function echo(status: number, type = "application/json"): Handler {
  return (request, response) => {
    const { authorization } = request.headers;
    const all = {
      message: `You sent ${JSON.stringify(request.headers)} ${request.body}`,
      type: authorization,
      ...request,
    };
    const headers: Record<string, string> = { "content-type": `${type}; sent=${authorization ?? "none"}` };
    if (authorization !== undefined) headers["x-request-id"] = authorization.slice("Bearer ".length);
    response.writeHead(status, headers);
    response.end(
      type === "application/json"
        ? JSON.stringify(all)
        : `<html>${request.body} ${JSON.stringify(request.headers)}`,
    );
  };
}

/** Refuses with everything secret that it was sent, written in one way. */
function echoAs(how: string): Handler {
  return ({ headers, body }, response) => {
    const secret = new URLSearchParams(body).get("client_secret");
    const sent = [
      headers.authorization?.slice("Bearer ".length),
      headers[signed.signature.toLowerCase()],
      secret,
    ];
    const told = sent.flatMap((value) =>
      typeof value === "string" ? [(encodings(value) as Record<string, string>)[how] ?? value] : [],
    );
    // Not by JSON.stringify, which would escape what is escaped already.
    response.writeHead(400, {
      "content-type": "application/json",
      "x-request-id": told[0]?.slice(0, 128) ?? "",
    });
    response.end(`{"message":"${told.join(" and ")}","type":"${told.join(" or ")}"}`);
  };
}

const grant: Handler = (_, response) => sendJson(response, 200, tokenBody(token));

const servers: Record<string, { api?: Handler; token?: Handler; options?: Partial<ClientOptions> }> = {
  "echoes in 400": { api: echo(400) },
  "echoes in 401": { api: echo(401) },
  "echoes in 503": { api: echo(503) },
  "echoes in a redirect": {
    api: (request, response) =>
      response.writeHead(307, { location: `/${request.headers.authorization}` }).end(),
  },
  "echoes in HTML": { api: echo(200, "text/html") },
  "echoes in a page of another shape": { api: echo(200), options: { validateResponses: "throw" } },
  "echoes the credentials in a refusal": { token: echo(401) },
  "echoes the credentials in HTML": { token: echo(200, "text/html") },
  "grants an unusable token": { token: (_, response) => sendJson(response, 200, tokenBody(`${token}\n`)) },
  "grants it for no time": { token: (_, response) => sendJson(response, 200, tokenBody(token, 0)) },
  ...Object.fromEntries(
    Object.keys(encodings("")).flatMap((how) => [
      [`echoes as ${how}`, { api: echoAs(how) }],
      [`echoes the credentials as ${how}`, { token: echoAs(how) }],
    ]),
  ),
  resets: { api: (_, response) => response.socket?.resetAndDestroy() },
  "has a fetch that shows its request": {
    options: {
      fetch: async (url, init) => {
        if (url.endsWith("/token")) return Response.json(tokenBody(token));
        const shown = JSON.stringify(init);
        throw Object.assign(new Error(shown), { config: init, code: shown, cause: new Error(shown) });
      },
    },
  },
  "has a signer that shows what it knows": {
    options: {
      signingKey: undefined,
      signer: { sign: () => Promise.reject(Object.assign(new Error(`${clientSecret} ${token}`), { token })) },
    },
  },
  "has a signer that throws what it knows": {
    options: { signingKey: undefined, signer: { sign: () => Promise.reject(`${clientSecret} ${token}`) } },
  },
  "has a store that fails with what it holds": {
    options: {
      tokenStore: {
        get: () => Promise.reject(new Error(token)),
        set: (_, value) => Promise.reject(new Error(value)),
        delete: () => Promise.reject(new Error(token)),
      },
    },
  },
};

for (const [name, server] of Object.entries(servers)) {
  test(`no secret comes out where the server ${name}`, async (t) => {
    const witness = new Witness();
    for (const name of eventNames) listen(t, name, (event) => witness.see(event));
    const handler = server.api ?? ((_, response) => sendJson(response, 200, { cards: [] }));
    const remembering: Handler = (request, response, count) => {
      const signature = request.headers[signed.signature.toLowerCase()];
      if (typeof signature === "string") witness.signatures.push(signature);
      handler(request, response, count);
    };
    const api = await startApi(t, remembering, { token: server.token ?? grant });
    const write = (_: string, fields: object) => witness.see(fields);
    const logger = { debug: write, info: write, warn: write, error: write };
    const key = server.options?.signer === undefined ? { signingKey, passphrase } : {};
    const client = createClient(
      { baseUrl: api.baseUrl, clientId: "partner-1", clientSecret, ...key, ...server.options, logger },
      virtualClock(),
    );
    const params = { path: { id: "CRD1" }, query: { note: "x" } };
    const calls = [
      client.GET("/v1/card"),
      client.cards.list().toArray({ max: 5 }),
      client.cards.updateLimits("CRD1", { daily: 5000 }).withResponse(),
      client.cards.replaceLimits("CRD1", { daily: 5000 }),
      client.PATCH("/v1/card/{id}/limits", { params: params as never, body: { daily: 1 } }),
      client.POST("/v1/oauth/token", {
        body: { grant_type: "client_credentials", client_id: "p", client_secret: clientSecret, scope: "x" },
      }),
    ];
    const see = (error: unknown) => witness.see(error);
    await Promise.all(calls.map((call) => call.then(() => undefined, see)));
    witness.see(client);
    witness.see(client.cards);
    witness.check();
  });
}

test("no secret comes out of refused options", () => {
  const witness = new Witness();
  const good = { baseUrl: "https://api.example.com", clientId: "p", clientSecret, signingKey, passphrase };
  const bad: Partial<ClientOptions>[] = [
    ...[
      { baseUrl: `https://${encodeURIComponent(token)}@api.example.com` },
      { baseUrl: `${clientSecret}` },
      { clientId: "" },
    ],
    ...[{ passphrase: `${passphrase}x` }, { signingKey: clientSecret }, { scopes: [clientSecret] }],
    ...[{ signingKey: signingKey.slice(0, 900) }, { signaturePath: clientSecret as "api" }, { retries: -1 }],
  ];
  for (const change of bad) {
    assert.throws(
      () => createClient({ ...good, ...change }),
      (error) => {
        witness.see(error);
        return true;
      },
    );
  }
  witness.check();
});

test("no secret comes out of refused headers", async () => {
  const witness = new Witness();
  const client = createClient({
    baseUrl: "http://127.0.0.1:9",
    clientId: "p",
    clientSecret,
    signingKey,
    passphrase,
  });
  const headers: Record<string, string>[] = [
    { "x-a": `${token}\n` },
    { [`${token}\n`]: "x" },
    { authorization: token },
  ];
  for (const one of headers)
    await client.GET("/v1/card", { headers: one }).catch((error) => witness.see(error));
  witness.check();
});
