import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { inTime } from "../selftest/sample/judge.ts";
import { mutantSeams } from "../selftest/sample/pool.ts";
import { idsWith } from "../selftest/verdicts.ts";
import { exchange, wireRequest } from "../wire/testing.ts";
import { judgePageSizes } from "./page-size-everywhere.ts";

/** A page of so many items that was asked for with this query. */
const page = (query: string, count: number, more: { nextCursor?: string; alteration?: string } = {}) =>
  exchange({
    id: `${query} ${count}`,
    alteration: more.alteration ?? null,
    request: wireRequest({ url: `http://server.invalid/v1/card${query}` }),
    body: {
      cards: Array.from({ length: count }, (_, n) => ({ id: `CRD${n}` })),
      ...(more.nextCursor === undefined ? {} : { nextCursor: more.nextCursor }),
    },
  });

const kinds = (...log: readonly ReturnType<typeof page>[]) =>
  judgePageSizes(log, operations.listCards).map(({ kind }) => kind);

test("a page that is longer than its limit, or than the default, is a contradiction, whatever it was read for", () => {
  assert.deepEqual(kinds(page("?limit=3", 4)), ["violated"]);
  assert.deepEqual(kinds(page("", 11)), ["violated"]);
  assert.deepEqual(kinds(page("?limit=3", 3), page("", 11, { alteration: "when Accept is absent" })), [
    "violated",
  ]);
  const later = page("?cursor=a", 11, { alteration: "when its cursor was used before" });
  assert.deepEqual(kinds(page("", 10, { nextCursor: "a" }), later), ["violated"]);
});

test("what walks show each time has checks of its own, and what they show once has none", () => {
  const walked = (count: number) => ({ ...page("", count), purpose: "walk" });
  assert.deepEqual(kinds(page("", 11), walked(11)), ["missing"]);
  assert.deepEqual(kinds(page("", 11), walked(11), walked(10)), ["violated", "violated"]);
});

test("pages that hold as many or fewer are right", () => {
  assert.deepEqual(kinds(page("?limit=50", 50), page("?limit=50", 0), page("", 10)), ["held"]);
});

test("where no size is asked for, a cursor may keep that of its page", () => {
  for (const count of [10, 17])
    assert.deepEqual(kinds(page("?limit=17", 17, { nextCursor: "a" }), page("?cursor=a", count)), ["held"]);
  // Two pages may give the same cursor.
  const same = [page("?limit=17", 17, { nextCursor: "a" }), page("?limit=3", 3, { nextCursor: "a" })];
  assert.deepEqual(kinds(...same, page("?cursor=a", 17)), ["held"]);
});

test("a size that is asked for with a cursor counts, whatever the page was that it came with", () => {
  const first = page("?limit=7", 7, { nextCursor: "a" });
  for (const count of [2, 3]) assert.deepEqual(kinds(first, page("?limit=3&cursor=a", count)), ["held"]);
  assert.deepEqual(kinds(first, page("?limit=3&cursor=a", 7)), ["violated"]);
});

test("what is not as specified, or belongs to a cursor from elsewhere, says nothing", () => {
  for (const other of [
    page("?cursor=unknown", 99),
    page("?limit=0", 99),
    page("?limit=ten", 99),
    page("?limit=3&limit=4", 99),
    page("?limit=3", 99, { alteration: "without Authorization" }),
    exchange({ operation: "requestToken", body: { cards: Array(99).fill({}) } }),
    exchange({ body: { message: "no list" } }),
  ])
    assert.deepEqual(kinds(other), ["missing"]);
});

test("a list without a page size is not judged", () => {
  const { pageSize: _, ...paginated } = operations.listCards.paginated;
  const unsized = { ...operations.listCards, paginated: { ...paginated, pageSize: null } };
  assert.deepEqual(judgePageSizes([page("", 99)], unsized), []);
});

test("a run finds long pages for cursors that are used twice", async () => {
  const result = await proofRun({
    ...inTime,
    select: ({ id }) => /^(?:list|spelling\.list)/.test(id),
    run: { cases: 1000, writes: false },
    // So many that a page of twenty is not cut short by the end of the list.
    sandbox: { cards: 80, faults: [mutantSeams("page.default-twenty × cursor-again")] },
  });
  assert.deepEqual(idsWith(result, "failed"), ["list.limit.default"]);
});
