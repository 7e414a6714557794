import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonText } from "../../../base/json-text.ts";
import { cardsOf } from "../../../sandbox/cards/index.ts";
import { proofRun } from "../../../selftest/in-memory.ts";

/** As many writes are sent before the value that somebody else sets would be the next one, each two less. */
const writes = 150;

test("what somebody else was seen to set is not written", async () => {
  let theirs = 0;
  const result = await proofRun({
    sandbox: {
      faults: [
        {
          intercept: ({ operation, count, state }) => {
            const [limits] = cardsOf(state)
              .slice(-1)
              .map((card) => card.limits);
            if (limits === undefined || operation !== "listCards") return null;
            if (theirs === 0) theirs = limits.daily - 2 * writes;
            else if (count % 40 === 0) limits.daily = theirs;
            return null;
          },
        },
      ],
    },
  });
  const sent = result.events.flatMap((event) =>
    event.event === "exchange" ? (/daily\\?":(\d+)/.exec(jsonText(event.request.body))?.[1] ?? []) : [],
  );
  // The very next one may be the amount of a write of another type.
  const isBeyond = (amount: number) => amount < theirs && amount > theirs - 20;
  assert.ok(sent.map(Number).some(isBeyond), `it went on to ${sent.at(-1)}`);
  assert.ok(!sent.includes(String(theirs)));
});
