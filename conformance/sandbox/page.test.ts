import assert from "node:assert/strict";
import { test } from "node:test";
import { operations, type Search } from "../../generated/operations.ts";
import { choose } from "./choices.ts";
import { endsWithNull, servePage } from "./page.ts";
import { contextOf } from "./testing.ts";

test("the last page has its cursor as null where a page must have one and may have null", () => {
  const page = { cards: [], next: "a" };
  assert.equal(
    endsWithNull(page, "/next", (value) => Object.hasOwn(value as object, "next")),
    true,
  );
  assert.equal(
    endsWithNull(page, "/next", () => true),
    false,
  );
  // A cursor that is required and cannot be null has no end that fits.
  assert.equal(
    endsWithNull(page, "/next", () => false),
    false,
  );
});

test("an answer to a question about one list says nothing of another one", async () => {
  const context = await contextOf({ limit: "0" }, choose(["gap.limit.invalid", "default"]));
  assert.equal(servePage(context, operations.listCards).status, 200);
  const other = { ...operations.listCards, id: "listOthers" as typeof operations.listCards.id };
  assert.equal(servePage(context, other).status, 400);
});

test("a filter by free text leaves the items with this text, and none that is only like it", async () => {
  const filters = { nickname: { pointer: "/nickname", values: null, isText: true } };
  const filtered = { ...operations.listCards, paginated: { ...operations.listCards.paginated, filters } };
  const shown = async (query: Record<string, string>) => {
    const response = servePage(await contextOf(query), filtered);
    const { cards } = response.body as { cards: readonly { nickname: string }[] };
    return cards.map(({ nickname }) => nickname);
  };
  const [first = ""] = await shown({});
  assert.deepEqual([...new Set(await shown({ nickname: first }))], [first]);
  assert.deepEqual(await shown({ nickname: first.slice(0, -1) }), []);
});

test("a text is looked for in any part of what items have, and in any case, where the description says so", async () => {
  const found = async (nickname: string, search: Search) => {
    const filters = { nickname: { pointer: "/nickname", values: null, isText: true, search } };
    const paginated = { ...operations.listCards.paginated, filters };
    const { body } = servePage(await contextOf({ nickname }), { ...operations.listCards, paginated });
    return (body as { cards: readonly { nickname: string }[] }).cards.some(
      (card) => card.nickname === "Team events",
    );
  };
  assert.ok(await found("eam ev", {}));
  assert.ok(!(await found("EAM EV", {})));
  assert.ok(await found("EAM EV", { ignoresCase: "ASCII" }));
  assert.ok(!(await found("eam%ev", { ignoresCase: "ASCII" })));
});

test("a bound shows what is just its value, unless that is beyond it", async () => {
  const shown = async (isExclusive?: true) => {
    const most = {
      pointer: "/availableBalance",
      side: "upper" as const,
      ...(isExclusive && { isExclusive }),
    };
    const paginated = { ...operations.listCards.paginated, ranges: { most } };
    const read = async (query: Record<string, string>) => {
      const { body } = servePage(await contextOf(query), { ...operations.listCards, paginated });
      return (body as { cards: readonly { availableBalance: number }[] }).cards;
    };
    const [first] = await read({});
    assert.ok(first !== undefined);
    const left = await read({ most: String(first.availableBalance) });
    return left.some(({ availableBalance }) => availableBalance === first.availableBalance);
  };
  assert.deepEqual([await shown(), await shown(true)], [true, false]);
});
