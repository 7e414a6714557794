import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, wireRequest } from "../../wire/testing.ts";
import { iterationChecks } from "../iteration.ts";
import { listRequestChecks } from "../list-request.ts";
import { pageSizeChecks } from "../page-size.ts";
import {
  cursorNameOf,
  isAllowedSize,
  isStatedSize,
  largestSize,
  listCheckId,
  mainList,
  nounOf,
  type PagedOperation,
  pagedOperations,
  pageQuery,
  pagesPerRead,
  readBack,
} from "./paged.ts";

assert.ok(mainList);
/** The main list under another name, with its items and its cursor inside of other objects, and no page size. */
const nested: PagedOperation = {
  ...mainList,
  id: "listDogs" as PagedOperation["id"],
  method: "GET",
  path: "/v9/dogs",
  paginated: { ...mainList.paginated, items: "/data/dogs", cursor: "/meta/after", pageSize: null },
};

test("words for a list come from its pointers, however deep they lead", () => {
  assert.deepEqual([nounOf(nested), cursorNameOf(nested)], ["dogs", "after"]);
  assert.equal(nounOf({ ...nested, paginated: { ...nested.paginated, items: "" } }), "items");
});

test("the main list has plain ids, and every other one ids and titles of its own", () => {
  assert.ok(pagedOperations.includes(mainList as PagedOperation));
  assert.equal(listCheckId("list.limit", mainList as PagedOperation), "list.limit");
  assert.equal(listCheckId("list.limit", nested), "list.limit.listDogs");
  const families = [listRequestChecks, iterationChecks];
  const all = [mainList as PagedOperation, nested].flatMap((list) => families.flatMap((of) => of(list)));
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.equal(new Set(all.map(({ title }) => title)).size, all.length);
  const own = families.flatMap((of) => of(nested));
  assert.ok(own.every(({ id, operations }) => id.endsWith(".listDogs") && operations?.join() === "listDogs"));
});

test("a list without a parameter for the page size has no checks of it", () => {
  assert.equal(pageSizeChecks(mainList as PagedOperation).length, 3);
  assert.deepEqual(pageSizeChecks(nested), []);
});

test("the query for a page has the names of the description, and no size where none is described", () => {
  const paged = mainList as PagedOperation;
  const renamed: PagedOperation = {
    ...paged,
    paginated: { ...paged.paginated, parameter: "pageToken", pageSize: { parameter: "size", default: 5 } },
  };
  assert.deepEqual(pageQuery(renamed, 3, "a"), { size: "3", pageToken: "a" });
  assert.deepEqual(pageQuery(renamed, null), {});
  const unsized = { ...renamed, paginated: { ...renamed.paginated, pageSize: null } };
  assert.deepEqual(pageQuery(unsized, 3, "a"), { pageToken: "a" });
});

test("no page is asked for that is larger than the description allows", () => {
  const paged = mainList as PagedOperation;
  assert.deepEqual([isAllowedSize(paged, 1000), largestSize(paged, 100)], [true, 100]);
  assert.equal(largestSize(nested, 100), null);
  // A schema that no number fits stands for any with bounds.
  const { pageSize } = paged.paginated;
  const bounded: PagedOperation = { ...paged, queryBounds: { [pageSize?.parameter ?? ""]: "CardId" } };
  assert.deepEqual([isAllowedSize(bounded, 1), largestSize(bounded, 100)], [false, null]);
});

test("a page may be asked to be as long as stated, where the description states how long one is at most", () => {
  const paged = mainList as PagedOperation;
  assert.equal(isStatedSize(paged, 40), false, "it states no largest one");
  const upTo50 = (size: number) => size <= 50;
  assert.deepEqual([isStatedSize(paged, 40, upTo50), isStatedSize(paged, 60, upTo50)], [true, false]);
  const { pageSize } = paged.paginated;
  const bounded: PagedOperation = { ...paged, queryBounds: { [pageSize?.parameter ?? ""]: "CardId" } };
  assert.equal(isStatedSize(bounded, 40), false, "no number fits");
});

test("what it takes to read back is counted in pages, other reads aside, and is one before the first time", () => {
  const page = (cursor: string, purpose = readBack) =>
    exchange({ purpose, request: wireRequest({ url: `http://server.invalid/v1/card?limit=100${cursor}` }) });
  assert.equal(pagesPerRead([page("", "walk"), page("&cursor=a", "walk")])(), 1);
  const threeAndTwo = [page(""), page("&cursor=a"), page("&cursor=b"), page(""), page("&cursor=a")];
  assert.equal(pagesPerRead([...threeAndTwo, page("&cursor=a", "walk")])(), 2.5);
  const log = threeAndTwo.slice(0, 3);
  const soFar = pagesPerRead(log);
  assert.equal(soFar(), 3);
  log.push(...threeAndTwo.slice(3));
  assert.equal(soFar(), 2.5);
});
