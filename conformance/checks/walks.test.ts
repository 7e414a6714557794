import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { operations } from "../../generated/operations.ts";
import { runDefaults } from "../run/options.ts";
import { pageOf, type Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { linesWith } from "../selftest/verdicts.ts";
import { fullPage, oneLeft, sizesFor, smallPages } from "./walks.ts";

test("a long list is walked in pages of which the last is full as well, where there are such", () => {
  assert.equal(fullPage(84), 42);
  assert.equal(fullPage(1000), 50);
  assert.equal(fullPage(137), 50, "a prime number of items");
});

test("a long list is walked in pages that leave one item for the last, where there are such", async () => {
  assert.deepEqual(oneLeft(137), [34]);
  assert.deepEqual(oneLeft(3200), []);
  const page: Seams["page"] = (request) => {
    const { items, next } = pageOf(request);
    return { items, next: next === request.items.length - 1 ? null : next };
  };
  assert.notDeepEqual(await foundIn(137, page), []);
});

test("a long list is walked to its end in small pages as well, where they are not too many", async () => {
  assert.deepEqual(smallPages(137), [5]);
  assert.deepEqual(smallPages(3200), []);
  // Eight are of the same second: a cursor that says no more than that leads behind all of them.
  const isAlike = (position: number) => position > 60 && position < 68;
  const page: Seams["page"] = (request) => {
    const { items, next } = pageOf(request);
    return { items, next: next !== null && isAlike(next) ? 68 : next };
  };
  assert.notDeepEqual(await foundIn(137, page), []);
});

/** What the checks of whole lists say of a server with so many cards that makes its pages in this way. */
async function foundIn(cards: number, page: Seams["page"]): Promise<readonly string[]> {
  const result = await proofRun({
    select: ({ id }) => id.startsWith("list.iteration"),
    run: { cases: 0 },
    sandbox: { faults: [{ page }], cards },
  });
  return linesWith(result, "failed");
}

test("the largest size that is stated is asked for, and none where none is", () => {
  const sizes = (isAllowed?: (size: number) => boolean) =>
    sizesFor(operations.listCards, 20, isAllowed).map(([size]) => size);
  assert.deepEqual(sizes((size) => size >= 2 && size <= 50).at(-1), 50);
  assert.ok(!sizes((size) => size >= 2 && size <= 50).includes(1));
  assert.ok(!sizes().includes(1000));
});

test("a list is walked one by one to its end where that does not take long", () => {
  const pagesOfOne = (count: number, pageMs?: number) =>
    sizesFor(operations.listCards, count, () => true, pageMs).find(([size]) => size === 1)?.[1];
  assert.equal(pagesOfOne(300, 2), 301);
  assert.equal(pagesOfOne(300, 100), 4);
  assert.equal(pagesOfOne(300), 4, "how long a page takes is not known");
  assert.equal(pagesOfOne(300, 0), 4, "the clock stands still");
  assert.equal(pagesOfOne(900, 1), 4);
});

test("pages that are short only while others are read are told, though a walk alone does not show them", async () => {
  const page: Seams["page"] = (request, { beside }) =>
    pageOf({ ...request, limit: beside > 0 ? Number(String(request.limit)[0]) : request.limit });
  const result = await proofRun({
    select: ({ id }) => id === "list.limit.exact",
    run: { cases: 0, concurrency: runDefaults.concurrency },
    sandbox: { faults: [{ page }], work: () => setTimeout(1) },
  });
  const [line = ""] = linesWith(result, "failed");
  assert.match(line, /A page for limit=\d\d\d? holds \d cards, while other requests are being answered/);
});
