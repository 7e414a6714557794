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
const practice = { ...derived, id: "client.b", party: "client", basis: "practice" };
const open = { ...question, answers };
const unobservable = { ...question, unobservable: "Nobody can see it." };

const read = (...requirements: unknown[]) => readRequirements(stringify({ requirements }), "rows.yaml");
const without = (row: object, key: string) =>
  Object.fromEntries(Object.entries(row).filter(([k]) => k !== key));

test("the rows of this repository fit the schema", () => {
  const rows = readRequirements(
    readFileSync(new URL("../../openapi/requirements.yaml", import.meta.url), "utf8"),
    "openapi/requirements.yaml",
  );
  assert.ok(rows.length > 75, `${rows.length} rows`);
});

test("each basis has a right form", () => {
  const settled = { ...open, id: "gap.c", basis: "stated", settled: "no" };
  const closed = { ...unobservable, id: "gap.d", basis: "stated" };
  const rows = [
    ...[stated, { ...derived, id: "a.c" }, open, { ...unobservable, id: "gap.b" }, settled, closed, practice],
    { ...stated, id: "a.d", unobservable: "Nobody can see it." },
  ];
  assert.equal(read(...rows).length, rows.length);
  assert.equal(
    read({ ...stated, operation: "listCards" }, { ...open, operation: ["a", "b"].map((x) => `${x}Op`) })
      .length,
    2,
  );
});

/** The row, and how the only line about it begins after the name of the file. */
const wrong: Record<string, [row: unknown, begins: string]> = {
  "a practice of the service": [
    { ...without(practice, "party"), id: "a.d" },
    "6:5: requirement a.d: party is missing from this practice row",
  ],
  "a rule for clients under another id": [
    { ...practice, id: "a.d" },
    '6:5: requirement a.d: id is "a.d"; it has to be an id that begins with client.',
  ],
  "no id": [without(stated, "id"), "6:5: requirement 2: id is missing from this stated row"],
  "an id of one word": [
    { ...stated, id: "card" },
    '6:5: requirement card: id is "card"; it has to be two or more words',
  ],
  "an id with a capital": [
    { ...stated, id: "card.lastFour" },
    '6:5: requirement card.lastFour: id is "card.lastFour"; it has to be two or more words',
  ],
  "no section": [without(stated, "section"), "6:5: requirement a.b: section is missing"],
  "no statement": [without(stated, "statement"), "6:5: requirement a.b: statement is missing"],
  "an empty statement": [
    { ...stated, statement: "" },
    '9:5: requirement a.b: statement is ""; it has to be what the specification says',
  ],
  "a statement that is a number": [
    { ...stated, statement: 5 },
    "9:5: requirement a.b: statement is 5, not a text",
  ],
  "no basis": [without(stated, "basis"), "6:5: requirement a.b: basis is missing"],
  "an unknown basis": [
    { ...stated, basis: "statd" },
    '8:5: requirement a.b: basis is "statd"; allowed are stated, derived, unspecified',
  ],
  "an unknown property": [
    { ...stated, note: "x" },
    "10:5: requirement a.b: note is not known here; allowed are id, section, source, operation, basis",
  ],
  "an operation that is no operationId": [
    { ...stated, operation: "GET /v1/card" },
    '10:5: requirement a.b: operation is "GET /v1/card"; it has to be an operationId',
  ],
  "an empty list of operations": [
    { ...stated, operation: [] },
    "10:5: requirement a.b: operation is []; it has to be an operationId",
  ],
  "a list with something else than operations": [
    { ...stated, operation: ["listCards", "GET /"] },
    '10:5: requirement a.b: operation is ["listCards","GET /"]; it has to be an operationId',
  ],
  "a stated row that is a question": [
    { ...stated, question: "Is it so?" },
    "10:5: requirement a.b: question does not belong in a stated row",
  ],
  "a settled question without answers": [
    { ...question, basis: "stated", settled: "no" },
    "6:5: requirement gap.a: answers is missing from this stated row",
  ],
  "a question settled by an answer that is none": [
    { ...open, basis: "stated", settled: "perhaps" },
    '18:5: requirement gap.a: settled is "perhaps"; allowed are its answers yes, no',
  ],
  "a rule that follows from others, and that nobody can see": [
    { ...derived, unobservable: "Nobody can see it." },
    "11:5: requirement a.b: unobservable does not belong in a derived row",
  ],
  "a rule that nobody can see, with answers": [
    { ...open, basis: "stated", unobservable: "Nobody can see it." },
    "13:5: requirement gap.a: answers does not belong in a stated row",
  ],
  "a question that is open and settled": [
    { ...open, settled: "no" },
    "18:5: requirement gap.a: settled does not belong in an unspecified row",
  ],
  "a stated row with a reason": [
    { ...stated, because: "So." },
    "10:5: requirement a.b: because does not belong in a stated row",
  ],
  "a stated row named gap": [
    { ...stated, id: "gap.a" },
    '6:5: requirement gap.a: id is "gap.a"; it has to be an id that does not begin with gap.',
  ],
  "a derived row without a reason": [
    without(derived, "because"),
    "6:5: requirement a.b: because is missing from this derived row",
  ],
  "a derived row with answers": [
    { ...derived, answers },
    "11:5: requirement a.b: answers does not belong in a derived row",
  ],
  "a question not named gap": [
    { ...open, id: "a.b" },
    '6:5: requirement a.b: id is "a.b"; it has to be an id that begins with gap.',
  ],
  "a question without a question mark": [
    { ...open, question: "It is so" },
    '10:5: requirement gap.a: question is "It is so"; it has to be',
  ],
  "a question without an assumption": [
    without(open, "assumption"),
    "6:5: requirement gap.a: assumption is missing from this unspecified row",
  ],
  "a question whose assumption is not shown to be safe": [
    without(open, "safe"),
    "6:5: requirement gap.a: safe is missing from this unspecified row",
  ],
  "a question with neither answers nor a reason why nobody can tell": [
    question,
    "6:5: requirement gap.a: answers is missing; give it, or say under unobservable",
  ],
  "a question with both": [
    { ...open, unobservable: "Nobody can see it." },
    "18:5: requirement gap.a: answers and unobservable exclude each other",
  ],
  "a question with one answer": [
    { ...open, answers: answers.slice(1) },
    '13:5: requirement gap.a: answers is [{"id":"no","means":"It is not."}]; it has to be two or more answers',
  ],
  "an answer without a meaning": [
    { ...open, answers: [...answers, { id: "maybe" }] },
    "18:9: requirement gap.a: answers.2: means is missing",
  ],
  "an answer with more than a meaning": [
    { ...open, answers: [...answers, { id: "maybe", means: "Both.", why: "So." }] },
    "20:9: requirement gap.a: why is not known here; allowed are id, means",
  ],
  "a row that is a text": ["hello", '6:5: requirement 2: the row is "hello", not an object'],
  "an id that stands twice": [
    { ...stated, id: "first.row" },
    "6:5: requirement first.row: this id stands twice",
  ],
};

