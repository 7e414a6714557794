/** A list that is a hundred times as long takes a run no hundred times as many requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose } from "../sandbox/choices.ts";
import { proofRun } from "./in-memory.ts";
import { idsWith } from "./verdicts.ts";

const judged = (cards: number) =>
  proofRun({
    sandbox: { cards, choices: choose(["gap.limit.maximum", "refused"]) },
    run: { cases: 100, seed: 1 },
  });

test("a list of 3,200 cards takes at most twice the requests of one of 32, and shows nearly as much", async () => {
  const [short, long] = [await judged(32), await judged(3200)];
  const [few, many] = [short.end.requests, long.end.requests];
  assert.ok(many < 2 * few, `${few} requests for 32 cards, ${many} for 3,200`);
  const missed = idsWith(short, "passed").filter((id) => !idsWith(long, "passed").includes(id));
  // Such a list is not walked to its end twice.
  assert.deepEqual(missed, ["list.iteration.once"]);
});

test("pages are as large as the way to the card needs, and no larger", async () => {
  const { events } = await proofRun({ sandbox: { cards: 250 }, run: { cases: 20 } });
  const limits = events.flatMap((event) =>
    event.event === "exchange" && event.purpose === "read back"
      ? [Number(new URL(event.request.url).searchParams.get("limit"))]
      : [],
  );
  assert.equal(Math.max(...limits), 300);
});
