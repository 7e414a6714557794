import assert from "node:assert/strict";
import { test } from "node:test";
import { api, type OperationId } from "../../generated/operations.ts";
import { answered, dropped, exchange, testTarget, virtualSession } from "./testing.ts";
import { createTokens, readToken, type Token } from "./tokens.ts";
import type { Outcome, WireRequest } from "./transport.ts";

const scope = "cards:read cards:write transfers:read transfers:write";

/** Tokens of a server that numbers them, and answers otherwise where `answer` says so. */
function setup(
  lifetime: unknown = 3600,
  answer: (request: WireRequest, count: number) => Outcome | null = () => null,
) {
  const requests: URLSearchParams[] = [];
  const session = virtualSession(
    async (request) => {
      const form = new URLSearchParams(request.body ?? "");
      const count = requests.push(form);
      await new Promise((resolve) => setImmediate(resolve));
      const token = {
        access_token: `token-${count}`,
        token_type: "Bearer",
        expires_in: lifetime,
        scope: form.get("scope"),
      };
      return answer(request, count) ?? answered(200, token);
    },
    { concurrency: 8, budgetMs: 10_000_000 },
  );
  const learnt: string[] = [];
  const tokens = createTokens(session, testTarget(), session.time, (value) => learnt.push(value));
  return { session, tokens, requests, learnt };
}
const value = (token: Token | null) => token?.value ?? null;

test("a finished request can be changed, and what is asked for stays", async () => {
  const { session, tokens } = setup();
  const rewrite = (request: WireRequest) => ({
    ...request,
    url: `${request.url}/`,
    body: `${request.body}&x=`,
  });
  const form = (fields: URLSearchParams) => fields.delete("client_id");
  await tokens.request("spelling", { description: "in other words", form, rewrite });
  const [{ request, alteration } = exchange()] = session.exchanges;
  assert.equal(alteration, "in other words");
  assert.match(request.url, /\/$/);
  const sent = new URLSearchParams(request.body ?? "");
  assert.deepEqual([sent.has("client_id"), sent.get("scope"), sent.get("x")], [false, scope, ""]);
});

test("the request is the specified form, without Authorization", async () => {
  const { session, tokens, learnt } = setup();
  await tokens.current();
  const [{ request } = exchange()] = session.exchanges;
  assert.equal(request.method, "POST");
  assert.equal(request.url, "http://server.invalid/v1/oauth/token");
  assert.deepEqual(request.headers, [
    ["Content-Type", "application/x-www-form-urlencoded"],
    ["Accept", "application/json"],
    ["User-Agent", "partner-card-conformance"],
  ]);
  assert.deepEqual(
    [...new URLSearchParams(request.body ?? "")],
    [
      ["grant_type", "client_credentials"],
      ["client_id", "partner-of-a-test"],
      ["client_secret", "a-secret-that-is-made-up-for-a-test"],
      ["scope", scope],
    ],
  );
  assert.deepEqual(learnt, ["token-1"]);
});

test("all who need a token at the same time share one", async () => {
  const { tokens, requests } = setup();
  const all = await Promise.all(Array.from({ length: 20 }, () => tokens.current()));
  assert.deepEqual(new Set(all.map(value)), new Set(["token-1"]));
  assert.equal(value(await tokens.current()), "token-1");
  assert.equal(requests.length, 1);
});

const renewals: readonly [lifetime: unknown, keeps: number][] = [
  [3600, 3_594_999],
  [20, 14_999],
  [6, 2999],
  [1, 499],
  ["3600", 54_999],
  [0, 54_999],
];
for (const [lifetime, keeps] of renewals) {
  test(`a token with expires_in ${JSON.stringify(lifetime)} is used for ${keeps + 1} ms, then renewed once for all`, async () => {
    const { session, tokens, requests } = setup(lifetime);
    await tokens.current();
    session.pass(keeps);
    assert.equal(value(await tokens.current()), "token-1");
    session.pass(1);
    const all = await Promise.all([tokens.current(), tokens.current(), tokens.current()]);
    assert.deepEqual(all.map(value), ["token-2", "token-2", "token-2"]);
    assert.equal(requests.length, 2);
  });
}

test("a forgotten token is replaced, and only if it is the current one", async () => {
  const { tokens, requests } = setup();
  const first = (await tokens.current()) as Token;
  tokens.forget(first);
  const second = (await tokens.current()) as Token;
  assert.equal(second.value, "token-2");
  tokens.forget(first);
  assert.equal(value(await tokens.current()), "token-2");
  assert.equal(requests.length, 2);
});

test("many who forget the same token at the same time get one new one", async () => {
  const { tokens, requests } = setup();
  const first = (await tokens.current()) as Token;
  const renew = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    tokens.forget(first);
    return value(await tokens.current());
  };
  assert.deepEqual(new Set(await Promise.all([0, 1, 2, 3, 4].map(renew))), new Set(["token-2"]));
  assert.equal(requests.length, 2);
});

