import assert from "node:assert/strict";
import { test } from "node:test";
import type { Total } from "../../../generated/operations.ts";
import { exchange } from "../../wire/testing.ts";
import { operation } from "./testing.ts";
import { judgeTotals, totalCheck } from "./total.ts";

const list = (total: Total) =>
  operation({
    id: "listCards",
    paginated: { items: "/cards", id: null, parameter: "after", cursor: "/next", pageSize: null, total },
  });
const page = (count: number, next: string | null, total: unknown) =>
  exchange({ body: { cards: Array(count).fill({}), next, meta: { total } } });
const kinds = (...pages: Parameters<typeof judgeTotals>[1]) =>
  judgeTotals(list({ pointer: "/meta/total" }), pages).map(({ kind }) => kind);

test("there are more items than a page has that leads to another one", () => {
  assert.deepEqual(kinds(page(2, "a", 5), page(1, null, 5)), ["held"]);
  assert.deepEqual(kinds(page(2, "a", 2), page(2, "b", 2)), ["violated"]);
  assert.deepEqual(
    kinds(page(2, "a", 2), page(1, null, 1)),
    ["held"],
    "one page alone may have changed meanwhile",
  );
  assert.deepEqual(kinds(page(2, "a", null), page(2, "a", "2")), ["missing"]);
});

test("a header says it as well", () => {
  const said = (total: string) =>
    exchange({
      body: { cards: [{}], next: "a" },
      headers: [
        ["content-type", "application/json"],
        ["x-total-count", total],
      ],
    });
  const facts = (total: string) => judgeTotals(list({ header: "X-Total-Count" }), [said(total), said(total)]);
  assert.equal(facts("1")[0]?.kind, "violated");
  assert.equal(facts("2")[0]?.kind, "held");
  assert.equal(facts("many")[0]?.kind, "missing");
});

test("only a list that says it has this check", () => {
  assert.deepEqual(totalCheck(operation()), []);
});
