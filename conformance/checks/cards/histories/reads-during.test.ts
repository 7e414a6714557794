import assert from "node:assert/strict";
import { test } from "node:test";
import type { Run } from "../../kit/check.ts";
import { readsDuring } from "./reads-during.ts";

const exchanges = [
  { operation: "updateCardLimits", durationMs: 30 },
  { operation: "listCards", durationMs: 900 },
];
const run = { probe: { session: { exchanges } } } as unknown as Run;

test("reads begin while a write is carried out, in page sizes that nothing else has", () => {
  const sizes = [100, 4, null];
  const all = [1, 2].flatMap((number) => readsDuring(run, "CRD1", sizes, number));
  assert.deepEqual(
    all.map(({ afterMs }) => afterMs),
    [0, 10, 20, 0, 10, 20],
  );
  const own = all.map(({ pageSize }) => pageSize);
  assert.equal(new Set([...own, ...sizes]).size, own.length + sizes.length);
});

test("a list that is longer than a page is not read then", () => {
  assert.deepEqual(readsDuring(run, "CRD1", [100], 1), []);
});
