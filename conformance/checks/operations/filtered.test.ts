import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { judgeFiltered } from "./filter-facts.ts";
import { filterChecks } from "./filtered.ts";
import { operation, runOver } from "./testing.ts";

const one = operation({ paginated: operations.listCards.paginated });
const filter = { pointer: "/state", values: ["open", "closed"], isText: false };
const a = { id: "CRD1", state: "open" };
const b = { id: "CRD2", state: "closed" };
const c = { id: "CRD3", state: "open" };
const judged = (
  shown: readonly unknown[],
  seenElse: Partial<Parameters<typeof judgeFiltered>[2]> = {},
  change: Partial<typeof filter> | { values: null } = {},
) => {
  const before = seenElse.before ?? [a, b, c];
  const seen = { before, shown, unlike: null, after: before, pages: ["1"], ...seenElse };
  const fact = judgeFiltered(one, [{ name: "state", filter: { ...filter, ...change }, value: "open" }], seen);
  return fact.kind === "violated" ? fact.received : fact.kind;
};

test("what a filter leaves are the items with its value: no other, and each of them", () => {
  assert.equal(judged([a, c]), "held");
  assert.equal(judged([a, b, c]), "an item with closed");
  assert.equal(judged([a, { id: "CRD3" }]), "an item with nothing");
  assert.equal(judged([a]), "no CRD3");
  assert.equal(judged([], { before: [b] }), "held", "nothing has the value");
});

test("what a filter leaves comes once, while the list stays as it is and comes once itself", () => {
  assert.equal(judged([a, a, c]), "CRD1, twice");
  assert.equal(judged([a, a, c], { after: [b, a, c] }), "held", "something has moved");
  assert.equal(judged([a, a, c], { after: [a, { ...b, state: "open" }, c] }), "held", "so may the others");
  const before = [a, a, b, c];
  assert.equal(judged([a, a, c], { before }), "held", "so it does without the filter");
});

test("an item that has changed meanwhile, or stands on a page that was not read, is missed by nobody", () => {
  assert.equal(judged([a], { after: [a, b, { ...c, state: "closed" }] }), "held");
  assert.equal(judged([a], { after: [a, b] }), "held");
  assert.equal(judged([a], { pages: Array.from({ length: 10 }, String) }), "held");
});

test("a value that the description does not name may be in another case, and is one value all the same", () => {
  const before = [a, { ...c, state: "Open" }, b];
  const asItems = (...shown: readonly unknown[]) => judged(shown, { before }, { values: null });
  assert.equal(asItems(a), "held");
  assert.equal(asItems(...before.slice(0, 2)), "held");
  assert.equal(asItems(...before), "an item with closed");
  assert.equal(asItems(), "no CRD1");
  assert.equal(judged(before.slice(0, 2), { before }), "an item with Open", "where it names them");
});

test("a search by text may show more, but not all that there is, whatever the text", () => {
  const text = { values: null, isText: true };
  const d = { id: "CRD4", state: "reopened" };
  const before = [a, b, c, d];
  assert.equal(judged([a, c, d], { before }, text), "held");
  assert.equal(judged([d, c], { before }, text), "no CRD1");
  assert.equal(judged(before, { before, unlike: [] }, text), "held", "a word that all of them have");
  assert.equal(judged(before, { before, unlike: before }, text), "all items");
  assert.equal(judged([a, c], { before: [a, c], unlike: [a, c] }, text), "held", "there is nothing else");
});

test("a filter by what a path names finds nothing by the beginning of that", async () => {
  const cards = ["CRD10", "CRD112"].map((card, index) => ({ id: `T${index}`, card }));
  const filters = { card: { pointer: "/card", values: null, isText: false, isName: true as const } };
  const listed = operation({
    ...{ requirement: "list.request", query: { card: "string" }, queryBounds: { card: "CardId" } },
    listing: { items: "/things", id: { pointer: "/id", schema: null }, filters },
  });
  const kinds = async (isFound: (card: string, asked: string) => boolean) => {
    const run = runOver(({ card }) => cards.filter((one) => card === undefined || isFound(one.card, card)));
    return ((await filterChecks(listed)[0]?.run(run)) ?? []).map(({ kind }) => kind);
  };
  assert.deepEqual(new Set(await kinds((card, asked) => card === asked)), new Set(["held"]));
  assert.ok((await kinds((card, asked) => card.startsWith(asked))).includes("violated"));
});
