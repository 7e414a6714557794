import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { samples } from "../../generated/samples.ts";
import type { Card } from "../../generated/types.ts";
import type { PaginationError } from "../core/errors.ts";
import { type Handler, sendJson, startApi } from "../testing/api.ts";
import { testClient, until } from "../testing/client.ts";

function card(n: number): Card {
  return { ...(samples.listCards.items[0] as Card), id: `CRD${n}` };
}

interface TestPage {
  readonly items: number[];
  readonly next?: unknown;
}

/** Serves pages by their cursor; the first one has the cursor "first". */
function pages(byCursor: Record<string, TestPage>): Handler {
  return ({ query }, response) => {
    const page = byCursor[query.get("cursor") ?? "first"];
    const cards = page?.items.map(card);
    sendJson(response, 200, { cards, ...(page && "next" in page ? { nextCursor: page.next } : {}) });
  };
}

const threePages = pages({
  first: { items: [1, 2], next: "a" },
  a: { items: [3], next: "b" },
  b: { items: [4] },
});

test("items of all pages, in order", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const ids: string[] = [];
  for await (const { id } of client.cards.list()) ids.push(id);
  assert.deepEqual(ids, ["CRD1", "CRD2", "CRD3", "CRD4"]);
  assert.deepEqual(
    api.requests.map(({ query }) => query.toString()),
    ["", "cursor=a", "cursor=b"],
  );
});

test("pages with their cursor and their answer", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const seen: unknown[] = [];
  for await (const page of client.cards.list().pages()) {
    seen.push([
      page.items.length,
      page.nextCursor,
      page.result.status,
      (await page.result.response.json()) !== null,
    ]);
  }
  assert.deepEqual(seen, [
    [2, "a", 200, true],
    [1, "b", 200, true],
    [1, undefined, 200, true],
  ]);
});

test("toArray takes as many as asked for and no page more", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.cards.list().toArray({ max: 2 })).length, 2);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(api.requests.length, 1);
  assert.equal((await client.cards.list().toArray({ max: 3 })).length, 3);
  assert.equal((await client.cards.list().toArray({ max: Number.POSITIVE_INFINITY })).length, 4);
  assert.deepEqual(await client.cards.list().toArray({ max: 0 }), []);
});

test("toArray needs a number", async () => {
  const { client } = testClient("http://127.0.0.1:9");
  for (const max of [Number.NaN, undefined, "5"]) {
    await assert.rejects(client.cards.list().toArray({ max: max as number }), { code: "invalid-argument" });
  }
  assert.throws(() => client.cards.list({ maxPages: Number.NaN }), { code: "invalid-argument" });
});

test("null ends the list as absence does", async (t) => {
  const api = await startApi(t, pages({ first: { items: [1], next: null } }));
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.cards.list().toArray({ max: 9 })).length, 1);
  assert.equal(api.requests.length, 1);
});

test("an empty page is followed, and so is an empty cursor", async (t) => {
  const api = await startApi(
    t,
    pages({ first: { items: [], next: "" }, "": { items: [], next: "x" }, x: { items: [7] } }),
  );
  const { client } = testClient(api.baseUrl);
  assert.deepEqual(
    (await client.cards.list().toArray({ max: 9 })).map(({ id }) => id),
    ["CRD7"],
  );
});

test("a cursor is sent back byte for byte, and limit with it", async (t) => {
  const cursor = "a+/=&?#% ü\u0000\"'";
  const api = await startApi(t, pages({ first: { items: [1], next: cursor }, [cursor]: { items: [2] } }));
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.cards.list({ limit: 7 }).toArray({ max: 9 })).length, 2);
  assert.equal(api.requests[1]?.query.get("cursor"), cursor);
  assert.deepEqual(
    api.requests.map(({ query }) => query.get("limit")),
    ["7", "7"],
  );
});

for (const loop of [["a"], ["a", "b"], ["a", "b", "c"]]) {
  test(`a loop over ${loop.length} cursors is an error, and every page before it is delivered`, async (t) => {
    const byCursor = Object.fromEntries(
      loop.map((name, i) => [name, { items: [i], next: loop[(i + 1) % loop.length] }]),
    );
    const api = await startApi(t, pages({ first: { items: [9], next: "a" }, ...byCursor }));
    const { client } = testClient(api.baseUrl);
    let items = 0;
    const walk = async () => {
      for await (const _ of client.cards.list()) items++;
    };
    await assert.rejects(walk, (error: PaginationError) => {
      assert.deepEqual([error.code, error.pages], ["page-loop", loop.length + 1]);
      return true;
    });
    assert.equal(items, loop.length + 1, "the page with the repeated cursor has items too");
  });
}

test("too many pages are an error", async (t) => {
  const api = await startApi(t, (_, response, count) =>
    sendJson(response, 200, { cards: [card(count)], nextCursor: `c${count}` }),
  );
  const { client } = testClient(api.baseUrl);
  const items: unknown[] = [];
  const walk = async () => {
    for await (const item of client.cards.list({ maxPages: 5 })) items.push(item);
  };
  await assert.rejects(walk, { code: "page-limit", pages: 5 });
  assert.equal(items.length, 5);
});

