import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { createMemo } from "../kit/sharing.ts";
import { judgeNumbered, type NumberedWalk, numberedPagesCheck } from "./numbered-pages.ts";
import { readItems } from "./pages.ts";
import { operation, runOver } from "./testing.ts";

const listOf = (counts: "pages" | "items") => {
  const first = counts === "pages" ? 1 : 0;
  const numbered = { parameter: "page", counts, first, size: { parameter: "size", default: 2 } };
  const listing = { items: "/things", id: { pointer: "/id", schema: null }, numbered };
  return operation({ id: "listThings", path: "/v1/thing", requirement: "list.request", listing });
};
const one = listOf("pages");
const byOffset = listOf("items");
const walk = (size: number | null, most: number, ...pages: readonly (readonly string[])[]): NumberedWalk => ({
  ...{ size, most },
  pages: pages.map((ids) => ({ items: ids.map((id) => ({ id })), exchange: exchange({}) })),
});
const whole = walk(null, 2, ["T1", "T2"], ["T3"]);
const told = (walked: NumberedWalk) =>
  judgeNumbered(one, whole, walked).map((fact) => (fact.kind === "violated" ? fact.received : fact.kind));

test("pages of every size show each item once, and no more than they should", () => {
  assert.deepEqual(told(whole), []);
  assert.deepEqual(told(walk(3, 3, ["T1", "T2", "T3"])), []);
  assert.deepEqual(told(walk(1, 1, ["T1"], ["T2"], ["T2", "T3"])), ["a page with 2"]);
  assert.deepEqual(told(walk(2, 2, ["T1", "T2"], ["T2", "T3"])), ["T2 twice"]);
  assert.deepEqual(told(walk(1, 1, ["T1"], ["T3"])), ["all but 1 item"]);
});

/** A run against a list of these things, which answers behind its last page with this status. */
function runWith(ids: readonly string[], behind: number, isOffset = false) {
  const asked: (string | undefined)[] = [];
  const call = async (_: string, { query = {} }: Call) => {
    const { page, size } = query as { readonly page?: string; readonly size?: string };
    asked.push(page);
    const most = Number(size ?? 2);
    const start = isOffset ? Number(page ?? 0) : (Number(page ?? 1) - 1) * most;
    if (start >= ids.length && behind !== 200) return exchange({ status: behind });
    return exchange({ body: { things: ids.slice(start, start + most).map((id) => ({ id })) } });
  };
  const run = { memoize: createMemo(), probe: { call, session: { exchanges: [] } } } as unknown as Run;
  return { run, asked };
}

test("a list with numbers is read to its end, behind which it may be empty, or refused", async () => {
  for (const behind of [200, 404]) {
    const { run, asked } = runWith(["T1", "T2", "T3", "T4"], behind);
    const items = await readItems(run, one, { path: {}, query: {} }, "test");
    assert.deepEqual(
      items,
      ["T1", "T2", "T3", "T4"].map((id) => ({ id })),
    );
    assert.deepEqual(asked, [undefined, "2", "3"]);
  }
});

test("a list with offsets is asked for what comes after the items that there were", async () => {
  const { run, asked } = runWith(["T1", "T2", "T3"], 200, true);
  const items = await readItems(run, byOffset, { path: {}, query: {} }, "test");
  assert.deepEqual(
    items,
    ["T1", "T2", "T3"].map((id) => ({ id })),
  );
  assert.deepEqual(asked, [undefined, "2", "3"]);
});

test("a page that is refused for another reason than that it is beyond the last one ends nothing", async () => {
  const { run } = runWith(["T1", "T2"], 429);
  await assert.rejects(readItems(run, one, { path: {}, query: {} }, "test"), /can't be read/);
});

test("what stands on two pages, since the list moved meanwhile, is one item", async () => {
  const { run } = runWith(["T1", "T2", "T2", "T3"], 200);
  const items = await readItems(run, one, { path: {}, query: {} }, "test");
  assert.deepEqual(
    items,
    ["T1", "T2", "T3"].map((id) => ({ id })),
  );
});

test("only a list whose pages have numbers is walked so", () => {
  assert.equal(numberedPagesCheck(one).length, 1);
  assert.deepEqual(
    numberedPagesCheck(operation({ id: "listThings", path: "/v1/thing", requirement: "list.request" })),
    [],
  );
});

/** What the check says of a list that answers each request for a page in this way. */
async function judged(page: (number: number, size: number, request: number) => readonly string[]) {
  let requests = 0;
  const run = runOver(({ page: number, size }) => {
    requests += 1;
    return page(Number(number ?? 1), Number(size ?? 2), requests).map((id) => ({ id }));
  });
  const facts = (await numberedPagesCheck(one)[0]?.run(run)) ?? [];
  return facts.map(({ kind }) => kind);
}
const pageOf = (ids: readonly string[], number: number, size: number) =>
  ids.slice((number - 1) * size, number * size);

test("a list that loses an item is told, one that changes while it is read is not", async () => {
  const ids = ["T1", "T2", "T3", "T4", "T5"];
  assert.deepEqual(await judged((number, size) => pageOf(ids, number, size)), ["held"]);
  const losing = (number: number, size: number) =>
    pageOf(ids, number, size).slice(size === 3 && number === 2 ? 1 : 0);
  assert.ok((await judged(losing)).includes("violated"));
  const moving = (number: number, size: number, request: number) =>
    pageOf(request > 2 ? ["T0", ...ids] : ids, number, size);
  assert.deepEqual(await judged(moving), ["missing"]);
});
