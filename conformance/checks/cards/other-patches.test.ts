import assert from "node:assert/strict";
import { test } from "node:test";
import { cardIn, cardsOf } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { faultNamed } from "../../sandbox/faults.ts";
import { proofRun } from "../../selftest/in-memory.ts";
import { idsWith, linesWith } from "../../selftest/verdicts.ts";

test("what patches set for a moment does not excuse that a write resets it", async () => {
  const { seams } = faultNamed("write.replaces.patch");
  const result = await proofRun({ sandbox: { faults: [seams] } });
  assert.deepEqual(idsWith(result, "failed"), ["write.other-fields.patch"]);
});

test("a patch that names nothing and resets a limit is found where that limit was 0 on every card", async () => {
  let isSet = false;
  const result = await proofRun({
    sandbox: {
      faults: [
        {
          intercept: ({ state }) => {
            if (!isSet) for (const { limits } of cardsOf(state)) limits.atm = 0;
            isSet = true;
            return null;
          },
          apply: (change, { request }) => {
            applyChange(change);
            if (request.body.trim() === "{}") cardIn(change).limits.atm = 0;
          },
        },
      ],
    },
  });
  assert.deepEqual(idsWith(result, "failed"), ["write.named-only.patch"]);
  assert.equal(result.end.writes.leftChanged, null);
});

test("a server that never changes a limit from 0 again is found, and the limit is put back", async () => {
  const result = await proofRun({
    sandbox: {
      faults: [
        {
          apply: (change, { operation }) => {
            const { monthly } = cardIn(change).limits;
            applyChange(change);
            if (operation === "updateCardLimits" && monthly === 0) cardIn(change).limits.monthly = 0;
          },
        },
      ],
    },
  });
  assert.deepEqual(idsWith(result, "failed"), ["write.zero.patch"]);
  assert.match(linesWith(result, "failed").join("\n"), /monthly from 0 succeeds and changes nothing/);
  assert.equal(result.end.writes.leftChanged, null);
});

test("a server that fails at a patch which names nothing is told of, with that body", async () => {
  const { seams } = faultNamed("write.fails-at-nothing.patch");
  const result = await proofRun({
    sandbox: { faults: [seams] },
    select: ({ id }) => ["gap.patch.empty", "write.answered"].includes(id),
  });
  assert.match(linesWith(result, "failed").join("\n"), /^write\.answered: .* a PATCH with the body \{\},/);
});
