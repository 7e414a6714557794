import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { Run } from "../kit/check.ts";
import { amountWith, fullestOf, isBare, triedOf } from "./amount.ts";
import { operation } from "./testing.ts";

test("of a list, some items from the whole of it are tried, the last one first", () => {
  assert.deepEqual(triedOf([1]), [1]);
  assert.deepEqual(triedOf([1, 2, 3]), [3, 2, 1]);
  assert.deepEqual(triedOf(Array.from({ length: 11 }, (_, index) => index)), [10, 8, 6, 4, 2, 0]);
});

test("what has lists and nothing in any of them is bare", () => {
  for (const bare of [[], { purchases: [], nextCursor: null }, { of: { more: [] } }]) assert.ok(isBare(bare));
  for (const not of [null, {}, { id: 1 }, { a: [], b: [1] }, [[]]])
    assert.ok(!isBare(not), JSON.stringify(not));
});

test("the first one that has enough is taken, or else the one that has most", async () => {
  const asked: number[] = [];
  const of = (enough: number, ...all: readonly number[]) =>
    fullestOf(all[0], all, {
      enough,
      of: async (one) => {
        asked.push(Number(one));
        return Number(one);
      },
    });
  assert.equal(await of(10, 3, 0, 7, 5), 7);
  assert.deepEqual(asked, [3, 0, 7, 5]);
  assert.equal(await of(1, 0, 2, 9), 2);
  assert.equal(await of(1, 0), 0, "none has anything");
});

test("of a list, the items of a large page are counted; of anything else, whether there is something", async () => {
  const paginated = {
    ...{ items: "/parts", id: { pointer: "/id", schema: null }, parameter: "after", cursor: "/next" },
    pageSize: { parameter: "limit", default: 10, minimum: 1, maximum: 50 },
  };
  const list = operation({ id: "listParts", path: "/v1/thing/{id}/part", paginated });
  const one = operation({ id: "getThing", path: "/v1/thing/{id}" });
  const amount = (described: typeof one, answer: (call: Call) => { status?: number; body?: object }) => {
    const call = async (_: string, asked: Call) => exchange(answer(asked));
    return amountWith({ probe: { call } } as unknown as Run, described, {}, {}, "id").of("T1");
  };
  const parts = (count: number) => ({ body: { parts: Array(count).fill({ id: "P" }) } });
  assert.equal(await amount(list, ({ query }) => parts(Number(query?.limit ?? 10))), 120);
  assert.equal(
    await amount(list, ({ query }) => (query?.limit ? { status: 400 } : parts(10))),
    10,
    "no size",
  );
  assert.equal(await amount(list, () => ({ status: 409 })), 0);
  assert.equal(await amount(list, () => ({ status: 403 })), 1, "told by what reads it");
  assert.equal(await amount(one, () => ({ body: { id: "T1" } })), 1);
  assert.equal(await amount(one, () => parts(0)), 0);
});
