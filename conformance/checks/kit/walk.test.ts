import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import type { Probe } from "../../wire/probe.ts";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { PagedOperation } from "./paged.ts";
import { idOf, readPage, repeatedIds, sameItems, type Walk, walk } from "./walk.ts";

const cardPages = operations.listCards;
const cards = (...ids: string[]) => ids.map((id) => ({ id }));

/** A probe of a server that gives these bodies as its pages, the last one again and again. */
function pager(...bodies: unknown[]) {
  const calls: Call[] = [];
  const call = async (_: string, sent: Call) => {
    const body = bodies[Math.min(calls.length, bodies.length - 1)];
    calls.push(sent);
    return body === null ? null : exchange({ body, ...(body === "refused" ? { status: 400 } : {}) });
  };
  return { probe: { call } as unknown as Probe, calls };
}

test("a page has cards and a cursor, whatever else stands in it", () => {
  const page = (body: unknown) => {
    const { items, next } = readPage(cardPages, exchange({ body }));
    return [items, next];
  };
  assert.deepEqual(page({ cards: cards("CRD1"), nextCursor: "n", more: 1 }), [cards("CRD1"), "n"]);
  assert.deepEqual(page({ cards: [] }), [[], null]);
  assert.deepEqual(page({ cards: [], nextCursor: null }), [[], null]);
  assert.deepEqual(page({ cards: [], nextCursor: 7 }), [[], undefined]);
  assert.deepEqual(page({ cards: ["CRD1", null] }), [[{ item: "CRD1" }, { item: null }], null]);
});

test("items, ids and cursors are found inside of other objects", () => {
  const nested: PagedOperation = {
    ...cardPages,
    paginated: {
      ...cardPages.paginated,
      items: "/data/dogs",
      cursor: "/meta/after",
      id: { pointer: "/tag/number", schema: null },
    },
  };
  const dogs = [{ tag: { number: "a" } }, { tag: { number: 7 } }, { tag: {} }, { id: "CRD1" }];
  const page = readPage(nested, exchange({ body: { data: { dogs }, meta: { after: "n" }, cards: [] } }));
  assert.deepEqual([page.ids, page.next, page.items], [["a", "7", null, null], "n", dogs]);
  const unnamed = { ...nested, paginated: { ...nested.paginated, id: null } };
  assert.deepEqual(readPage(unnamed, exchange({ body: { data: { dogs } } })).ids, [null, null, null, null]);
});

test("what is no list is no page", () => {
  for (const body of [{}, { cards: {} }, { cards: null }, [], "text", "null"]) {
    assert.equal(readPage(cardPages, exchange({ body })).items, null, JSON.stringify(body));
  }
  assert.equal(readPage(cardPages, exchange({ status: 500, body: { cards: [] } })).items, null);
  assert.equal(readPage(cardPages, exchange({ failure: { kind: "reset", message: "" } })).items, null);
});

test("an id is CRD and digits", () => {
  assert.equal(idOf(cardPages.paginated, { id: "CRD0012" }), "CRD0012");
  for (const id of ["CRD", "crd1", "CRD1 ", "xCRD1", "CRD1\n", 1, null, undefined]) {
    assert.equal(idOf(cardPages.paginated, { id }), null, String(id));
  }
});

test("a walk sends each cursor as it came, and the limit with every page", async () => {
  const { probe, calls } = pager(
    { cards: cards("CRD1", "CRD2"), nextCursor: "a+b/c=" },
    { cards: cards("CRD3"), nextCursor: "" },
    { cards: cards("CRD4") },
  );
  const walked = (await walk(probe, cardPages, 2, 9)) as Walk;
  assert.deepEqual(
    calls.map(({ query }) => query),
    [{ limit: "2" }, { limit: "2", cursor: "a+b/c=" }, { limit: "2", cursor: "" }],
  );
  assert.equal(walked.end, "last-page");
  assert.deepEqual(walked.ids, ["CRD1", "CRD2", "CRD3", "CRD4"]);
});

test("without a limit none is sent", async () => {
  const { probe, calls } = pager({ cards: [] });
  await walk(probe, cardPages, null, 9);
  assert.deepEqual(calls[0]?.query, {});
});

const page = { cards: cards("CRD1"), nextCursor: "n" };
const ends: readonly [end: Walk["end"], bodies: unknown[], pages: number][] = [
  ["refused", [page, "refused"], 2],
  ["refused", [page, { cards: 5 }], 2],
  ["unusable-cursor", [{ ...page, nextCursor: { after: 1 } }], 1],
  ["no-progress", [page], 4],
  ["no-progress", [{ cards: [], nextCursor: "n" }], 25],
  ["last-page", [...Array(24).fill({ cards: [], nextCursor: "n" }), { ...page, nextCursor: null }], 25],
  ["cut", Array.from({ length: 31 }, (_, at) => ({ ...page, cards: cards(`CRD${at}`) })), 30],
];
for (const [end, bodies, pages] of ends) {
  test(`a walk ends with ${end} after ${pages} ${pages === 1 ? "page" : "pages"}`, async () => {
    const walked = (await walk(pager(...bodies).probe, cardPages, null, 30)) as Walk;
    assert.equal(walked.end, end);
    assert.equal(walked.pages.length, pages);
  });
}

test("cards without an id are progress, and no ids", async () => {
  const bodies = [1, 2, 3, 4].map((number) => ({ cards: [{ last4: number }], nextCursor: "n" }));
  const walked = (await walk(pager(...bodies, { cards: [] }).probe, cardPages, null, 9)) as Walk;
  assert.equal(walked.end, "last-page");
  assert.deepEqual(walked.ids, []);
});

test("what a walk keeps is bounded: items, the length of a cursor, the length of an id", async () => {
  const many = cards(...Array.from({ length: 60_000 }, (_, index) => `CRD${index}`));
  const walked = (await walk(pager({ cards: many, nextCursor: "n" }).probe, cardPages, null, 9)) as Walk;
  assert.deepEqual([walked.end, walked.pages.length, walked.ids.length], ["cut", 2, 120_000]);
  const long = { ...page, nextCursor: "n".repeat(16_385) };
  const before = (await walk(pager(long).probe, cardPages, null, 9)) as Walk;
  assert.deepEqual([before.end, before.pages.length], ["cut", 1]);
  const odd = { cards: cards(`CRD${"1".repeat(998)}`, "CRD1") };
  assert.deepEqual(((await walk(pager(odd).probe, cardPages, null, 9)) as Walk).ids, ["CRD1"]);
});

test("without a token there is no walk", async () => {
  assert.equal(await walk(pager(null).probe, cardPages, null, 9), null);
});

test("repeated ids are named once; the same cards in another order are the same cards", () => {
  const of = (...ids: string[]): Walk => ({ limit: null, pages: [], end: "last-page", ids });
  assert.deepEqual(repeatedIds(of("CRD1", "CRD2", "CRD1", "CRD1")), ["CRD1"]);
  assert.deepEqual(repeatedIds(of("CRD1", "CRD2")), []);
  assert.equal(sameItems(of("CRD1", "CRD2"), of("CRD2", "CRD1", "CRD1")), true);
  assert.equal(sameItems(of("CRD1", "CRD2"), of("CRD1")), false);
  assert.equal(sameItems(of("CRD1"), of("CRD2")), false);
});