for (const [what, [row, begins]] of Object.entries(wrong)) {
  test(`names place, row and cure of ${what}`, () => {
    assert.throws(
      () => read({ ...stated, id: "first.row" }, row),
      ({ message }: Error) => {
        assert.equal(message.slice(0, `rows.yaml:${begins}`.length), `rows.yaml:${begins}`);
        assert.doesNotMatch(message, /\n|schema|match/);
        return true;
      },
    );
  });
}

test("names every mistake", () => {
  assert.throws(() => read({ ...stated, basis: "statd", note: "x" }, without(derived, "section")), {
    message: [
      "rows.yaml:6:5: requirement a.b: note is not known here; allowed are id, section, source, operation, basis, party, statement, because, question, assumption, safe, unobservable, settled, answers",
      'rows.yaml:4:5: requirement a.b: basis is "statd"; allowed are stated, derived, unspecified, practice',
      "rows.yaml:7:5: requirement a.b: section is missing from this derived row",
    ].join("\n"),
  });
});

for (const [what, text, message] of [
  [
    "nothing",
    "",
    "rows.yaml:1:1: the file is null, not an object; it has to be an object with one key, requirements",
  ],
  [
    "no list",
    "requirements: {}\n",
    "rows.yaml:1:1: requirements is {}, not an array; it has to be a list of rows",
  ],
  ["no YAML", "requirements:\n\t- id: a.b\n", "rows.yaml:2:1: Tabs are not allowed as indentation"],
] as const) {
  test(`refuses a file that holds ${what}`, () => {
    assert.throws(() => readRequirements(text, "rows.yaml"), { message });
  });
}

test("a row may name no operation that the description does not have", () => {
  const text = stringify({
    requirements: [
      { ...stated, operation: "listCards" },
      { ...stated, id: "card.color", operation: ["listCrads"] },
    ],
  });
  assert.throws(() => readRequirements(text, "rows.yaml", ["listCards", "readCard"]), {
    message:
      /^rows\.yaml:\d+:5: requirement card\.color: the description has no operation listCrads; it has listCards, readCard$/,
  });
  assert.equal(readRequirements(text, "rows.yaml").length, 2);
});
