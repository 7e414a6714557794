import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import type { Exchange } from "../wire/exchange.ts";
import { exchange } from "../wire/testing.ts";
import { judgeDistinct } from "./page-distinct.ts";

const page = (purpose: string, ...ids: readonly unknown[]) =>
  exchange({ id: `${purpose} ${ids.join()}`, purpose, body: { cards: ids.map((id) => ({ id })) } });

const judged = (...log: readonly Exchange[]) => judgeDistinct(log, operations.listCards);
const kinds = (...log: readonly Exchange[]) => judged(...log).map(({ kind }) => kind);

test("an item that is twice on one page is a contradiction, whatever the page was read for", () => {
  const [fact] = judged(page("read back", "CRD1", "CRD2"), page("read back", "CRD3", "CRD2", "CRD3"));
  assert.equal(fact?.kind === "violated" && fact.message, "A page holds CRD3 twice.");
  assert.deepEqual(fact?.kind === "violated" && fact.exchanges, ["read back CRD3,CRD2,CRD3"]);
});

test("an item on two pages is none, since the list may have changed between them", () => {
  assert.deepEqual(kinds(page("walk", "CRD1", "CRD2"), page("walk", "CRD2", "CRD3")), ["held"]);
});

test("what the walks of a run show has checks of its own; items without an id are no matter of this one", () => {
  const [walked, other] = [page("walk", "CRD1", "CRD1"), page("walk", "CRD2", "CRD2")];
  const pages = [{ exchange: walked, ids: null, items: null, next: null }];
  const walks = [{ limit: null, pages, end: "last-page", ids: [] } as const];
  const judgedBeside = (...log: readonly Exchange[]) =>
    judgeDistinct(log, operations.listCards, walks).map(({ kind }) => kind);
  assert.deepEqual(judgedBeside(walked, other), ["missing"]);
  assert.deepEqual(judgedBeside(page("walk"), other), ["violated"], "a walk that came later");
  assert.deepEqual(kinds(page("walk", null, null, 7, 7)), ["held"]);
  assert.deepEqual(kinds(exchange({ operation: "requestToken" })), ["missing"]);
});
