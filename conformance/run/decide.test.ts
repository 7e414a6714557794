import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Check, held, inapplicable, type Run } from "../checks/kit/check.ts";
import { Inconclusive } from "../checks/kit/inconclusive.ts";
import { createMemo } from "../checks/kit/sharing.ts";
import { decide } from "./decide.ts";

/** A run in which this much is known: writes, and why the session has stopped. */
function runWith({ stopped = null as string | null, writes = true } = {}): Run {
  return { writes, offline: false, probe: { session: { stopped: () => stopped } } } as unknown as Run;
}

function checkThat(run: Check["run"], access: Check["access"] = "read"): Check {
  return { id: "list.request", title: "t", requirements: ["list.request"], access, stage: "request", run };
}

describe("a check that throws", () => {
  it("is inconclusive for what an Inconclusive says, with its exchanges", async () => {
    const check = checkThat(async () => {
      throw new Inconclusive("needs a second card", ["x7"]);
    });
    const judgement = await decide(check, runWith(), {});
    assert.equal(judgement.verdict, "inconclusive");
    assert.equal(judgement.message, "needs a second card");
    assert.equal(judgement.cause, "needs a second card");
    assert.deepEqual(judgement.exchanges, ["x7"]);
    assert.equal(judgement.doesNotApply, undefined);
  });

  it("keeps all that the fact of an Inconclusive says", async () => {
    const lacking = checkThat(async () => {
      throw new Inconclusive(inapplicable("needs a base URL with a prefix"));
    });
    assert.equal((await decide(lacking, runWith(), {})).doesNotApply, true);
    const skipping = checkThat(async () => {
      throw new Inconclusive({ kind: "skipped", why: "needs a wait of 24 hours" });
    });
    const { verdict, message } = await decide(skipping, runWith(), {});
    assert.deepEqual({ verdict, message }, { verdict: "skipped", message: "needs a wait of 24 hours" });
  });

  it("is inconclusive for the reason why the run has stopped, where it has", async () => {
    const check = checkThat(async () => {
      throw new Inconclusive("the card list cannot be read");
    });
    const judgement = await decide(check, runWith({ stopped: "the budget ran out" }), {});
    assert.equal(judgement.message, "the card list cannot be read (the budget ran out)");
    assert.equal(judgement.cause, "the budget ran out");
  });

  for (const thrown of [new TypeError("x is undefined"), "a text"]) {
    it(`is broken by ${String(thrown)}`, async () => {
      const check = checkThat(async () => {
        throw thrown;
      });
      const judgement = await decide(check, runWith(), {});
      assert.equal(judgement.verdict, "broken");
      assert.match(judgement.message, new RegExp(`^The check itself failed\\. .*${String(thrown)}$`));
    });
  }
});

describe("a check that ends", () => {
  it("is judged by its facts", async () => {
    const judgement = await decide(
      checkThat(async () => [held("all was well", "x1")]),
      runWith(),
      {},
    );
    assert.equal(judgement.verdict, "passed");
  });

  it("is not even begun where it writes and writes are not allowed", async () => {
    const check = checkThat(() => assert.fail("it was run"), "write");
    assert.equal((await decide(check, runWith({ writes: false }), {})).verdict, "skipped");
  });
});

describe("work that is done once and can't go on", () => {
  it("throws for everybody who asks, and is no unhandled rejection while nobody does", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    try {
      const memoize = createMemo();
      let times = 0;
      const work = async () => {
        times += 1;
        throw new Inconclusive("no card");
      };
      void memoize("work", work);
      await new Promise((resolve) => setImmediate(resolve));
      await assert.rejects(memoize("work", work), Inconclusive);
      await assert.rejects(memoize("work", work), Inconclusive);
      assert.equal(times, 1);
      assert.deepEqual(unhandled, []);
    } finally {
      process.off("unhandledRejection", listen);
    }
  });
});
