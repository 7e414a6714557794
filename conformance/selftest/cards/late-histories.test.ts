/** Histories are played to their end where each write is to be seen only a moment after its answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cardIn, cardsOf } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { type Seams, specified } from "../../sandbox/seams.ts";
import { proofRun } from "../in-memory.ts";
import { idsWith } from "../verdicts.ts";

const lateMs = 150;

/** Lists show the cards as they were that long ago. */
function late(): Partial<Seams> {
  const copies: { readonly at: number; readonly text: string }[] = [];
  return {
    intercept: ({ now, state }) => {
      const text = JSON.stringify(cardsOf(state));
      if (copies.at(-1)?.text !== text) copies.push({ at: now, text });
      return null;
    },
    page: (asked, context) => {
      const shown = copies.findLast(({ at }) => at <= context.now - lateMs) ?? copies[0];
      return specified.page(
        shown === undefined ? asked : { ...asked, items: JSON.parse(shown.text) as typeof asked.items },
        context,
      );
    },
  };
}

/** What only a history of another order of size shows. */
const lowersAtm: Partial<Seams> = {
  apply: (change, { operation }) => {
    applyChange(change);
    const { limits } = cardIn(change);
    if (operation === "replaceCardLimits") limits.atm = Math.min(limits.atm, limits.daily);
  },
};

for (const [does, faults, fails] of [
  ["breaks no rule is not accused", [late()], []],
  ["breaks one that only a history shows is found", [late(), lowersAtm], ["write.effect.put"]],
] as const)
  test(`a server that shows writes late and ${does}`, async () => {
    const result = await proofRun({
      sandbox: { faults },
      run: { cases: 500 },
      takesMs: 20,
      select: ({ id }) => /^(?:write|idempotency|refused)\b.*(?:patch|put)$/.test(id),
    });
    assert.deepEqual(idsWith(result, "failed"), fails);
  });
