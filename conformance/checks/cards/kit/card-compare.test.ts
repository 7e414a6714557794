import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange } from "../../../wire/testing.ts";
import { hasMovedBefore, haveOthersMovedBefore, isChangedByFirst } from "./card-compare.ts";
import type { Control } from "./card-log.ts";

const cardOf = (nickname: string) => ({ id: "CRD1", nickname });
const snapshot = (nickname: string) => ({
  cards: new Map([["CRD1", cardOf(nickname)]]),
  exchanges: [],
  isSettled: true,
});
const readsOf = (names: string) =>
  [...names].map((name) => exchange({ operation: "listCards", body: { cards: [cardOf(name)] } }));

/** Whether one of two writes of an operation has changed the name, as it was read beside it and in all. */
function isBy(which: "first" | "second", before: string, after: string, names: string): boolean {
  const [first, second] = ["1", "2"].map(
    (id) =>
      ({
        operation: "updateCardLimits",
        exchange: { id },
        before: snapshot(before),
        after: snapshot(after),
      }) as unknown as Control,
  ) as [Control, Control];
  const listed = { id: "CRD1", log: { controls: [first, second] } };
  return isChangedByFirst(
    listed as unknown as Parameters<typeof isChangedByFirst>[0],
    which === "first" ? first : second,
    "nickname",
    readsOf(names),
  );
}

const [a, b] = ["a".repeat(25), "b".repeat(25)];

test("a change that stays was made by the first write of its operation, if it was seen beside that one alone", () => {
  assert.equal(isBy("first", "a", "b", `${a}${b}`), true);
});

test("a change beside any other write, among few reads, or one of several may be somebody else's", () => {
  assert.equal(isBy("second", "a", "b", `${a}${b}`), false, "not the first of its operation");
  assert.equal(isBy("first", "a", "a", `${a}${b}`), false, "not beside it");
  assert.equal(isBy("first", "a", "b", `${a}bbbb`), false, "few in all");
  assert.equal(isBy("first", "a", "b", `aaaa${b}${b}`), false, "few before it");
  assert.equal(isBy("first", "a", "b", `ca${a}${b}`), false, "one before it");
  assert.equal(isBy("first", "a", "b", `${a}${b}c`), false, "one after it");
});

const write = {
  ...exchange({ operation: "updateCardLimits" }),
  request: { method: "PATCH", url: "https://api.example.com/v1/card/CRD1/limits", headers: [], body: "{}" },
};

test("a card moves by itself if what was read of it changed before the first write", () => {
  const hasMoved = (before: string, after: string) =>
    hasMovedBefore([...readsOf(before), write, ...readsOf(after)], "CRD1", (card) => card?.nickname);
  assert.equal(hasMoved("ab", "b"), true);
  assert.equal(hasMoved("aa", "bb"), false);
  assert.equal(hasMoved("aa", "aba"), false);
});

test("other cards move by themselves if one of them changed before the first write of the card", () => {
  const listOf = (own: string, other: string) =>
    exchange({ operation: "listCards", body: { cards: [cardOf(own), { ...cardOf(other), id: "CRD2" }] } });
  const before = [listOf("a", "c"), listOf("b", "c")];
  assert.equal(haveOthersMovedBefore([...before, write, listOf("b", "d")], "CRD1"), false);
  assert.equal(haveOthersMovedBefore([...before, listOf("b", "d"), write], "CRD1"), true);
});
