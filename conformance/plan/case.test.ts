import assert from "node:assert/strict";
import { test } from "node:test";
import { drawOf } from "./budget.ts";
import { caseWords } from "./case.ts";
import { drawSpellings } from "./draw.ts";
import { spellings } from "./spellings.ts";

const only = [
  { dimension: "content-type", value: "charset" },
  { dimension: "accept", value: "absent" },
];
const wanted = { seed: 7, cases: 320, thorough: true, only };
const needed = { defects: 100, forms: 0, histories: { count: 8, length: 20 } };

test("a case is told by the check, and by the names of its spellings", () => {
  assert.equal(
    caseWords({ check: "signature.missing.patch", spellings: only }),
    "signature.missing.patch; content-type=charset; accept=absent",
  );
});

test("with a combination that is asked for, exactly that is sent, whatever the place, and no history", () => {
  const draw = drawOf(wanted, needed);
  assert.equal(draw.histories, 0);
  for (const name of ["a defect", "another"]) {
    for (const turn of [0, 1]) {
      const rows = drawSpellings(spellings, draw, { name, turn: [turn, 2] });
      assert.ok(rows.length > 0);
      for (const row of rows) {
        assert.deepEqual(
          row.map(({ dimension, value }) => ({ dimension, value })),
          only,
        );
      }
    }
  }
});

test("nothing is sent instead where one of its spellings is not usable", () => {
  const usable = spellings.filter(({ dimension }) => dimension !== "accept");
  assert.deepEqual(drawSpellings(usable, drawOf(wanted, needed), { name: "a defect" }), []);
});
