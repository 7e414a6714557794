import assert from "node:assert/strict";
import { test } from "node:test";
import { samples } from "../../../generated/samples.ts";
import { type Card, fittingCards, makeCards } from "./cards.ts";

const made = makeCards(40, 1);

test("cards that fit the description are the ones that were made", () => {
  assert.deepEqual(fittingCards(made, []), made);
});

test("what does not fit the description comes from a sample: ids all different, in order, as many as there are", () => {
  const items = samples.listCards.items as readonly Card[];
  const nameless = made.map((card) => ({ ...card, id: "1", last4: "none", nickname: "kept" }));
  const cards = fittingCards(nameless, items);
  const ids = cards.map(({ id }) => id);
  assert.deepEqual(ids, items.map(({ id }) => id).sort());
  assert.ok(cards.every(({ last4 }) => /^[0-9]{4}$/.test(last4)));
  assert.ok(cards.every(({ nickname }) => nickname === "kept"));
});
