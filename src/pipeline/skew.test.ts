import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import type { ClientEvents } from "../core/events.ts";
import { type Handler, sendJson, startApi, tokenBody } from "../testing/api.ts";
import { emptyList } from "../testing/cards.ts";
import { testClient } from "../testing/client.ts";
import { silent } from "../testing/events.ts";
import { virtualClock } from "../testing/virtual-clock.ts";

const header = operations.updateCardLimits.signed.timestamp.toLowerCase();

/** A server whose clock differs, and which refuses timestamps that are five minutes off. */
function skewed(now: () => number, status: number, date: () => number = now): Handler {
  return ({ headers }, response) => {
    const signed = headers[header];
    const wrong = signed !== undefined && Math.abs(now() / 1000 - Number(signed)) > 300;
    sendJson(response, wrong ? status : 200, wrong ? {} : emptyList, {
      date: new Date(date()).toUTCString(),
    });
  };
}

for (const [minutes, status] of [
  [10, 401],
  [-10, 400],
  [6, 403],
  [600, 403],
] as const) {
  test(`${minutes} minutes off and refused with ${status}: corrected once, without a new token`, async (t) => {
    const clock = virtualClock();
    const api = await startApi(
      t,
      skewed(() => clock.now() + minutes * 60_000, status),
    );
    const { client } = testClient(api.baseUrl, { retries: 0 }, clock);
    assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 2);
    assert.equal(
      (await client.cards.updateLimits("CRD1", { daily: 1 })).attempts,
      1,
      "the correction is kept",
    );
    assert.equal(api.tokenRequests.length, 1);
    const [first, second] = api.requests;
    const key = operations.updateCardLimits.idempotent.toLowerCase();
    assert.equal(first?.headers[key], second?.headers[key]);
  });
}

test("an offset below the server's window but above 30 s is corrected as well", async (t) => {
  const clock = virtualClock();
  const server = () => clock.now() + 45_000;
  const api = await startApi(t, ({ headers }, response) => {
    const late = server() / 1000 - Number(headers[header]) > 40;
    sendJson(response, late ? 400 : 200, {}, { date: new Date(server()).toUTCString() });
  });
  const { client } = testClient(api.baseUrl, {}, clock);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 2);
});

test("a refusal for another reason is not taken for a wrong clock", async (t) => {
  const clock = virtualClock();
  const api = await startApi(t, (_, response) =>
    sendJson(response, 400, {}, { date: new Date(clock.now() + 20_000).toUTCString() }),
  );
  const { client } = testClient(api.baseUrl, {}, clock);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), { attempts: 1, outcome: "rejected" });
});

for (const refused of [400, 401, 403]) {
  test(`a Date that lies beside a ${refused} about something else costs one attempt: the caller sees that one`, async (t) => {
    const clock = virtualClock();
    const lie = () => clock.now() + 3_600_000;
    let refuseAll = true;
    const api = await startApi(t, (request, response, count) => {
      const date = new Date(lie()).toUTCString();
      const stale = Math.abs(clock.now() / 1000 - Number(request.headers[header])) > 300;
      // A server that looks at the time first, and refuses it in the same or another way.
      if (refuseAll && stale) sendJson(response, count % 2 === 0 ? 401 : 400, {}, { date });
      else if (refuseAll) sendJson(response, refused, { message: "No such scope." }, { date });
      else skewed(clock.now, 401, lie)(request, response, count);
    });
    const { client } = testClient(api.baseUrl, {}, clock);
    await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), {
      status: refused,
      serverMessage: "No such scope.",
      outcome: "rejected",
    });
    refuseAll = false;
    const { attempts } = await client.cards.updateLimits("CRD1", { daily: 1 });
    assert.equal(attempts, 1, "signed with the right time");
  });
}

test("a Date that lies beside a refusal that no timestamp causes is not looked at", async (t) => {
  const clock = virtualClock();
  const date = () => new Date(clock.now() + 3_600_000).toUTCString();
  const api = await startApi(t, (_, response) => sendJson(response, 422, {}, { date: date() }));
  const { client } = testClient(api.baseUrl, {}, clock);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), { attempts: 1, status: 422 });
});

test("a Date that lies and a revoked token: the token is renewed, the clock left as it was", async (t) => {
  const clock = virtualClock();
  const lie = () => clock.now() + 3_600_000;
  const api = await startApi(t, (request, response, count) => {
    if (request.headers.authorization !== "Bearer token-2")
      sendJson(response, 401, {}, { date: new Date(lie()).toUTCString() });
    else skewed(clock.now, 401, lie)(request, response, count);
  });
  const { client } = testClient(api.baseUrl, { retries: 0 }, clock);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 3);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 1);
  assert.equal(api.tokenRequests.length, 2);
});

