import assert from "node:assert/strict";
import { test } from "node:test";
import type { Total } from "../../../generated/operations.ts";
import { exchange, wireRequest } from "../../wire/testing.ts";
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

test("what a page passes over is there as well", () => {
  const numbered = { parameter: "offset", counts: "items", first: 0, size: null } as const;
  const one = operation({
    id: "listCards",
    listing: {
      items: "/cards",
      id: { pointer: "/id", schema: null },
      numbered,
      total: { pointer: "/meta/total" },
    },
  });
  const at = (offset: number, count: number, total: number) =>
    exchange({
      body: { cards: Array(count).fill({}), meta: { total } },
      request: wireRequest({ url: `https://api.example.com/v1/card?offset=${offset}` }),
    });
  const kinds = (...pages: Parameters<typeof judgeTotals>[1]) =>
    judgeTotals(one, pages).map(({ kind }) => kind);
  assert.deepEqual(kinds(at(0, 2, 6), at(2, 2, 6), at(4, 2, 6)), ["held"]);
  assert.deepEqual(kinds(at(0, 2, 6), at(2, 2, 3), at(4, 2, 2)), ["violated"], "counted from there on");
  assert.deepEqual(kinds(at(9, 0, 6), at(9, 0, 6)), ["held"], "nothing is there any more");
});

test("only a list that says it has this check", () => {
  assert.deepEqual(totalCheck(operation()), []);
});

test("where the filters make the number smaller, there are no more than a whole list holds", () => {
  const place = { pointer: "/meta/total" };
  const judge = (total: Total, ...pages: readonly ReturnType<typeof page>[]) =>
    judgeTotals(list(total), pages).map(({ kind }) => kind);
  const whole = [page(2, null, 9), page(3, null, 9)];
  assert.deepEqual(judge({ ...place, ofFiltered: true }, ...whole), ["violated"]);
  assert.deepEqual(judge(place, ...whole), ["held"], "nothing says what is counted");
  const request = wireRequest({ url: "http://server.invalid/v1/card?after=a" });
  const last = whole.map((one) => ({ ...one, request }));
  assert.deepEqual(judge({ ...place, ofFiltered: true }, ...last), ["held"], "others come before these");
  const write = { ...exchange({ request: wireRequest({ method: "DELETE" }) }), operation: null };
  assert.deepEqual(
    judgeTotals(list({ ...place, ofFiltered: true }), [write, ...whole]).map(({ kind }) => kind),
    ["held"],
    "what was removed a moment ago may be counted still",
  );
});

test("a walk from its first page to its last one tells how many there are", () => {
  const asked = (query: string, count: number, next: string | null, total: number) => {
    const url = `http://server.invalid/v1/card?kind=a${query}`;
    return { ...page(count, next, total), request: wireRequest({ url }) };
  };
  const kind = (...pages: readonly ReturnType<typeof asked>[]) =>
    judgeTotals(list({ pointer: "/meta/total", ofFiltered: true }), pages).map((fact) => fact.kind);
  const walk = (total: number) => [asked("", 2, "a", total), asked("&after=a", 1, null, total)];
  assert.deepEqual(kind(...walk(3), ...walk(3)), ["held"]);
  assert.deepEqual(kind(...walk(9), ...walk(9)), ["violated"], "more than all pages have");
  assert.deepEqual(kind(...walk(2), ...walk(2)), ["violated"], "fewer than all pages have");
  const end = walk(9).slice(1);
  assert.deepEqual(kind(...end, ...end), ["held"], "nothing shows how it began");
});

test("what was written is counted at once where the words say that every read shows it", () => {
  const at = (startedAt: number, one: ReturnType<typeof page>) => ({
    ...one,
    startedAt,
    endedAt: startedAt + 5,
  });
  const sent = { ...exchange({ request: wireRequest({ method: "POST" }) }), operation: null };
  const total = { pointer: "/meta/total", ofFiltered: true } as const;
  const kind = (showsWrites: boolean, first: number, status = 201) => {
    const { row, description } = list(total);
    const one = { row: { ...row, ...(showsWrites && { showsWrites: true as const }) }, description };
    const write = at(1000, { ...sent, response: exchange({ status }).response });
    return judgeTotals(one, [write, at(first, page(2, null, 3)), at(first + 9, page(2, null, 3))]).map(
      (fact) => fact.kind,
    );
  };
  assert.deepEqual(kind(true, 1006), ["violated"]);
  assert.deepEqual(kind(false, 1006), ["held"]);
  assert.deepEqual(kind(true, 1006, 202), ["held"], "it is carried out later");
});
