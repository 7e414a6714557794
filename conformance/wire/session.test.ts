import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, dropped, scripted, sending, statusOf, virtualSession, wireRequest } from "./testing.ts";
import { failed, type Outcome, type Transport } from "./transport.ts";

const limited = (status: number, seconds: string) => answered(status, {}, [["retry-after", seconds]]);

test("what is sent is numbered and kept with what came of it", async () => {
  const told: string[] = [];
  const { transport } = scripted(answered(200, { a: 1 }), dropped("timeout"));
  const session = virtualSession(transport, { onExchange: ({ id }) => told.push(id) });
  const first = await session.send(sending({ purpose: "walk", alteration: "without a token" }));
  const second = await session.send(sending());
  assert.deepEqual([first.id, first.purpose, first.alteration], ["x1", "walk", "without a token"]);
  assert.deepEqual(first.response?.json, { a: 1 });
  assert.equal(second.failure?.kind, "timeout");
  assert.deepEqual(session.exchanges, [first, second]);
  assert.deepEqual(told, ["x1", "x2"]);
});

const waits: readonly [what: string, first: Outcome, waited: number, status: number][] = [
  ["429 with Retry-After", limited(429, "7"), 7000, 200],
  ["429 with Retry-After: 0", limited(429, "0"), 0, 200],
  ["429 alone", answered(429), 200, 200],
  ["503 with Retry-After", limited(503, "7"), 7000, 200],
  ["503 alone", answered(503), 200, 200],
  ["502 with Retry-After", limited(502, "7"), 0, 502],
  ["429 that asks for more than is left of the budget", limited(429, "61"), 0, 429],
];
for (const [what, first, waited, status] of waits) {
  test(`${what}: ${status === 200 ? `sent again after ${waited} ms` : "taken as the answer"}`, async () => {
    const session = virtualSession(scripted(first, answered(200)).transport);
    const began = session.time();
    assert.equal(statusOf(await session.send(sending())), status);
    assert.equal(session.time() - began, waited);
  });
}

test("without a time in the answer, waits get longer, and five are enough", async () => {
  const session = virtualSession(scripted(...Array.from({ length: 6 }, () => answered(429))).transport);
  const began = session.time();
  assert.equal(statusOf(await session.send(sending())), 429);
  assert.equal(session.time() - began, 200 + 400 + 800 + 1600 + 2000);
});

test("503 alone, to a request that is altered, is taken as the answer", async () => {
  const session = virtualSession(scripted(answered(503), answered(200)).transport);
  assert.equal(statusOf(await session.send(sending({ alteration: "without a token" }))), 503);
});

test("a date in Retry-After is read by the server's clock, not by ours", async () => {
  const hour = 3_600_000;
  const at = (milliseconds: number) => new Date(Date.UTC(2026, 0, 1) + hour + milliseconds).toUTCString();
  const busy = answered(429, {}, [
    ["date", at(0)],
    ["retry-after", at(7000)],
  ]);
  const session = virtualSession(scripted(busy, answered(200)).transport);
  const began = session.time();
  assert.equal(statusOf(await session.send(sending())), 200);
  assert.equal(session.time() - began, 7000);
});

test("a server that is always busy is asked a few times only", async () => {
  const { transport, requests } = scripted(limited(429, "1"));
  assert.equal(statusOf(await virtualSession(transport).send(sending())), 429);
  assert.equal(requests.length, 6);
});

test("every attempt is made anew, and is an exchange of its own", async () => {
  const { transport, requests } = scripted(
    limited(429, "1"),
    dropped("reset"),
    dropped("cut-short"),
    answered(200),
  );
  const session = virtualSession(transport);
  let made = 0;
  const build = async () => {
    made += 1;
    return wireRequest({ headers: [["X-Attempt", String(made)]] });
  };
  assert.equal(statusOf(await session.send(sending({ build }))), 200);
  assert.deepEqual(
    requests.map(({ headers }) => headers[0]?.[1]),
    ["1", "2", "3", "4"],
  );
  assert.equal(session.exchanges.length, 4);
});

test("what the transport has sent again counts as sent before, and says nothing against the server", async () => {
  const { transport, requests } = scripted({ ...answered(200), resent: 1 });
  const session = virtualSession(transport);
  for (let time = 0; time < 9; time += 1) assert.equal((await session.send(sending())).sentBefore, 1);
  assert.equal(requests.length, 9);
  assert.equal(session.stopped(), null);
});

test("a reset is sent again twice; other failures are not", async () => {
  for (const [kind, times] of [
    ["reset", 3],
    ["cut-short", 3],
    ["timeout", 1],
    ["malformed", 1],
    ["too-large", 1],
    ["unreachable", 1],
  ] as const) {
    const { transport, requests } = scripted(dropped(kind));
    assert.equal(statusOf(await virtualSession(transport).send(sending())), kind);
    assert.equal(requests.length, times, kind);
  }
});

test("after four failures in a row nothing is sent any more, and it is said why", async () => {
  const { transport, requests } = scripted(failed("timeout", "no complete answer within 10 s"));
  const session = virtualSession(transport);
  for (let time = 0; time < 9; time += 1) await session.send(sending());
  assert.equal(requests.length, 4);
  assert.match(session.stopped() ?? "", /has stopped answering \(no complete answer within 10 s\)/);
  assert.equal(session.exchanges.at(-1)?.failure?.kind, "budget");
});

test("an answer in between, whatever its status, shows that the server is there", async () => {
  const lost = dropped("timeout");
  const { transport } = scripted(lost, lost, lost, answered(500), lost, lost, lost, answered(200));
  const session = virtualSession(transport);
  for (let time = 0; time < 8; time += 1) await session.send(sending());
  assert.equal(session.stopped(), null);
});

test("so many exchanges go on at once as are allowed, urgent ones first", async () => {
  let running = 0;
  let most = 0;
  const order: string[] = [];
  const transport: Transport = async ({ url }) => {
    running += 1;
    most = Math.max(most, running);
    order.push(url);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return answered(200);
  };
  const session = virtualSession(transport, { concurrency: 2 });
  const one = (url: string, urgent: boolean) =>
    session.send(sending({ build: async () => wireRequest({ url }), urgent }));
  await Promise.all([one("a", false), one("b", false), one("c", false), one("d", false), one("e", true)]);
  assert.equal(most, 2);
  assert.deepEqual(order, ["a", "b", "e", "c", "d"]);
});

test("a request that can't be made leaves its place to the next", async () => {
  const session = virtualSession(scripted(answered(200)).transport);
  const build = () => Promise.reject(new Error("no key"));
  await assert.rejects(session.send(sending({ build })), /no key/);
  assert.equal(statusOf(await session.send(sending())), 200);
});

test("the server's clock is learnt from each Date", async () => {
  const hour = 3_600_000;
  const session = virtualSession(async () =>
    answered(200, {}, [["date", new Date(session.time() + hour).toUTCString()]]),
  );
  assert.equal(session.clock(), null);
  assert.equal(session.serverNow(), session.time());
  await session.send(sending());
  assert.deepEqual(session.clock(), { offsetMs: hour + 500, uncertaintyMs: 500 });
  session.pass(600);
  await session.send(sending());
  assert.deepEqual(session.clock(), { offsetMs: hour + 200, uncertaintyMs: 200 });
  assert.equal(session.serverNow(), session.time() + hour + 200);
});
