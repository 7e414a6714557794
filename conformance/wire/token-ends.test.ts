import assert from "node:assert/strict";
import { test } from "node:test";
import { createProbe } from "./probe.ts";
import { signWith } from "./sign.ts";
import { answered, testTarget, virtualSession } from "./testing.ts";
import { createTokens } from "./tokens.ts";

/** A probe of a server whose tokens live 20 seconds and that takes so long for a call; the tokens it was sent. */
function setup(takesMs: (call: number) => number) {
  const sent: string[] = [];
  const endsAt = new Map<string, number>();
  const session = virtualSession(
    async ({ method, headers }) => {
      if (method === "POST") {
        const value = `token-${endsAt.size + 1}`;
        endsAt.set(value, session.time() + 20_000);
        return answered(200, { access_token: value, expires_in: 20 });
      }
      const token = headers.find(([name]) => name === "Authorization")?.[1].slice(7) ?? "";
      sent.push(token);
      session.pass(takesMs(sent.length));
      return answered(session.time() < (endsAt.get(token) ?? 0) ? 200 : 401);
    },
    { budgetMs: 10_000_000 },
  );
  const target = testTarget();
  const tokens = createTokens(session, target, session.time, () => {});
  const probe = createProbe(session, tokens, { target, sign: signWith, serverNow: session.serverNow });
  return { probe, sent, issued: () => endsAt.size };
}
const list = { operation: "listCards" } as const;
const altered = { ...list, alteration: { description: "with another header" } };

test("calls that wait for their turn while the token ends are sent with the one that took its place", async () => {
  const { probe, sent, issued } = setup(() => 3000);
  const calls = Array.from({ length: 20 }, (_, index) =>
    probe.call("test", index % 2 === 0 ? list : altered),
  );
  const statuses = (await Promise.all(calls)).map((exchange) => exchange?.response?.status);
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal(sent.length, 20, "none was sent in vain");
  assert.equal(issued(), 4);
});

test("so it is with a shared token for some scopes", async () => {
  const { probe, sent } = setup(() => 3000);
  const token = await probe.tokens.narrow(["cards:read"]);
  assert.ok(token !== null);
  const calls = Array.from({ length: 10 }, () => probe.callWith("test", altered, token));
  const statuses = (await Promise.all(calls)).map(({ response }) => response?.status);
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal(new Set(sent).size, 2);
});

test("a call whose token ends on the way is sent again, an altered one too: its refusal says nothing else", async () => {
  const { probe, sent } = setup((call) => (call === 1 ? 21_000 : 100));
  const exchange = await probe.call("test", altered);
  assert.deepEqual([exchange?.response?.status, sent], [200, ["token-1", "token-2"]]);
});

test("a server that always takes longer than its tokens live is asked three times", async () => {
  const { probe, sent } = setup(() => 21_000);
  const exchange = await probe.call("test", altered);
  assert.deepEqual([exchange?.response?.status, sent.length], [401, 3]);
});

test("a token that a check keeps for itself is sent whatever becomes of it", async () => {
  const { probe, sent } = setup(() => 3000);
  const token = await probe.tokens.narrow(["cards:read"]);
  assert.ok(token !== null);
  const { successor: _, ...own } = token;
  for (let time = 0; time < 8; time += 1) await probe.callWith("test", list, own);
  assert.deepEqual(new Set(sent), new Set(["token-1"]));
});
