import assert from "node:assert/strict";
import { test } from "node:test";
import { Card } from "../../generated/validators.js";
import { base64Encodings, encodings } from "../../src/testing/encodings.ts";
import { makeCards } from "./cards/cards.ts";
import { choose } from "./choices.ts";
import { credentials, partnerOf } from "./testing.ts";

/** Every string, key and buffer that can be reached from a value. */
function* reachable(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (Buffer.isBuffer(value)) {
    for (const coding of ["latin1", "utf8", "hex", "base64"] as const) yield value.toString(coding);
    return;
  }
  const inner =
    value instanceof Map || value instanceof Set
      ? [...value].flat()
      : Array.isArray(value)
        ? value
        : Object.entries(value).flat();
  for (const one of inner) yield* reachable(one, seen);
}

test("the state holds neither the secret nor a token, in no encoding", async () => {
  const { sandbox, token, write, list } = partnerOf();
  const bearer = await token();
  await list({ limit: "3" }, bearer);
  await write(bearer);
  await write(bearer, { method: "PUT", signature: "bm90aGluZw==" });
  const texts = [...reachable(sandbox)];
  assert.ok(
    texts.some((text) => text.includes("CRD100001")),
    "the walk reaches the cards",
  );
  for (const secret of [credentials.clientSecret, bearer]) {
    for (const form of [
      ...Object.values(encodings(secret)),
      ...base64Encodings(secret).map((one) => one.slice(4, -24)),
    ]) {
      assert.ok(!texts.some((text) => text.includes(form)), form);
    }
  }
});

test("the same seed gives the same cards, another seed others, and all are as described", () => {
  assert.deepEqual(makeCards(50, 7), makeCards(50, 7));
  assert.deepEqual(makeCards(50, 7).slice(0, 20), makeCards(20, 7));
  assert.notDeepEqual(makeCards(50, 7), makeCards(50, 8));
  const cards = makeCards(500, -1);
  assert.equal(new Set(cards.map(({ id }) => id)).size, 500);
  for (const card of cards) assert.ok(Card(card), JSON.stringify(card));
  assert.deepEqual(makeCards(0, 1), []);
});

test("two sandboxes share nothing", async () => {
  const [one, other] = [partnerOf(), partnerOf()];
  const bearer = await one.token();
  await one.write(bearer, { body: { daily: 5 } });
  assert.notEqual(other.limits()?.daily, 5);
  assert.equal((await other.list({}, bearer)).status, 401);
});

test("every answer carries the date of the sandbox's clock", async () => {
  const { sandbox, token, list } = partnerOf();
  sandbox.clock.advance(90_061_500);
  for (const response of [await list({}, await token()), await list({}, "never-issued")]) {
    assert.equal(
      response.headers.get("date"),
      new Date(Math.floor(sandbox.clock.now() / 1000) * 1000).toUTCString(),
    );
  }
});

test("a body that is too long is refused", async () => {
  const { token, write, limits } = partnerOf();
  const before = limits()?.daily;
  const body = `{"daily":5,${" ".repeat(70_000)}"atm":5}`;
  assert.equal((await write(await token(), { body })).status, 400);
  assert.equal(limits()?.daily, before);
});

test("with the choice 429, every 17th request is turned away before it has an effect", async () => {
  const { token, list } = partnerOf({ choices: choose(["gap.rate-limits", "429"]) });
  const bearer = await token();
  const statuses: number[] = [];
  for (let time = 2; time <= 34; time += 1) {
    const response = await list({}, bearer);
    if (response.status === 429) assert.equal(response.headers.get("retry-after"), "1");
    statuses.push(response.status);
  }
  assert.deepEqual(
    statuses.flatMap((status, index) => (status === 429 ? [index + 2] : [])),
    [17, 34],
  );
});

test("requests of every odd kind are answered", async () => {
  const { sandbox, at } = partnerOf();
  const odd = [
    new Request(at("/")),
    new Request(at("/v1/card/%zz/limits"), { method: "PUT", body: "x" }),
    new Request(at("/v1/card//limits"), { method: "PATCH" }),
    new Request(at("/v1/card?limit=%ff&cursor=%00")),
    new Request(at("/v1/oauth/token"), { method: "POST", body: new Uint8Array([255, 254, 0]) }),
    new Request(at("/v1/card"), { method: "HEAD" }),
    new Request(at("/v1/card"), { headers: { authorization: "Bearer" } }),
    new Request(at("/v1/card"), { headers: { authorization: "  " } }),
  ];
  for (const request of odd) {
    const { status } = await sandbox.fetch(request);
    assert.ok(status >= 400 && status < 500, `${request.method} ${request.url}: ${status}`);
  }
});
