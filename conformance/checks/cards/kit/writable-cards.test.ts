import assert from "node:assert/strict";
import { test } from "node:test";
import type { WholeList } from "../../kit/whole-list.ts";
import type { RawCard } from "../limits.ts";
import type { ListedCard } from "./card-log.ts";
import { cardsBeside, lastIds, mostAlike } from "./writable-cards.ts";

const card = (id: string, holder: string, last4 = id.slice(-4)): RawCard => ({
  id,
  last4,
  cardHolder: { id: holder },
});
const other = (own: RawCard, ...cards: readonly RawCard[]) =>
  mostAlike({ walk: { pages: [{ items: [...cards, own] }] } } as unknown as WholeList, String(own.id), own);

test("the other card shares most fields, then the longest beginning of the id", () => {
  const own = card("CRD10270", "USR1");
  assert.equal(other(own, card("CRD10271", "USR2"), card("CRD20001", "USR1"))[0], "CRD20001");
  assert.equal(
    other(own, card("CRD20001", "USR1"), card("CRD10281", "USR1"), card("CRD10301", "USR1"))[0],
    "CRD10281",
  );
  assert.equal(other(own, card("CRD30001", "USR2"), card("CRD10999", "USR2"))[0], "CRD10999");
  assert.equal(other(own, card("CRD102701", "USR2"), card("CRD99999", "USR1"))[0], "CRD99999");
  assert.deepEqual(other(own), []);
});

test("further ones are that whose id begins alike, and that whose id ends alike", () => {
  const own = card("CRD10270", "USR1");
  const [holder, start, end] = [
    card("CRD99999", "USR1"),
    card("CRD10299", "USR2"),
    card("CRD90270", "USR3", "1111"),
  ];
  assert.deepEqual(other(own, end, holder, start), ["CRD99999", "CRD10299", "CRD90270"]);
  assert.deepEqual(other(own, holder), ["CRD99999"]);
});

test("a card beside another one is none for which that may be taken, and first one with letters beyond ASCII", () => {
  const ids = ["CRD1", "CRD2", "CRD3", "CRD4", "CRD5"];
  const items = ids.map((id) => ({
    ...card(id, "USR1"),
    nickname: id === "CRD2" ? "Cafés" : "Fuel",
    limits: id === "CRD3" ? {} : { daily: 5 },
  }));
  const list = { walk: { pages: [{ items, ids }] } } as unknown as WholeList;
  const listed = { id: "CRD5", list, others: ["CRD4"] } as unknown as ListedCard;
  const beside = (named: string | null) => cardsBeside({ card: named }, listed).map(({ id }) => id);
  assert.deepEqual(beside(null), ["CRD2", "CRD1"]);
  assert.deepEqual(beside("CRD5"), [], "no other one is written to where one was named");
});

test("the last cards are written to, and before them one with whose id another one begins", () => {
  const idsIn = (...pages: readonly (readonly string[])[]) =>
    lastIds({ walk: { pages: pages.map((ids) => ({ ids })) } } as unknown as WholeList);
  assert.deepEqual(idsIn(["CRD1", "CRD2"], ["CRD3", "CRD4"]), ["CRD4", "CRD3", "CRD2"]);
  assert.deepEqual(idsIn(["CRD12", "CRD3"], ["CRD123", "CRD4"]), ["CRD12", "CRD4", "CRD123"]);
  assert.deepEqual(idsIn([]), []);
});
