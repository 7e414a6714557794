import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { runDefaults } from "../run/options.ts";
import { cardsOf, objectIn } from "../sandbox/cards/index.ts";
import { faultNamed } from "../sandbox/faults.ts";
import type { Seams } from "../sandbox/seams.ts";
import { specified } from "../sandbox/seams.ts";
import { late } from "./cards/servers.ts";
import { proofRun } from "./in-memory.ts";
import { idsWith } from "./verdicts.ts";

const patch = "updateCardLimits";

/** Takes a PATCH only where it changes nothing, and answers others with a status. */
const onlyUnchanged = (status: number): Partial<Seams> => ({
  intercept: ({ operation, request, state }) => {
    if (operation !== patch) return null;
    const id = request.path.split("/").at(-2);
    const { daily } = objectIn(request.body);
    const isThere = cardsOf(state).find((card) => card.id === id)?.limits.daily === daily;
    return isThere
      ? null
      : { status, headers: { "content-type": "application/json" }, body: { message: "No." } };
  },
});

describe("a server is not acquitted for what was not seen", () => {
  it("fails where every change is a failure of the server, also when what is there already is taken", async () => {
    const result = await proofRun({ sandbox: { faults: [onlyUnchanged(500)] } });
    assert.deepEqual(idsWith(result, "failed"), ["write.accepted.patch"]);
    assert.equal(result.end.exitCode, 1);
  });

  it("can't be told where every change is refused, and what is there already is taken", async () => {
    const result = await proofRun({ sandbox: { faults: [onlyUnchanged(400)] } });
    assert.deepEqual(idsWith(result, "failed"), []);
    assert.equal(result.end.exitCode, 3);
    assert.match(result.end.incomplete.join(), /PATCH .* was never accepted/);
  });

  for (const name of oneIn(2, ["idempotency.forgotten.patch", "refused.carried-out.signature.bad"])) {
    it(`never passes ${name} where writes are to be seen a moment late`, async () => {
      const slow = late(100);
      const [delayed = {}] = slow.sandbox?.faults ?? [];
      const fault = faultNamed(name);
      const result = await proofRun({
        ...slow,
        sandbox: { ...slow.sandbox, faults: [fault.seams, delayed] },
      });
      assert.ok(!idsWith(result, "passed").includes(fault.caughtBy[0]), fault.caughtBy[0]);
    });
  }
});

describe("where writes are to be seen late, what is drawn leaves time for what every run asks", () => {
  for (const [name, delayMs] of oneIn(2, [
    ["idempotency.forgotten.put", 900],
    ["idempotency.one-hour.patch", 300],
  ] as const)) {
    it(`finds ${name} ${delayMs} ms late`, async () => {
      const slow = late(delayMs);
      const [delayed = {}] = slow.sandbox?.faults ?? [];
      const { seams } = faultNamed(name);
      const run = { ...slow.run, cases: runDefaults.cases };
      const result = await proofRun({ run, sandbox: { ...slow.sandbox, faults: [seams, delayed] } });
      assert.deepEqual(idsWith(result, "failed"), [name.replace(/forgotten|one-hour/, "retry")]);
    });
  }
});

it("what a write has changed on other cards is put back as well", async () => {
  let cards: readonly { readonly limits: { readonly daily: number } }[] = [];
  let before: readonly number[] = [];
  const everywhere: Partial<Seams> = {
    intercept: ({ state }) => {
      cards = cardsOf(state);
      if (before.length === 0) before = cards.map(({ limits }) => limits.daily);
      return null;
    },
    apply: (change, context) => {
      for (const item of cardsOf(context.state)) specified.apply({ ...change, item }, context);
    },
  };
  const { end } = await proofRun({ sandbox: { faults: [everywhere], cards: 5 } });
  assert.equal(end.exitCode, 1);
  const isBack = cards.every(({ limits }, index) => limits.daily === before[index]);
  assert.ok(isBack || end.writes.leftChanged !== null, "put back, or said");
});
