import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../generated/operations.ts";
import { samples } from "../../generated/samples.ts";
import { cardsOf } from "./cards/state.ts";
import { choose } from "./choices.ts";
import { partnerOf } from "./testing.ts";

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

test("the window moves with the clock", async () => {
  const { sandbox, token, write } = partnerOf();
  const timestamp = String(sandbox.clock.now() / 1000);
  sandbox.clock.advance(api.timestampWindowSeconds * 1000 + 999);
  const bearer = await token();
  assert.equal((await write(bearer, { timestamp })).status, 200);
  sandbox.clock.advance(1);
  assert.equal((await write(bearer, { timestamp })).status, 401);
});

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
