import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cardsOf } from "../../../sandbox/cards/state.ts";
import { json } from "../../../sandbox/response.ts";
import { type Seams, specified } from "../../../sandbox/seams.ts";
import type { State } from "../../../sandbox/state.ts";
import { proofRun } from "../../../selftest/in-memory.ts";
import { idsWith, isMadeForAny } from "../../../selftest/verdicts.ts";

const largest = 100;

const servers: readonly [name: string, seams: Partial<Seams>][] = [
  [
    "gives fewer than were asked for",
    { page: (asked, about) => specified.page({ ...asked, limit: Math.min(asked.limit, largest) }, about) },
  ],
  [
    "refuses a larger limit",
    {
      intercept: ({ request }) =>
        Number(request.query.get("limit") ?? 0) > largest
          ? json(400, { message: `The limit is larger than ${largest}.`, type: "InvalidRequest" })
          : null,
    },
  ],
];

describe("a list of 137 cards with a largest page of 100, of a server that", () => {
  for (const [name, seams] of servers) {
    it(`${name}: everything is judged, and put back`, async () => {
      let state: State | null = null;
      let before = "";
      const limits = () => JSON.stringify(state && cardsOf(state).map((card) => card.limits));
      const watch: Partial<Seams> = {
        ...seams,
        intercept: (about) => {
          if (state === null) {
            state = about.state;
            before = limits();
          }
          return seams.intercept?.(about) ?? null;
        },
      };
      const result = await proofRun({ sandbox: { cards: 137, faults: [watch] } });
      assert.deepEqual(idsWith(result, "failed"), []);
      const open = idsWith(result, "inconclusive").filter((id) => !isMadeForAny(id));
      assert.ok(open.length <= 2, open.join());
      assert.equal(result.end.exitCode, 0);
      assert.equal(result.end.writes.leftChanged, null);
      assert.ok(result.end.writes.sent > 100);
      assert.equal(limits(), before);
    });
  }
});
