import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, patchExchange } from "../../wire/testing.ts";
import { judgeElsewhere, writtenElsewhere } from "./written-elsewhere.ts";

let at = 0;
/** A page with these daily limits, each of one card. */
const page = (limits: Readonly<Record<string, number>>) => {
  at += 10;
  const cards = Object.entries(limits).map(([id, daily]) => ({ id, limits: { daily } }));
  return { ...exchange({ id: `r${at}`, startedAt: at, body: { cards } }), endedAt: at + 5 };
};
/** A write of CRD1. */
const write = (daily: number, status = 200) => {
  at += 10;
  const sent = patchExchange(daily, { id: `w${at}`, startedAt: at, status });
  return { ...sent, endedAt: at + 5 };
};

test("what was written to one card and comes to another one is found, and counts when it is seen often", () => {
  const log = [page({ CRD1: 1, CRD2: 5 })];
  for (const daily of [7, 8, 9]) log.push(write(daily), page({ CRD1: daily, CRD2: daily }));
  const found = writtenElsewhere(log);
  assert.deepEqual(
    found.map(({ id, value }) => `${id} ${value}`),
    ["CRD2 7", "CRD2 8", "CRD2 9"],
  );
  const fact = judgeElsewhere(found);
  assert.ok(fact?.kind === "violated");
  assert.equal(fact.message, "Writes to CRD1 changed the limits of CRD2 as well, 3 times.");
  assert.equal(judgeElsewhere(found.slice(1)), null);
});

test("the card itself, another amount, and one that was written before the last read show nothing", () => {
  const first = page({ CRD1: 1, CRD2: 5 });
  assert.deepEqual(writtenElsewhere([first, write(7), page({ CRD1: 7, CRD2: 5 })]), []);
  assert.deepEqual(writtenElsewhere([first, write(7), page({ CRD1: 7, CRD2: 6 })]), []);
  assert.deepEqual(writtenElsewhere([first, write(7, 400), page({ CRD1: 5, CRD2: 7 })]), [], "refused");
  const late = [first, write(7), page({ CRD1: 7, CRD2: 5 }), page({ CRD1: 7, CRD2: 7 })];
  assert.deepEqual(writtenElsewhere(late), []);
});

test("where other cards change by themselves for the most part, an amount of this run is chance", () => {
  const log = [page({ CRD1: 1, CRD2: 5 })];
  for (const daily of [7, 8, 9]) {
    log.push(write(daily), page({ CRD1: daily, CRD2: daily }), page({ CRD1: daily, CRD2: 3 }));
    log.push(page({ CRD1: daily, CRD2: 4 }));
  }
  assert.deepEqual(writtenElsewhere(log), []);
});
