import assert from "node:assert/strict";
import { test } from "node:test";
import { exchange, patchExchange as write } from "../../../wire/testing.ts";
import { isSetByOthers } from "./set-by-others.ts";

const read = (daily: number, id = "CRD1") =>
  exchange({ body: { cards: [{ id, limits: { daily, monthly: 2, atm: 3, approvalBased: null } }] } });

test("a value that nobody asked for shows that somebody else sets the limit, after the first write", () => {
  assert.equal(isSetByOthers([read(1), write(2), read(2), read(3)], "CRD1"), true);
  for (const log of [
    [read(1), read(3), write(2), read(2)],
    [read(1), write(2), write(3), read(2), read(3), read(1)],
    [read(1), write(2), read(2), read(3, "CRD2")],
  ])
    assert.equal(isSetByOthers(log, "CRD1"), false);
});

test("what comes later is looked at when it is asked again", () => {
  const log = [read(1), write(2), read(2)];
  assert.equal(isSetByOthers(log, "CRD1"), false);
  log.push(read(3));
  assert.deepEqual([isSetByOthers(log, "CRD1"), isSetByOthers(log, "CRD2")], [true, false]);
});
