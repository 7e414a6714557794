import assert from "node:assert/strict";
import { test } from "node:test";
import { operations, type Pagination } from "../../generated/operations.ts";
import { sorted } from "./sorted.ts";

const order = (value: string, name: string, direction: "ascending" | "descending" | null) => ({
  value,
  pointer: `/${name}`,
  direction,
});
const orders = [
  order("size", "size", "ascending"),
  order("-size", "size", "descending"),
  order("name", "name", null),
  order("at", "at", "ascending"),
];
const page: Pagination = { ...operations.listCards.paginated, sort: { parameter: "sort", orders } };
const items = [
  { id: "a", size: 10, name: "Mia", at: "2026-01-01T12:00:00Z" },
  { id: "b", size: null, name: "Ann", at: "2026-01-01T12:30:00+01:00" },
  { id: "c", size: 9, name: "Zoe", at: "2026-01-02T00:00:00Z" },
];
const ids = (query: string, paginated = page) =>
  sorted(items, paginated, new URLSearchParams(query))
    .map(({ id }) => id)
    .join("");

test("a list comes in the order that is asked for, what has no value last", () => {
  assert.equal(ids("sort=size"), "cab");
  assert.equal(ids("sort=-size"), "acb");
  assert.equal(ids("sort=name"), "bac");
  assert.equal(ids("sort=at"), "bac");
});

test("as it is where nothing is asked for, or nothing that is known", () => {
  assert.equal(ids(""), "abc");
  assert.equal(ids("sort=color"), "abc");
  assert.equal(ids("sort=size", operations.listCards.paginated), "abc");
});

test("in the order of its words where nothing is asked for", () => {
  const usual = { ...page, usualOrder: { pointer: "/at", direction: "descending" } } as const;
  assert.equal(ids("", usual), "cab");
  assert.equal(ids("sort=size", usual), "cab");
  assert.equal(ids("sort=at", usual), "bac");
});
