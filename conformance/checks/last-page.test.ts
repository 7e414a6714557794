import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { faultNamed } from "../sandbox/faults.ts";
import { proofRun } from "../selftest/in-memory.ts";
import { idsWith } from "../selftest/verdicts.ts";
import type { Exchange } from "../wire/exchange.ts";
import { exchange, wireRequest } from "../wire/testing.ts";
import { judgeLastPages } from "./last-page.ts";

/** A page of the list: the query it was asked for with, its cards, and its cursor. */
const page = (
  query: string,
  ids: readonly number[],
  nextCursor: string | null = null,
  purpose = "read back",
) =>
  exchange({
    id: `${query} ${ids.join()}`,
    purpose,
    request: wireRequest({ url: `http://server.invalid/v1/card${query}` }),
    body: { cards: ids.map((id) => ({ id: `CRD${id}` })), nextCursor },
  });

const write = (id: number) =>
  exchange({
    operation: "updateCardLimits",
    request: wireRequest({ method: "POST", url: `http://server.invalid/v1/card/CRD${id}/limits` }),
  });

const judged = (...log: readonly Exchange[]) => judgeLastPages(log, operations.listCards, true);
const kinds = (...log: readonly Exchange[]) => judged(...log).map(({ kind }) => kind);

const whole = page("?limit=9", [1, 2, 3, 4]);

test("a page without a cursor that lacks what was there before and after is a contradiction", () => {
  const [fact] = judged(whole, page("?limit=2", [1, 2]), whole);
  assert.equal(
    fact?.kind === "violated" && fact.message,
    "A list ended before CRD3 and 1 other, which were there before and after.",
  );
  assert.deepEqual(fact?.kind === "violated" && fact.exchanges, ["?limit=2 1,2"]);
  assert.deepEqual(kinds(whole, page("", [1, 2, 4]), whole), ["held"], "it does not end early");
});

test("a page without a cursor that leaves an item out is a contradiction of its own", () => {
  const left = (...ids: readonly number[]) =>
    judgeLastPages([whole, page("", ids), whole], operations.listCards, false).map(({ kind }) => kind);
  assert.deepEqual(left(1, 2, 4), ["violated"]);
  assert.deepEqual(left(1, 2), ["held"], "it ends early");
  assert.deepEqual(left(4, 2, 1, 3), ["held"]);
});

test("a list of several pages ends early where it is a beginning, and more is missing than moved", () => {
  const read = (second: readonly number[], ...first: readonly number[]) =>
    kinds(whole, page("?limit=1", first, "c1"), page("?limit=1&cursor=c1", second), whole);
  assert.deepEqual(read([2], 1), ["violated"]);
  assert.deepEqual(read([4], 1), ["held"], "what is missing may have moved to another page");
  assert.deepEqual(read([2, 3], 1), ["held"], "one may have moved");
  assert.deepEqual(read([4, 2, 3], 1), ["held"]);
  const moved = page("", [1, 2, 4, 3]);
  const second = page("?limit=1&cursor=c1", [2]);
  assert.deepEqual(kinds(whole, page("?limit=1", [1], "c1"), second, moved), ["held"], "cards move");
  assert.deepEqual(kinds(whole, page("?limit=9", [1, 2]), moved), ["violated"], "not within a page");
});

test("a cursor that was used before, or leads nowhere, shows nothing of the end", () => {
  const begun = page("?limit=1", [1], "c1");
  const [empty, short] = [page("?limit=1&cursor=c1", []), page("?limit=1&cursor=c1", [2])];
  assert.deepEqual(kinds(whole, begun, empty, whole), ["held"]);
  assert.deepEqual(kinds(whole, begun, page("?limit=1&cursor=c1", [2, 3, 4]), short, whole), ["held"]);
  assert.deepEqual(kinds(whole, begun, short, begun, short, whole), ["violated", "violated"]);
});

test("what is not there all the time may be missing, and so may what another request names", () => {
  const added = page("", [1, 2, 3, 4, 5]);
  assert.deepEqual(kinds(whole, added, whole), ["held"], "it was removed");
  assert.deepEqual(kinds(page("", [1, 2]), added), ["held"], "it came later");
  assert.deepEqual(kinds(whole, whole, page("", [1, 2])), ["held"], "it was removed at the end");
  const left = (...log: readonly Exchange[]) => judgeLastPages(log, operations.listCards, false)[0]?.kind;
  assert.equal(left(whole, page("", [1, 2, 4]), whole), "violated");
  assert.equal(
    left(whole, write(3), page("", [1, 2, 4]), whole),
    "violated",
    "a new amount takes nothing away",
  );
  const ofState = exchange({
    body: { cards: [1, 2, 3, 4].map((id) => ({ id: `CRD${id}`, limits: "none" })) },
  });
  assert.equal(left(ofState, write(3), page("", [1, 2, 4]), whole), "held", "it was written to");
  assert.deepEqual(kinds(whole, write(3), page("", [1, 2]), whole), ["violated"]);
});

test("a list that lacks what is being written to, and nothing else, is a contradiction on any of its pages", () => {
  const left = (second: readonly number[], ...writes: readonly Exchange[]) => {
    const pages = [page("?limit=2", [1, 2], "c1"), page("?limit=2&cursor=c1", second)];
    const [fact] = judgeLastPages([whole, ...writes, ...pages, whole], operations.listCards, false);
    return fact?.kind === "violated" ? fact.message : fact?.kind;
  };
  const told = (id: number) =>
    `A list left out CRD${id}, which was there before and after, while a write was under way.`;
  assert.equal(left([4], write(3)), told(3));
  assert.equal(left([3], write(4)), told(4));
  assert.equal(left([4]), "held", "it may have moved to another page");
  assert.equal(left([4], write(2)), "held");
  assert.equal(left([3, 5], write(4)), "held", "the list has changed meanwhile");
});

test("what is below another item is another list", () => {
  const below = (id: number, ids: readonly number[]): Exchange => ({
    ...page("", ids),
    request: wireRequest({ url: `http://server.invalid/v1/account/${id}/card` }),
  });
  assert.deepEqual(kinds(below(1, [1, 2]), below(2, [1]), below(1, [1, 2])), ["held"]);
  assert.deepEqual(kinds(below(1, [1, 2]), below(1, [1]), below(1, [1, 2])), ["violated"]);
});

test("what walks show each time has checks of its own, and what they show once has none", () => {
  const [short, long] = [page("", [1, 2], null, "walk"), page("", [1, 2, 3, 4], null, "walk")];
  assert.deepEqual(kinds(whole, short, whole), ["missing"]);
  assert.deepEqual(kinds(whole, short, long, whole), ["violated"]);
});

test("what is no whole list is no matter of this one", () => {
  for (const query of ["?status=blocked", "?limit=0", "?limit=2&limit=9", "?cursor=unknown"])
    assert.deepEqual(kinds(whole, page(query, [1, 2]), whole), ["held"], query);
  const altered = { ...page("", [1]), alteration: "with an empty cursor" };
  assert.deepEqual(kinds(whole, altered, page("", [1], "more"), whole), ["held"]);
  assert.deepEqual(kinds(page("", [1], "more")), ["missing"]);
});

test("of a list that ends too early after a write, no write is accused", async () => {
  const { seams } = faultNamed("page.ends-after-write");
  const result = await proofRun({ sandbox: { faults: [seams] } });
  assert.deepEqual(idsWith(result, "failed"), ["page.last"]);
});
