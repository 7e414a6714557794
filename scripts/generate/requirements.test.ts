import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stringify } from "yaml";
import { readRequirements } from "./requirements.ts";

const stated = { id: "a.b", section: "S", basis: "stated", statement: "It is so." };
const derived = { ...stated, basis: "derived", because: "That is so." };
const question = {
  ...stated,
  id: "gap.a",
  basis: "unspecified",
  question: "Is it so?",
  assumption: "It is not.",
  safe: "Nothing depends on it.",
};
const answers = [
  { id: "yes", means: "It is." },
  { id: "no", means: "It is not." },
];
const open = { ...question, answers };
const unobservable = { ...question, unobservable: "Nobody can see it." };

const read = (...requirements: object[]) => readRequirements(stringify({ requirements }));
const without = (row: object, key: string) =>
  Object.fromEntries(Object.entries(row).filter(([k]) => k !== key));

test("the rows of this repository fit the schema", () => {
  const rows = readRequirements(
    readFileSync(new URL("../../openapi/requirements.yaml", import.meta.url), "utf8"),
  );
  assert.ok(rows.length > 75, `${rows.length} rows`);
});

test("each basis has a right form", () => {
  const rows = [stated, { ...derived, id: "a.c" }, open, { ...unobservable, id: "gap.b" }];
  assert.equal(read(...rows).length, 4);
  assert.equal(
    read({ ...stated, operation: "listCards" }, { ...open, operation: ["a", "b"].map((x) => `${x}Op`) })
      .length,
    2,
  );
});

const wrong: Record<string, object> = {
  "no id": without(stated, "id"),
  "an id of one word": { ...stated, id: "card" },
  "an id with a capital": { ...stated, id: "card.lastFour" },
  "no section": without(stated, "section"),
  "no statement": without(stated, "statement"),
  "an empty statement": { ...stated, statement: "" },
  "an unknown basis": { ...stated, basis: "guessed" },
  "an unknown property": { ...stated, note: "x" },
  "an operation that is no operationId": { ...stated, operation: "GET /v1/card" },
  "an empty list of operations": { ...stated, operation: [] },
  "a stated row that is a question": { ...stated, question: "Is it so?" },
  "a stated row with a reason": { ...stated, because: "So." },
  "a stated row named gap": { ...stated, id: "gap.a" },
  "a derived row without a reason": without(derived, "because"),
  "a derived row with answers": { ...derived, answers },
  "a question not named gap": { ...open, id: "a.b" },
  "a question without a question mark": { ...open, question: "It is so" },
  "a question without an assumption": without(open, "assumption"),
  "a question whose assumption is not shown to be safe": without(open, "safe"),
  "a question with neither answers nor a reason why nobody can tell": question,
  "a question with both": { ...open, unobservable: "Nobody can see it." },
  "a question with one answer": { ...open, answers: answers.slice(1) },
  "an answer without a meaning": { ...open, answers: [...answers, { id: "maybe" }] },
};

for (const [what, row] of Object.entries(wrong)) {
  test(`refuses ${what}`, () => {
    assert.throws(
      () => read({ ...stated, id: "first.row" }, row),
      /^Error: requirements\.yaml:\n\/requirements\/1/,
    );
  });
}

test("refuses an id that stands twice", () => {
  assert.throws(() => read(stated, stated), /a\.b stands twice/);
});

test("refuses a file that is no list of requirements", () => {
  assert.throws(() => readRequirements("rows: []\n"), /requirements\.yaml:/);
});
