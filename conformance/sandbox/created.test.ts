import assert from "node:assert/strict";
import { test } from "node:test";
import { createNamed, idBeside, itemWithId, madeOf, removeItem } from "./created.ts";
import { sampleItems } from "./samples.ts";
import { createState, type Item, issueCursor } from "./state.ts";

test("an id that is a number stays one, and is a text in a path", () => {
  const items = Array.from({ length: 9 }, (_, id) => ({ id }));
  const id = idBeside(items, "/id", 5, (one) => typeof one === "number" && one < 10);
  assert.equal(id, 9);
  assert.equal(itemWithId(items, "/id", "7"), items[7]);
  assert.equal(itemWithId(items, "/id", "9"), undefined);
  assert.match(String(idBeside([{ id: "C1" }], "/id", "C1", () => true)), /^C[2-9]$/);
});

test("a cursor leads to what comes after an item that was removed", () => {
  const items = [{ id: "A" }, { id: "B" }, { id: "C" }];
  const [, second = {}] = items;
  const state = createState(new Map([["listCards", items]]), "id", "secret");
  const position = { operation: "listCards", after: second, limit: 1, page: 2, issuedAt: 0, used: false };
  const cursor = issueCursor(state, position);
  removeItem(state, "listCards", second);
  assert.deepEqual(items, [{ id: "A" }, { id: "C" }]);
  assert.equal(state.cursors.get(cursor)?.after, items[0]);
});

test("a PUT creates an item under the id in its path, unless it is no such id", () => {
  const items: Item[] = [];
  const state = createState(new Map([["listCards", items]]), "id", "secret");
  const creates = { operation: "listCards", parameter: "id", id: "/id", schema: "CardId" } as const;
  const put = { id: "replaceCardLimits", creates };
  const created = createNamed(state, put, { id: "CRD7" }, { nickname: "A", unknown: "B" });
  assert.deepEqual([created?.id, created?.item.nickname, items], ["CRD7", "A", [created?.item]]);
  assert.ok(!Object.hasOwn(created?.item ?? {}, "unknown"), "what the list does not show");
  assert.equal(createNamed(state, put, { id: "no such id" }, {}), null);
  assert.equal(createNamed(state, { id: put.id }, { id: "CRD8" }, {}), null);
  assert.equal(items.length, 1);
});

test("what a body leaves out of a part that has to be whole is the sample's", () => {
  const [card = {}] = sampleItems("listCards", 1, 1);
  const { atm, approvalBased } = card.limits as Item;
  const said = { limits: { daily: 7, monthly: 8 } };
  const made = (responses: Parameters<typeof madeOf>[2]["responses"]) =>
    madeOf(card, said, { responses }).limits;
  assert.deepEqual(made({ "201": "Card" }), { daily: 7, monthly: 8, atm, approvalBased });
  assert.deepEqual(made({ "201": null }), said.limits, "nothing says what is whole");
});