test("a wrong clock that hides another refusal: the one that is left is seen, where the first spoke of the time", async (t) => {
  const clock = virtualClock();
  const now = () => clock.now() + 600_000;
  const api = await startApi(t, ({ headers }, response) => {
    const date = new Date(now()).toUTCString();
    const stale = Math.abs(now() / 1000 - Number(headers[header])) > 300;
    if (stale) sendJson(response, 401, { message: "The request is too old." }, { date });
    else sendJson(response, 403, { message: "No such scope." }, { date });
  });
  const { client } = testClient(api.baseUrl, {}, clock);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), { attempts: 2, status: 403 });
});

test("a wrong clock and a 429: the server's wait comes first, then the correction", async (t) => {
  const clock = virtualClock();
  const now = () => clock.now() + 600_000;
  const api = await startApi(t, (request, response, count) => {
    const date = new Date(now()).toUTCString();
    if (count === 1) sendJson(response, 429, {}, { date, "retry-after": "7" });
    else skewed(now, 401)(request, response, count);
  });
  const { client } = testClient(api.baseUrl, {}, clock);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 3);
  assert.deepEqual(clock.waits, [7000]);
});

test("a Date that runs away is followed once per call", async (t) => {
  const clock = virtualClock();
  const api = await startApi(t, ({ headers }, response) => {
    const date = new Date((Number(headers[header]) + 3_600) * 1000).toUTCString();
    sendJson(response, 400, {}, { date });
  });
  const { client } = testClient(api.baseUrl, {}, clock);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), { attempts: 2 });
});

test("an answer from a cache is not believed", async (t) => {
  const clock = virtualClock();
  const api = await startApi(t, (_, response) =>
    sendJson(response, 400, {}, { date: new Date(clock.now() - 600_000).toUTCString(), age: "600" }),
  );
  const { client } = testClient(api.baseUrl, {}, clock);
  await assert.rejects(client.cards.updateLimits("CRD1", { daily: 1 }), { attempts: 1 });
});

test("a request that waited too long on the way is signed anew, with the local time", async (t) => {
  const clock = virtualClock();
  const api = await startApi(t, (request, response, count) => {
    if (count === 1) clock.advance(310_000); // It hung in a queue; both clocks are right.
    skewed(clock.now, 401)(request, response, count);
  });
  const options = { timeouts: { attemptMs: 400_000, totalMs: 900_000 } };
  const { client } = testClient(api.baseUrl, options, clock);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 2);
  assert.equal(api.requests[1]?.headers[header], String(Math.floor(clock.now() / 1000)));
});

test("a wrong clock and a revoked token at once: both are mended", async (t) => {
  const clock = virtualClock();
  const now = () => clock.now() + 600_000;
  const api = await startApi(
    t,
    (request, response, count) => {
      if (request.headers.authorization !== "Bearer token-2")
        sendJson(response, 401, {}, { date: new Date(now()).toUTCString() });
      else skewed(now, 401)(request, response, count);
    },
    { token: (_, response, count) => sendJson(response, 200, tokenBody(`token-${count}`)) },
  );
  const { client } = testClient(api.baseUrl, {}, clock);
  assert.equal((await client.cards.updateLimits("CRD1", { daily: 1 })).attempts, 4);
  assert.equal(api.tokenRequests.length, 2);
});

test("the offset is shown: seen once, tried, corrected", async (t) => {
  const clock = virtualClock();
  const api = await startApi(
    t,
    skewed(() => clock.now() + 600_000, 401),
  );
  const seen: string[] = [];
  const logger = {
    ...silent,
    warn: (_: string, event: object) => {
      const { what, offsetMs } = event as ClientEvents["clock"];
      seen.push(`${what} ${Math.round(offsetMs / 1000)}`);
    },
  };
  const { client } = testClient(api.baseUrl, { logger }, clock);
  for (let i = 0; i < 3; i++) await client.GET("/v1/card");
  await client.cards.updateLimits("CRD1", { daily: 1 });
  await client.GET("/v1/card");
  assert.deepEqual(
    seen.map((line) => line.replace(/ (600|601)$/, " 600")),
    [...["skew-seen 600", "correction-tried 600", "corrected 600"]],
  );
});