test("a server that gives no token is asked once, and what it said is told", async () => {
  const refused = setup(3600, () => answered(401));
  assert.equal(await refused.tokens.current(), null);
  assert.equal(await refused.tokens.current(), null);
  assert.equal(refused.requests.length, 1);
  assert.equal(refused.tokens.problem(), "the server refused the client credentials (401)");

  const broken = setup(3600, () => answered(500));
  await broken.tokens.current();
  assert.match(broken.tokens.problem() ?? "", /^the token request was answered 500 without a token/);
});

test("a renewal that fails once is tried again when the next token is needed", async () => {
  const { session, tokens } = setup(20, (_, count) => (count === 2 ? dropped("timeout") : null));
  await tokens.current();
  session.pass(19_000);
  assert.equal(await tokens.current(), null);
  assert.notEqual(tokens.problem(), null);
  assert.equal(value(await tokens.current()), "token-3");
  assert.equal(tokens.problem(), null);
});

test("a token for fewer scopes is shared and renewed for itself", async () => {
  const { session, tokens, requests } = setup(20);
  const [one, same, other] = await Promise.all([
    tokens.narrow(["cards:read"]),
    tokens.narrow(["cards:read"]),
    tokens.narrow(["cards:write"]),
  ]);
  assert.equal(value(one), value(same));
  assert.notEqual(value(one), value(other));
  assert.deepEqual(one?.scopes, ["cards:read"]);
  assert.deepEqual(
    requests.map((form) => form.get("scope")),
    ["cards:read", "cards:write"],
  );
  session.pass(19_000);
  assert.notEqual(value(await tokens.narrow(["cards:read"])), value(one));
});

test("undisturbed work is alone with its tokens", async () => {
  const { tokens, requests } = setup();
  const seen: string[] = [];
  const work = tokens.undisturbed(async (request) => {
    await request("first of the work");
    seen.push(`first ${requests.length}`);
    await request("second of the work");
    seen.push(`second ${requests.length}`);
  });
  const outside = tokens.current().then(() => seen.push("outside"));
  await Promise.all([work, outside]);
  assert.deepEqual(seen, ["first 1", "second 2", "outside"]);
});

test("requests are sent at the same time, and undisturbed work waits for those before it", async () => {
  const { tokens, requests } = setup();
  const seen: string[] = [];
  const told = (name: string) => () => void seen.push(`${name} of ${requests.length}`);
  const both = [1, 2].map((number) => tokens.request("test").then(told(`request ${number}`)));
  const work = tokens.undisturbed((request) => request("work")).then(told("work"));
  const after = tokens.request("test").then(told("later one"));
  await Promise.all([...both, work, after]);
  assert.deepEqual(seen, ["request 1 of 2", "request 2 of 2", "work of 3", "later one of 4"]);
});

test("undisturbed work that fails does not hold up what comes after it", async () => {
  const { tokens } = setup();
  await assert.rejects(
    tokens.undisturbed(() => Promise.reject(new Error("failed"))),
    /failed/,
  );
  assert.equal(value(await tokens.current()), "token-1");
});

test("an altered request changes what it says, and nothing of the next", async () => {
  const { session, tokens } = setup();
  const altered = await tokens.request("test", {
    description: "without scope",
    form: (form) => form.delete("scope"),
  });
  assert.equal(altered.alteration, "without scope");
  assert.ok(!altered.request.body?.includes("scope"));
  const json = {
    description: "in JSON",
    contentType: "application/json",
    body: (form: URLSearchParams) => JSON.stringify([...form]),
  };
  assert.equal((await tokens.request("test", json)).request.headers[0]?.[1], "application/json");
  await tokens.current();
  assert.ok(session.exchanges.at(-1)?.request.body?.includes("scope="));
});

test("what can't stand in a header is no token", () => {
  const read = (body: unknown, status = 200) =>
    value(readToken(exchange({ status, body, operation: api.token })));
  assert.equal(read({ access_token: "abc.DEF-~+/=" }), "abc.DEF-~+/=");
  for (const wrong of ["", "a b", "a\nb", "é", 5, null, undefined])
    assert.equal(read({ access_token: wrong }), null);
  assert.equal(read({ access_token: "abc" }, 400), null);
  assert.equal(read("abc"), null);
  assert.equal(read("null"), null);
});

test("the answer to another operation is no token, and the answer to an unknown one may be", () => {
  const read = (operation: OperationId | null) =>
    value(readToken(exchange({ body: { access_token: "abc" }, operation })));
  assert.equal(read("listCards"), null);
  assert.equal(read(null), "abc");
});
