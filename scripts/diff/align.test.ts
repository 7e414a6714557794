import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../generate/document.ts";
import { aligned } from "./align.ts";
import { normalForm } from "./normal-form.ts";

/** A description with a schema in a parameter, a request and a response of this status. */
function description(schema: object, status = "200", parameters: readonly object[] = []): Document {
  const content = { "application/json": { schema: { type: "object", properties: { kind: schema } } } };
  const responses = { [status]: { content }, "4XX": { description: "No." } };
  const all = [...parameters, { name: "kind", in: "query", schema }];
  return normalForm({
    paths: { "/a": { post: { parameters: all, requestBody: { content }, responses } } },
  } as unknown as Document);
}

/** What is said in place of Redocly of two descriptions that are the same otherwise, as `pointer: impact property`. */
function said(before: Document, after: Document): string[] {
  const found = aligned(before, after);
  assert.deepEqual(found.before, after, "nothing else is left to compare");
  return found.changes.map(({ path, impact, property }) => {
    const [, , , , ...place] = path.split("/");
    return `${place[0]}: ${impact} ${property}`;
  });
}

const [text, count, none] = [{ type: "string", maxLength: 9 }, { type: "integer" }, { type: "null" }];
const list = { type: "array", items: text };
const way = (kind: string, field: string) => ({
  type: "object",
  required: ["kind", field],
  properties: { kind: { const: kind }, [field]: text },
});
const [post, locker] = [way("post", "street"), way("locker", "number")];

const wider: readonly (readonly [what: string, before: object, after: object])[] = [
  ["a further type", { oneOf: [text, list] }, { oneOf: [count, list, text] }],
  ["a list that may be a text", list, { oneOf: [list, text] }],
  [
    "a text with words that may be a list",
    { description: "A.", ...text },
    { description: "A.", anyOf: [text, list] },
  ],
  ["an object of another kind", { oneOf: [post, text] }, { oneOf: [post, locker, text] }],
  ["null beside two others", { oneOf: [text, count] }, { oneOf: [text, count, none] }],
  ["another one beside null", { oneOf: [post, none] }, { oneOf: [post, locker, none] }],
];

for (const [what, before, after] of wider) {
  test(`${what} breaks who reads it, and whoever sends it when it goes`, () => {
    assert.deepEqual(said(description(before), description(after)), [
      "parameters: minor alternatives",
      "requestBody: minor alternatives",
      "responses: major alternatives",
    ]);
    assert.deepEqual(said(description(after), description(before)), [
      "parameters: major alternatives",
      "requestBody: major alternatives",
      "responses: patch alternatives",
    ]);
  });
}

const open = { type: "object", required: ["street"] };
const unsaid: readonly (readonly [what: string, before: object, after: object])[] = [
  ["what one value may fit twice now, which oneOf refuses", open, { oneOf: [open, { type: "object" }] }],
  ["numbers among which integers are", count, { oneOf: [count, { type: "number" }] }],
  ["a change inside an alternative", { oneOf: [post, text] }, { oneOf: [locker, text] }],
  ["anyOf for oneOf", { oneOf: [text, list] }, { anyOf: [text, list, count] }],
  ["other words for an alternative", { oneOf: [text, list] }, { oneOf: [{ ...text, title: "A" }, list] }],
  ["alternatives beside another rule", { oneOf: [text, list] }, { oneOf: [text, list, count], enum: [1] }],
  ["what must not fit", { not: { oneOf: [text, list] } }, { not: { oneOf: [text] } }],
  ["examples that look like schemas", { default: { oneOf: [text, list] } }, { default: { oneOf: [text] } }],
];

for (const [what, before, after] of unsaid) {
  test(`${what}: left to Redocly`, () => {
    const old = description(before);
    assert.deepEqual(aligned(old, description(after)), { before: old, changes: [] });
  });
}

test("one alternative is no change", () => {
  assert.deepEqual(said(description(text), description({ oneOf: [text] })), []);
});

test("a parameter is the same by its name, wherever it stands", () => {
  const others = [{ name: "kind", in: "header", schema: count }];
  const { changes } = aligned(description({ oneOf: [text, list] }), description(text, "200", others));
  assert.deepEqual(changes.map(({ base, revision }) => [base?.pointer, revision?.pointer])[0], [
    "#/paths/~1a/post/parameters/0/schema",
    "#/paths/~1a/post/parameters/1/schema",
  ]);
});

for (const [what, before, after, impact] of [
  ["one status of a range", "2XX", "201", "patch"],
  ["a range for a status", "201", "2XX", "major"],
] as const) {
  test(`${what} is ${impact}, and the response is compared`, () => {
    assert.deepEqual(said(description(text, before), description(text, after)), [`responses: ${impact} key`]);
    const { changes } = aligned(description(text, before), description({ oneOf: [text, list] }, after));
    assert.deepEqual(changes.map(({ property }) => property).sort(), [
      "alternatives",
      "alternatives",
      "alternatives",
      "key",
    ]);
  });
}

test("another status, and a range beside another one, are left to Redocly", () => {
  for (const [before, after] of [
    ["200", "201"],
    ["2XX", "301"],
    ["default", "200"],
  ] as const) {
    assert.deepEqual(aligned(description(text, before), description(text, after)).changes, []);
  }
});
