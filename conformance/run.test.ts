import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { proofRun } from "./proof/in-memory.ts";
import type { Card } from "./sandbox/cards.ts";
import type { Seams } from "./sandbox/seams.ts";

/** A seam that lets a test see the cards of a sandbox that a run makes. */
function watched(): { seams: Partial<Seams>; cards: () => readonly Card[] } {
  let cards: readonly Card[] = [];
  return {
    cards: () => cards,
    seams: {
      intercept: ({ state }) => {
        cards = state.cards;
        return null;
      },
    },
  };
}

describe("a run", () => {
  it("puts limits back even when nobody can take its events any more", async () => {
    const { seams, cards } = watched();
    let before: unknown;
    let writes = 0;
    const run = proofRun({
      sandbox: { faults: [seams] },
      run: {
        onEvent: (event) => {
          if (cards().length > 0) before ??= structuredClone(cards());
          if (event.event === "exchange" && event.request.method === "PATCH") writes += 1;
          if (writes > 10) throw new Error("the disk is full");
        },
      },
    });
    const { end, checks } = await run;
    assert.equal(end.exitCode, 4);
    assert.match(end.incomplete.join(), /the suite itself failed: the disk is full/);
    assert.equal(end.writes.leftChanged, null);
    assert.ok(checks.length === end.summary.expected, "every check has ended");
    assert.ok(Array.isArray(before) && before.length > 20);
    assert.deepEqual(cards(), makeLike(before, cards()));
  });

  it("keeps within its budget of writes", async () => {
    const result = await proofRun({
      select: (check) => check.id.endsWith(".patch") || check.id === "gap.patch.monthly",
    });
    const { sent, budget, leftChanged } = result.end.writes;
    assert.ok(sent > 20 && sent <= budget, `${sent} of ${budget}`);
    assert.equal(leftChanged, null);
  });

  it("writes nothing, and reads nothing for it, where no selected check writes", async () => {
    const result = await proofRun({ select: (check) => check.id === "token.request" });
    assert.deepEqual(result.end.writes, { card: null, sent: 0, budget: 150, leftChanged: null });
    assert.equal(result.end.requests, 3);
  });
});

/** The cards as they are, with the limits that they had. */
function makeLike(before: unknown, now: readonly Card[]): readonly Card[] {
  const limits = new Map((before as Card[]).map((card) => [card.id, card.limits]));
  return now.map((card) => ({ ...card, limits: limits.get(card.id) ?? card.limits }));
}
