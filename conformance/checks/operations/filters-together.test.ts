import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { judgeFiltered } from "./filter-facts.ts";
import { filtersTogetherCheck, tellingPairs } from "./filters-together.ts";
import { operation } from "./testing.ts";

const state = { name: "state", filter: { pointer: "/state", values: ["open", "closed"], isText: false } };
const urgent = { name: "urgent", filter: { pointer: "/urgent", values: [true, false], isText: false } };
const a = { id: "CRD1", state: "open", urgent: false };
const b = { id: "CRD2", state: "closed", urgent: true };
const c = { id: "CRD3", state: "open", urgent: true };

const withFilters = (filters: Readonly<Record<string, typeof state.filter | typeof urgent.filter>>) =>
  operation({ requirement: "list.request", paginated: { ...operations.listCards.paginated, filters } });
const one = withFilters({ state: state.filter, urgent: urgent.filter });

test("a list with two filters or more is asked for values of two at once, but for free text", () => {
  const count = (filters: Parameters<typeof withFilters>[0]) =>
    filtersTogetherCheck(withFilters(filters)).length;
  assert.equal(filtersTogetherCheck(one).length, 1);
  assert.equal(count({ state: state.filter }), 0);
  assert.equal(count({ state: state.filter, note: { ...state.filter, isText: true } }), 0);
});

test("two values tell something where each leaves an item that the other does not", () => {
  const values = (items: readonly unknown[]) =>
    tellingPairs(one, [state, urgent], items).map((pair) => pair.map(({ value }) => value));
  assert.deepEqual(values([a, b, c]), [["open", true]]);
  assert.deepEqual(values([a, b]), [["open", true]], "none has both");
  assert.deepEqual(values([a, c]), [], "whoever is urgent is open as well");
});

test("what two filters leave has both values", () => {
  const judged = (...shown: readonly unknown[]) => {
    const all = [a, b, c];
    const seen = { before: all, shown, unlike: null, after: all, pages: ["1"] };
    const fact = judgeFiltered(
      one,
      [
        { ...state, value: "open" },
        { ...urgent, value: true },
      ],
      seen,
    );
    return fact.kind === "violated" ? `${fact.message} ${fact.received}` : fact.kind;
  };
  assert.equal(judged(c), "held");
  assert.match(
    judged(a, c),
    /\?state=open&urgent=true lists items that it was not asked for. an item with false$/,
  );
  assert.match(judged(b, c), /an item with closed$/);
  assert.match(judged(), /leaves out items that it was asked for. no CRD3$/);
});
