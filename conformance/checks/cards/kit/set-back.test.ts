import assert from "node:assert/strict";
import { test } from "node:test";
import { runDefaults } from "../../../run/options.ts";
import { cardsOf } from "../../../sandbox/cards/index.ts";
import { proofRun } from "../../../selftest/in-memory.ts";
import { linesWith } from "../../../selftest/verdicts.ts";

/** How many requests there are between two times at which somebody sets the limit back. */
const every = 20;

test("who sets another limit back to what it was, again and again, is not taken for the server", async () => {
  let requests = 0;
  const first = new Map<string, number>();
  const { cases, concurrency } = runDefaults;
  const result = await proofRun({
    takesMs: 15,
    run: { cases, concurrency, seed: every },
    sandbox: {
      faults: [
        {
          intercept: ({ state }) => {
            requests += 1;
            for (const { id, limits } of cardsOf(state)) {
              if (!first.has(id)) first.set(id, limits.monthly);
              if (requests > 60 && requests % every === 0) limits.monthly = first.get(id) ?? limits.monthly;
            }
            return null;
          },
        },
      ],
    },
  });
  assert.deepEqual(linesWith(result, "failed"), []);
});