test("a page is retried, not the walk", async (t) => {
  const api = await startApi(t, (request, response, count) => {
    if (count === 2) sendJson(response, 503, {});
    else threePages(request, response, count);
  });
  const { client } = testClient(api.baseUrl);
  assert.equal((await client.cards.list().toArray({ max: 9 })).length, 4);
  assert.deepEqual(
    api.requests.map(({ query }) => query.get("cursor")),
    [null, "a", "a", "b"],
  );
});

test("the next page is fetched while the caller works, one ahead and no more", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const iterator = client.cards.list().pages()[Symbol.asyncIterator]();
  await iterator.next();
  await until(() => api.requests.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(api.requests.length, 2);
  await iterator.return?.();
});

test("prefetching can be turned off", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const iterator = client.cards.list({ prefetch: false }).pages()[Symbol.asyncIterator]();
  await iterator.next();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(api.requests.length, 1);
});

test("breaking out of the loop ends the page that is under way", async (t) => {
  let ended = false;
  const api = await startApi(t, (request, response, count) => {
    if (count === 1) threePages(request, response, count);
    else response.on("close", () => (ended = true));
  });
  const { client, clock } = testClient(api.baseUrl);
  for await (const _ of client.cards.list()) {
    await until(() => api.requests.length === 2);
    break;
  }
  await until(() => ended);
  await until(() => clock.pending === 0);
});

test("a prefetch that fails is told when its page is asked for, or not at all", async (t) => {
  const api = await startApi(t, (request, response, count) => {
    if (request.query.has("cursor")) sendJson(response, 410, {});
    else threePages(request, response, count);
  });
  const { client } = testClient(api.baseUrl);
  for await (const _ of client.cards.list()) {
    await until(() => api.requests.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    break;
  }
  let items = 0;
  const walk = async () => {
    for await (const _ of client.cards.list()) items++;
  };
  await assert.rejects(walk, { code: "refused", status: 410 });
  assert.equal(items, 2);
});

test("the caller's signal ends a walk and keeps no listener", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const controller = new AbortController();
  const walk = async () => {
    for await (const _ of client.cards.list({ signal: controller.signal })) controller.abort("enough");
  };
  await assert.rejects(walk, { code: "aborted", cause: "enough" });
  assert.equal(getEventListeners(controller.signal, "abort").length, 0);
});

for (const prefetch of [true, false]) {
  test(`nothing comes after an abort: no item of the page at hand, no page that is there (prefetch: ${prefetch})`, async (t) => {
    const api = await startApi(t, threePages);
    const { client } = testClient(api.baseUrl);
    for (const at of [1, 2, 3]) {
      const controller = new AbortController();
      const options = { signal: controller.signal, prefetch };
      const [ids, sizes]: [string[], number[]] = [[], []];
      const items = async () => {
        for await (const { id } of client.cards.list(options)) {
          ids.push(id);
          // The next page has time to come.
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (ids.length === at) controller.abort("enough");
        }
      };
      await assert.rejects(items, { code: "aborted", cause: "enough" });
      assert.equal(ids.length, at);
      const again = new AbortController();
      const pages = async () => {
        for await (const page of client.cards.list({ ...options, signal: again.signal }).pages()) {
          sizes.push(page.items.length);
          await new Promise((resolve) => setTimeout(resolve, 20));
          if (sizes.length === Math.min(at, 2)) again.abort("enough");
        }
      };
      await assert.rejects(pages, { code: "aborted", cause: "enough" });
      assert.equal(sizes.length, Math.min(at, 2));
    }
  });
}

test("each iteration is a walk of its own", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const list = client.cards.list();
  assert.equal(api.requests.length, 0, "nothing is requested before");
  assert.equal((await list.toArray({ max: 9 })).length, 4);
  assert.equal((await list.toArray({ max: 9 })).length, 4);
});

const shapes: Record<string, unknown> = {
  "no items": { nextCursor: "a" },
  "items that are no array": { cards: {} },
  "a cursor that is a number": { cards: [], nextCursor: 5 },
  "an array": [],
  null: null,
  text: "x",
};
for (const [name, body] of Object.entries(shapes)) {
  test(`a page with ${name} is an error, not the end`, async (t) => {
    const api = await startApi(t, (_, response) => sendJson(response, 200, body));
    const { client } = testClient(api.baseUrl);
    await assert.rejects(client.cards.list().toArray({ max: 9 }), { code: "response-shape", status: 200 });
  });
}

test("any operation that is described as paginated can be walked by its path", async (t) => {
  const api = await startApi(t, threePages);
  const { client } = testClient(api.baseUrl);
  const items = await client.paginate("/v1/card", { params: { query: { limit: 2 } } }).toArray({ max: 9 });
  assert.equal(items.length, 4);
  // @ts-expect-error this one is not
  assert.throws(() => client.paginate("/v1/card/{id}/limits"), { code: "invalid-argument" });
});
