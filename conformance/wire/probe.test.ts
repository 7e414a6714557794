import assert from "node:assert/strict";
import { test } from "node:test";
import { createProbe } from "./probe.ts";
import { signWith } from "./sign.ts";
import { answered, dropped, testTarget, virtualSession } from "./testing.ts";
import { createTokens } from "./tokens.ts";
import type { Outcome, WireRequest } from "./transport.ts";

/** A probe of a server that numbers its tokens and answers calls as told; what it was sent. */
function setup(answer: (token: string, request: WireRequest) => Outcome, fixedToken = false) {
  const sent: string[] = [];
  let issued = 0;
  const target = testTarget();
  const session = virtualSession(async (request) => {
    if (request.method === "POST") {
      issued += 1;
      sent.push("token");
      return answered(200, {
        access_token: fixedToken ? "always-this" : `token-${issued}`,
        expires_in: 3600,
      });
    }
    const token = request.headers.find(([name]) => name === "Authorization")?.[1].slice(7) ?? "";
    sent.push(token);
    return answer(token, request);
  });
  const tokens = createTokens(session, target, session.time, () => {});
  const probe = createProbe(session, tokens, { target, sign: signWith, serverNow: session.serverNow });
  return { probe, sent };
}
const refuses = (bad: string) => (token: string) => answered(token === bad ? 401 : 200);

test("a refused token is replaced once, and the call is sent again", async () => {
  const { probe, sent } = setup(refuses("token-1"));
  assert.equal((await probe.call("test", { operation: "listCards" }))?.response?.status, 200);
  assert.deepEqual(sent, ["token", "token-1", "token-1", "token", "token-2"]);
});

test("a token that is refused once keeps being used", async () => {
  const statuses = [401, 200, 200];
  const { probe, sent } = setup(() => answered(statuses.shift() ?? 500));
  assert.equal((await probe.call("test", { operation: "listCards" }))?.response?.status, 200);
  await probe.call("test", { operation: "listCards" });
  assert.deepEqual(sent, ["token", "token-1", "token-1", "token-1"]);
});

test("a call that is refused with the new token as well is not sent with a third one", async () => {
  const { probe, sent } = setup(() => answered(401));
  assert.equal((await probe.call("test", { operation: "listCards" }))?.response?.status, 401);
  assert.deepEqual(sent, ["token", "token-1", "token-1", "token", "token-2"]);
});

test("where the server gives the same token again, the refusal stands", async () => {
  const { probe, sent } = setup(() => answered(401), true);
  assert.equal((await probe.call("test", { operation: "listCards" }))?.response?.status, 401);
  assert.deepEqual(sent, ["token", "always-this", "always-this", "token"]);
});

test("an altered call is sent once, whatever comes of it", async () => {
  const { probe, sent } = setup(() => answered(401));
  const alteration = { description: "without Authorization", authorization: () => null };
  const exchange = await probe.call("test", { operation: "listCards", alteration });
  assert.equal(exchange?.response?.status, 401);
  assert.equal(exchange?.alteration, "without Authorization");
  assert.deepEqual(sent, ["token", ""]);
});

test("a call with a token of its own does not touch the token of the run", async () => {
  const { probe, sent } = setup(refuses("token-2"));
  await probe.call("test", { operation: "listCards" });
  const token = await probe.tokens.current();
  assert.ok(token !== null);
  await probe.callWith("test", { operation: "listCards" }, { ...token, value: "another" });
  await probe.call("test", { operation: "listCards" });
  assert.deepEqual(sent, ["token", "token-1", "another", "token-1"]);
});

test("other refusals say nothing about the token", async () => {
  const { probe, sent } = setup(() => answered(403));
  await probe.call("test", { operation: "listCards" });
  assert.deepEqual(sent, ["token", "token-1"]);
});

test("a write that is sent again, for a new token or after a reset, keeps its idempotency key", async () => {
  const keys: (string | undefined)[] = [];
  const { probe } = setup((token, { headers }) => {
    keys.push(headers.find(([name]) => name === "Idempotency-Key")?.[1]);
    if (keys.length === 2) return dropped("reset");
    return answered(token === "token-1" ? 401 : 200);
  });
  const write = { operation: "updateCardLimits", path: { id: "CRD1" }, body: {} } as const;
  await probe.call("test", write);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  await probe.call("test", write);
  assert.equal(new Set(keys).size, 2);
  await probe.call("test", { ...write, idempotencyKey: "given" });
  assert.equal(keys.at(-1), "given");
});
