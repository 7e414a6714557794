import assert from "node:assert/strict";
import { test } from "node:test";
import type { Listing } from "../../../generated/operations.ts";
import { sortedListCheck } from "./sorted-list.ts";
import { operation, runOver } from "./testing.ts";

const orders = [
  { value: "size", pointer: "/size", direction: "ascending" as const },
  { value: "-size", pointer: "/size", direction: "descending" as const },
];
const filters = { state: { pointer: "/state", values: ["open"], isText: false } };
const listing: Listing = {
  items: "/things",
  id: { pointer: "/id", schema: null },
  filters,
  sort: { parameter: "sort", orders },
};
const things = [3, 1, 4, 2, 5].map((size, index) => ({
  id: `T${index}`,
  size,
  state: index === 4 ? "shut" : "open",
}));

type Query = Readonly<Record<string, string>>;

/** The things that a query leaves, in the order that it asks for. */
function right({ sort, state }: Query) {
  const left = things.filter((one) => state === undefined || one.state === state);
  const sorted = left.toSorted((one, other) => one.size - other.size);
  return sort === undefined ? left : sort === "size" ? sorted : sorted.toReversed();
}

async function told(answer: (query: Query) => readonly object[], change: Partial<Listing> = {}) {
  const one = operation({ requirement: "list.request", listing: { ...listing, ...change } });
  const facts = (await sortedListCheck(one)[0]?.run(runOver(answer))) ?? [];
  return facts.flatMap((fact) => (fact.kind === "violated" ? [fact.message.replace(/^.*\?/, "")] : []));
}

test("an order is kept beside a filter as well", async () => {
  assert.deepEqual(await told(right), []);
  const forgetful = ({ sort, state }: Query) => right(state === undefined ? ({ sort } as Query) : { state });
  const [first] = await told(forgetful);
  assert.equal(first, "state=open&sort=size lists its items in another order.");
});

test("an item that stands on two numbered pages is seen twice", async () => {
  const numbered = { parameter: "page", counts: "pages", first: 1, size: null } as const;
  const paged = (isOff: boolean) => (query: Query) => {
    const number = Number(query.page ?? 1);
    const start = (number - 1) * 2 - (isOff && number > 1 ? 1 : 0);
    return right(query).slice(start, number * 2);
  };
  const { sort = { parameter: "sort", orders } } = listing;
  assert.deepEqual(await told(paged(false), { numbered, sort, filters: {} }), []);
  assert.ok(
    (await told(paged(true), { numbered, sort, filters: {} })).includes("sort=size lists an item twice."),
  );
});

test("what a sorted list leaves out is missed beside the list in no order", async () => {
  const losing = (query: Query) =>
    query.sort === undefined ? right(query) : right(query).filter(({ id }) => id !== "T2");
  assert.ok(
    (await told(losing, { filters: {} })).includes("sort=size leaves out what it lists in no order."),
  );
});
