import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call } from "../../wire/request.ts";
import { exchange } from "../../wire/testing.ts";
import type { DefectRow } from "./defect.ts";
import { batchesOf, sendRows } from "./refused.ts";
import { operation, writingRun } from "./testing.ts";

test("a row comes between two controls, some where answers take long, and all where each control uses something up", () => {
  const rows = ["a", "b", "c", "d", "e", "f", "g"];
  assert.deepEqual(
    batchesOf(rows, false, 5),
    rows.map((row) => [row]),
  );
  assert.deepEqual(batchesOf(rows, false, 250), [rows.slice(0, 6), ["g"]]);
  assert.deepEqual(batchesOf(rows, true, 5), [rows]);
  assert.deepEqual(batchesOf([], true, 5), []);
});

/** How many requests with a defect a server had at the same time at most, and how many controls, at such a latency. */
async function sentAt(latencyMs: number) {
  const one = operation({ id: "showThing", path: "/v1/thing" });
  const rowOf = (family: string): DefectRow => ({
    ...{ family, title: family, requirements: [], needsClock: false },
    defects: ["a", "b", "c"].map((name) => ({
      check: `${family}.${name}`,
      alteration: { description: name },
      change: (call: Call) => call,
      rule: { expected: "a refusal (any 4xx)" },
    })),
  });
  const rows = [rowOf("first"), rowOf("second")];
  let [now, most, controls] = [0, 0, 0];
  const run = writingRun(async (purpose: string) => {
    const isDefect = purpose.startsWith("first") || purpose.startsWith("second");
    if (purpose === "control") controls += 1;
    if (isDefect) now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    if (isDefect) now -= 1;
    return exchange({ operation: null, status: isDefect ? 401 : 200 });
  });
  const seen = { ...exchange({ operation: null }), startedAt: 0, endedAt: latencyMs };
  const session = { exchanges: [seen] };
  const defects = new Set(rows.flatMap(({ defects }) => defects));
  const far = { ...run, defects, probe: { ...run.probe, session } } as unknown as typeof run;
  const results = await sendRows(far, one, rows);
  const kinds = [...results.values()].flatMap(({ facts }) => facts.map(({ kind }) => kind));
  assert.deepEqual(kinds, Array(6).fill("held"));
  return { most, controls };
}

test("defects go one after the other to a server that is near, and side by side to one that is far away", async () => {
  assert.deepEqual(await sentAt(5), { most: 1, controls: 3 });
  assert.deepEqual(await sentAt(250), { most: 3, controls: 2 });
});
