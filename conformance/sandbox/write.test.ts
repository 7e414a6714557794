import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import { cardsOf } from "./cards/state.ts";
import { choose } from "./choices.ts";
import { partnerOf, type WriteChange } from "./testing.ts";

test("a PATCH changes what it names, and a PUT every limit", async () => {
  const { token, write, limits, sandbox } = partnerOf();
  const bearer = await token();
  const others = structuredClone(cardsOf(sandbox.state).slice(1));
  const { daily: _, ...rest } = structuredClone(limits()) ?? {};
  assert.equal((await write(bearer, { body: { daily: 77 } })).status, 200);
  assert.deepEqual(limits(), { daily: 77, ...rest });
  const all = { daily: 1, monthly: 2, atm: 3, approvalBased: null };
  assert.equal((await write(bearer, { method: "PUT", body: all })).status, 200);
  assert.deepEqual(limits(), all);
  assert.deepEqual(cardsOf(sandbox.state).slice(1), others);
});

test("what is written is what is listed", async () => {
  const { token, write, list } = partnerOf();
  const bearer = await token();
  await write(bearer, { body: { daily: 78 } });
  const { cards } = (await (await list({}, bearer)).json()) as { cards: { limits: { daily: number } }[] };
  assert.equal(cards[0]?.limits.daily, 78);
});

const full = { daily: 1, monthly: 2, atm: 3, approvalBased: null };
const refused: readonly [what: string, change: WriteChange, status: number][] = [
  ["without a token", { authorization: null }, 401],
  ["with a token that was never issued", { authorization: "Bearer never-issued" }, 401],
  ["with the token in another scheme", { authorization: "Token x" }, 401],
  ["without an idempotency key", { key: null }, 400],
  ["with an empty idempotency key", { key: "" }, 400],
  ["with a blank idempotency key", { key: "  " }, 400],
  ["without a timestamp", { timestamp: null }, 400],
  ["without a signature", { signature: null }, 400],
  ["with an empty signature", { signature: "" }, 401],
  ["with a signature that is none", { signature: "bm90aGluZw==" }, 401],
  ["in another media type", { contentType: "text/plain" }, 415],
  ["in no media type", { contentType: "" }, 415],
  ["to a card that is not there", { id: "CRD999" }, 404],
  ["with a body that is not JSON", { body: "{" }, 400],
  ["with a body that is not an object", { body: [1] }, 400],
  ["with a field that is no limit", { body: { weekly: 5 } }, 400],
  ["with a limit that is a string", { body: { daily: "5" } }, 400],
  ["with a negative limit", { body: { daily: -1 } }, 400],
  ["with a limit that is no finite number", { body: '{"daily":1e999}' }, 400],
  ["with a limit of null", { body: { daily: null } }, 400],
  ["with one good and one bad limit", { body: { daily: 5, atm: "x" } }, 400],
  ["by PUT without a limit", { method: "PUT", body: { daily: 1, monthly: 2, atm: 3 } }, 400],
  ["by PUT with a further field", { method: "PUT", body: { ...full, more: 1 } }, 400],
  [
    "by PUT as a merge patch",
    { method: "PUT", body: full, contentType: "application/merge-patch+json" },
    415,
  ],
];
for (const [what, change, status] of refused) {
  test(`a write ${what} is refused and changes nothing`, async () => {
    const { token, write, sandbox } = partnerOf();
    const bearer = await token();
    const before = structuredClone(cardsOf(sandbox.state));
    assert.equal((await write(bearer, change)).status, status);
    assert.deepEqual(cardsOf(sandbox.state), before);
    assert.equal(sandbox.state.writes.size, 0);
  });
}

const window = api.timestampWindowSeconds;
for (const [age, status] of [
  [0, 200],
  [window - 1, 200],
  [window, 200],
  [window + 1, 401],
  [window + 86_400, 401],
  [-window, 200],
  [-window - 1, 400],
] as const) {
  test(`a timestamp ${age} seconds old: ${status}`, async () => {
    const { token, write } = partnerOf();
    assert.equal((await write(await token(), { age })).status, status);
  });
}

test("the window moves with the clock", async () => {
  const { sandbox, token, write } = partnerOf();
  const timestamp = String(sandbox.clock.now() / 1000);
  sandbox.clock.advance(window * 1000 + 999);
  const bearer = await token();
  assert.equal((await write(bearer, { timestamp })).status, 200);
  sandbox.clock.advance(1);
  assert.equal((await write(bearer, { timestamp })).status, 401);
});

for (const timestamp of [
  "",
  "now",
  "1767225600abc",
  "1767225600.5",
  "-1",
  "+1767225600",
  "1767225600000",
  "2026-01-01T00:00:00Z",
]) {
  test(`the timestamp ${JSON.stringify(timestamp)} is refused`, async () => {
    const { token, write, limits } = partnerOf();
    const before = limits()?.daily;
    assert.equal((await write(await token(), { timestamp })).status, 400);
    assert.equal(limits()?.daily, before);
  });
}

test("each documented media type may have parameters, and any case", async () => {
  const { token, write } = partnerOf();
  const bearer = await token();
  for (const contentType of ["application/merge-patch+json; charset=utf-8", "Application/Merge-Patch+JSON"]) {
    assert.equal((await write(bearer, { contentType })).status, 200);
  }
});

const [card] = samples.listCards.items as readonly [{ readonly limits: object }];
const shapes: readonly [answer: string, status: number, keys: string[] | null][] = [
  ["200-card", 200, Object.keys(card)],
  ["200-limits", 200, Object.keys(card.limits)],
  ["202-empty", 202, null],
  ["204-empty", 204, null],
];
for (const [answer, status, keys] of shapes) {
  test(`with the choice ${answer} a write is answered so, and carried out`, async () => {
    const { token, write, limits } = partnerOf({ choices: choose(["gap.patch.response", answer]) });
    const response = await write(await token(), { body: { daily: 79 } });
    assert.equal(response.status, status);
    const text = await response.text();
    assert.deepEqual(
      text === "" ? null : Object.keys(JSON.parse(text) as object).sort(),
      keys?.sort() ?? null,
    );
    assert.equal(limits()?.daily, 79);
  });
}
