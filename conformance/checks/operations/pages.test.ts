import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import { readItems } from "./pages.ts";
import { operation, writingRun } from "./testing.ts";

const listing = {
  ...{ items: "/things", id: { pointer: "/id", schema: null }, pageSize: null },
  ...{ parameter: "after", cursor: "/next" },
};

/** How many things are read of so many, where each page goes on from a place as this says, and how many requests that takes. */
async function read(all: number, pageFrom: (place: number, request: number) => number) {
  const list = operation({ id: "listThings", path: "/v1/thing", paginated: listing as never });
  let requests = 0;
  const run = writingRun(async (_: string, { query = {} }: Call) => {
    const place = Number((query as Readonly<Record<string, string>>).after ?? 0);
    const end = Math.min(all, place + pageFrom(place, requests));
    requests += 1;
    const things = Array.from({ length: end - place }, (_, index) => ({ id: `T${place + index}` }));
    return exchange({ body: { things, next: end < all ? String(end) : null } });
  });
  const items = await readItems(run, list, { path: {}, query: {} }, "test");
  return { items: items.length, requests };
}

test("a list is read to its end, and ten pages of a long one", async () => {
  assert.deepEqual(await read(25, () => 10), { items: 25, requests: 3 });
  assert.deepEqual(await read(1000, () => 10), { items: 100, requests: 10 });
});

test("pages of different lengths are followed further, since ten of them may be few items", async () => {
  assert.deepEqual(await read(60, (place) => (place % 2 === 0 ? 3 : 2)), { items: 60, requests: 30 });
});

test("a page without items may lead to the same place, and is not the end until there are many of them", async () => {
  assert.deepEqual(await read(20, (_, request) => (request % 4 === 3 ? 10 : 0)), { items: 20, requests: 8 });
  const { items, requests } = await read(20, () => 0);
  assert.equal(items, 0);
  assert.ok(requests <= 30, `${requests}`);
});
