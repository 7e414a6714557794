import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RunLogEvent } from "../base/events.ts";
import type { Card } from "../sandbox/cards/cards.ts";
import { cardsOf } from "../sandbox/cards/state.ts";
import { faultNamed } from "../sandbox/faults.ts";
import type { Seams } from "../sandbox/seams.ts";
import { proofRun } from "../selftest/in-memory.ts";
import type { RunOptions } from "./options.ts";

/** A seam that lets a test see the cards of a sandbox that a run makes. */
function watched(): { seams: Partial<Seams>; cards: () => readonly Card[] } {
  let cards: readonly Card[] = [];
  return {
    cards: () => cards,
    seams: {
      intercept: ({ state }) => {
        cards = cardsOf(state);
        return null;
      },
    },
  };
}

describe("a run", () => {
  const throwing = (message: string) => () => {
    throw new Error(message);
  };
  const late = () => new Promise((_, reject) => setImmediate(() => reject(new Error("too late"))));
  const isWrite = (event: RunLogEvent) => event.event === "exchange" && event.request.method === "PATCH";
  /** A callback that fails from its tenth call for a write on, and how the run was told to end. */
  const failing: readonly [name: string, callbacks: Partial<RunOptions>, description: RegExp][] = [
    [
      "onEvent throws",
      { onEvent: afterWrites(isWrite, throwing("the disk is full")) },
      /the suite itself failed: the disk is full/,
    ],
    ["onEvent rejects later", { onEvent: afterWrites(isWrite, late) }, /the suite itself failed: too late/],
    ["onNotice throws", { onNotice: throwing("nobody listens") }, /the suite itself failed: nobody listens/],
    [
      "reproduce throws",
      { reproduce: ({ id }) => (id.endsWith(".patch") ? throwing("no such command")() : id) },
      /the suite itself failed: no such command/,
    ],
  ];
  const whole = proofRun();
  for (const [name, callbacks, description] of failing) {
    it(`is stopped, puts limits back and has a footer where ${name}`, async () => {
      const { seams, cards } = watched();
      let before: unknown;
      const events: RunLogEvent[] = [];
      const { end, checks } = await proofRun({
        sandbox: { faults: [seams] },
        run: {
          ...callbacks,
          onEvent: (event) => {
            if (cards().length > 0) before ??= structuredClone(cards());
            events.push(event);
            return callbacks.onEvent?.(event);
          },
        },
      });
      assert.equal(end.exitCode, 4);
      assert.match(end.incomplete.join(), description);
      assert.equal(end.writes.leftChanged, null);
      assert.ok(end.writes.sent < (await whole).end.writes.sent, "the checks were stopped");
      assert.equal(checks.length, end.summary.expected, "every check has ended");
      assert.equal(events.at(-1)?.event, "end");
      assert.ok(Array.isArray(before) && before.length > 20);
      assert.deepEqual(cards(), before);
    });
  }

  it("is no success where nobody has taken its footer", async () => {
    const { end } = await proofRun({
      select: (check) => check.id === "token.request",
      run: { onEvent: ({ event }) => (event === "end" ? throwing("the disk is full")() : undefined) },
    });
    assert.equal(end.exitCode, 4);
    assert.match(end.incomplete.join(), /the disk is full/);
  });

  it("gives 1 where it has found a contradiction before it was ended", async () => {
    const ending = new AbortController();
    const { end } = await proofRun({
      sandbox: { faults: [faultNamed("card.last4-malformed").seams] },
      run: {
        signal: ending.signal,
        onEvent: (event) => {
          if (event.event === "check" && event.verdict === "failed") ending.abort();
        },
      },
    });
    assert.equal(end.exitCode, 1);
    assert.equal(end.writes.leftChanged, null);
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
    assert.deepEqual(result.end.writes, { card: null, sent: 0, budget: 0, leftChanged: null });
    assert.equal(result.end.requests, 3);
  });
});

/** A listener that does something from the tenth event of a kind on. */
function afterWrites(
  isCounted: (event: RunLogEvent) => boolean,
  act: () => unknown,
): NonNullable<RunOptions["onEvent"]> {
  let count = 0;
  return (event) => {
    if (isCounted(event)) count += 1;
    return count >= 10 && event.event !== "end" ? (act() as undefined) : undefined;
  };
}
