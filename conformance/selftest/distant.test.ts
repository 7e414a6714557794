import assert from "node:assert/strict";
import { test } from "node:test";
import { oneIn } from "../../src/testing/extent.ts";
import { runDefaults } from "../run/options.ts";
import { choose } from "../sandbox/choices.ts";
import { json } from "../sandbox/response.ts";
import type { Seams } from "../sandbox/seams.ts";
import { distantRun } from "./distant.ts";
import { idsWith } from "./verdicts.ts";

test("a run of the usual size against a server 100 ms away waits for its answers side by side", async (context) => {
  const { result, virtualMs } = await distantRun(100, {
    cases: runDefaults.cases,
    concurrency: runDefaults.concurrency,
    waitMs: 15_000,
    seed: 1,
  });
  assert.deepEqual(idsWith(result, "failed"), []);
  const { requests } = result.end;
  context.diagnostic(`${requests} requests in ${virtualMs / 1000} s of virtual time`);
  // One after the other, they would take 100 ms each.
  assert.ok(virtualMs < 0.4 * requests * 100, `${virtualMs} ms`);
});

/** A server that takes so many requests in each second, and not this one of all: it asks to wait for a second. */
function limitedTo(most: number, every: number): Partial<Seams> & { refused: number } {
  let [second, taken, all] = [0, 0, 0];
  const fault = {
    refused: 0,
    intercept({ now }: { readonly now: number }) {
      const current = Math.floor(now / 1000);
      if (current !== second) [second, taken] = [current, 0];
      all += 1;
      const isNow = all % every !== 0;
      if (isNow) taken += 1;
      if (isNow && taken <= most) return null;
      fault.refused += 1;
      return { ...json(isNow ? 429 : 503, {}), headers: { "retry-after": "1" } };
    },
  };
  return fault;
}

const whole = { ...runDefaults };

/** Seven pages to the last of its cards, which is read back again and again. */
const manyPages = { cards: 137, choices: choose(["gap.limit.maximum", "capped"]) };

for (const [perSecond, every, also, sandbox] of oneIn(3, [
  [15, 17, ", and not every 17th", {}],
  [10, Number.POSITIVE_INFINITY, ", and has many pages", manyPages],
  [5, Number.POSITIVE_INFINITY, "", {}],
] as const)) {
  test(`a server that takes ${perSecond} requests in a second${also}, is judged in full, in the time that there is`, async (context) => {
    const limit = limitedTo(perSecond, every);
    const { result, virtualMs } = await distantRun(20, whole, { ...sandbox, faults: [limit] });
    const { requests, drawn } = result.end;
    context.diagnostic(
      `${requests} requests in ${virtualMs / 1000} s, ${limit.refused} refused, ${JSON.stringify(drawn)}`,
    );
    assert.deepEqual(idsWith(result, "failed"), []);
    assert.equal(result.end.exitCode, 0, result.end.incomplete.join());
    assert.ok(limit.refused < 0.15 * requests, `${limit.refused} of ${requests} refused`);
  });
}

test("a server that takes long for each answer is judged in full, in the time that there is", async (context) => {
  const { result, virtualMs } = await distantRun(500, whole);
  const { requests, drawn } = result.end;
  context.diagnostic(`${requests} requests in ${virtualMs / 1000} s, ${JSON.stringify(drawn)}`);
  assert.equal(result.end.exitCode, 0, result.end.incomplete.join());
});

test("a run that is told a rate keeps to it, and draws as much as there is time for", async (context) => {
  const perSecond = 8;
  const { result, virtualMs } = await distantRun(20, { ...whole, ratePerSecond: perSecond });
  const { requests, drawn } = result.end;
  context.diagnostic(`${requests} requests in ${virtualMs / 1000} s, ${JSON.stringify(drawn)}`);
  assert.equal(result.end.exitCode, 0, result.end.incomplete.join());
  const cases = drawn?.requests ?? 0;
  assert.ok(cases > 0 && cases < whole.cases / 2, `${cases} drawn`);
  assert.ok(requests <= (perSecond * virtualMs) / 1000 + 1, `${requests} requests in ${virtualMs} ms`);
});
