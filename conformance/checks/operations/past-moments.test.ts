import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../../generated/operations.ts";
import { exchange } from "../../wire/testing.ts";
import { judgePastMoments, pastMomentsCheck } from "./past-moments.ts";
import { operation } from "./testing.ts";

const date = "Mon, 30 Nov 2026 12:00:00 GMT";
const one = operation({ ...operations.listCards, pastMoments: ["/cards/*/closedAt"] });
const answer = (...moments: readonly unknown[]) =>
  exchange({ headers: [["date", date]], body: { cards: moments.map((closedAt) => ({ closedAt })) } });
const judged = (...log: readonly ReturnType<typeof answer>[]) =>
  judgePastMoments(one, log).map((fact) => (fact.kind === "violated" ? fact.received : fact.kind));

test("what was done is not in the future, as the answer has it", () => {
  assert.deepEqual(judged(answer("2026-11-30T14:00:00Z", "2026-11-30T14:00:01Z")), ["2026-11-30T14:00:00Z"]);
  assert.deepEqual(judged(answer("2026-11-30T14:00:00+02:00", "2026-11-30T12:03:00Z", null, "soon")), [
    "held",
  ]);
  assert.deepEqual(
    judged(answer("2026-11-30T14:00:00Z"), answer("2026-11-30T14:00:00Z")),
    ["held"],
    "a single one may have been set wrong",
  );
  assert.deepEqual(judged(answer(null)), ["missing"]);
  const undated = (...days: readonly string[]) =>
    judged({
      ...exchange({ body: { cards: days.map((day) => ({ closedAt: `${day}T14:00:00Z` })) } }),
      endedAt: Date.parse(date),
    });
  assert.deepEqual(undated("2026-11-30", "2026-12-01"), ["held"], "without a Date, our clock may be wrong");
  assert.deepEqual(undated("2026-12-02", "2026-12-03"), ["2026-12-02T14:00:00Z"]);
});

test("only where the description says so", () => {
  assert.deepEqual(pastMomentsCheck(operation({})), []);
  assert.deepEqual(
    pastMomentsCheck(one).map(({ id }) => id),
    [`past.${one.row.id}`],
  );
});
