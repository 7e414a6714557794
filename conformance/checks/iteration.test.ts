import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../generated/operations.ts";
import { exchange } from "../wire/testing.ts";
import { iterationChecks } from "./iteration.ts";
import type { Run } from "./kit/check.ts";
import type { Walk } from "./kit/walk.ts";

const page = { exchange: exchange(), ids: [], items: [], next: null };
const walked = (limit: number | null, end: Walk["end"], ...ids: string[]): Walk => ({
  limit,
  pages: [page],
  end,
  ids,
});

/** The kinds of facts that a check finds in these walks, of a list that is the same before and after them. */
async function kindsIn(checkId: string, walks: readonly Walk[]): Promise<string[]> {
  const known: Record<string, unknown> = {
    "walks listCards": walks,
    "undisturbed walks listCards": walks,
    "list unchanged listCards": true,
  };
  const draw = { rows: 0 };
  const run = { draw, memoize: async (name: string) => known[name] } as unknown as Run;
  const check = iterationChecks(operations.listCards).find(({ id }) => id === checkId);
  assert.ok(check !== undefined);
  return (await check.run(run)).map(({ kind }) => kind);
}

const factsIn = (...walks: readonly Walk[]) => kindsIn("list.iteration.once", walks);

const whole = walked(null, "last-page", "CRD1", "CRD2", "CRD3");

test("a card that comes twice counts, even if only one walk came to its end", async () => {
  assert.ok((await factsIn(whole, walked(1, "cut", "CRD1", "CRD1"))).includes("violated"));
});

test("one complete walk alone shows nothing, since there is none to compare it with", async () => {
  assert.deepEqual(await factsIn(whole), ["missing"]);
  assert.deepEqual(await factsIn(whole, walked(1, "cut", "CRD1", "CRD2")), ["missing"]);
});

test("a complete walk that misses a card counts, and two that met the same cards hold", async () => {
  assert.ok((await factsIn(whole, walked(1, "last-page", "CRD1", "CRD2"))).includes("violated"));
  assert.deepEqual(await factsIn(whole, walked(2, "last-page", "CRD1", "CRD2", "CRD3")), ["held", "held"]);
});

test("an empty cursor that starts again or is refused is none, and one that leads on is", async () => {
  const pageOf = (id: string | null, next: string | null, status = 200) => ({
    exchange: exchange({ status }),
    ids: id === null ? null : [id],
    items: null,
    next,
  });
  const endings = async (...pages: Walk["pages"]) =>
    kindsIn("page.next-cursor.more", [{ ...whole, pages: [pageOf("CRD1", "n"), ...pages] }]);
  assert.deepEqual(await endings(pageOf("CRD2", ""), pageOf("CRD1", "n")), ["violated"]);
  assert.deepEqual(await endings(pageOf("CRD2", ""), pageOf(null, null, 400)), ["violated"]);
  assert.deepEqual(await endings(pageOf("CRD2", ""), pageOf("CRD3", null)), ["held"]);
  assert.deepEqual(await endings(pageOf("CRD2", ""), pageOf(null, null, 503)), ["held"]);
});
