import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../generate/document.ts";
import { normalForm } from "./normal-form.ts";

/** The form of a schema, as that of a header. */
function formOf(schema: object): unknown {
  const document = normalForm({ headers: { "X-A": { schema } } } as unknown as Document);
  return (document as unknown as { headers: { "X-A": { schema: unknown } } }).headers["X-A"].schema;
}

const [id, name] = [{ type: "integer" }, { type: "string", maxLength: 9 }];
const flat = { type: "object", required: ["id", "name"], properties: { id, name } };
const half = { type: "object", required: ["name"], properties: { name } };
const otherHalf = { type: "object", required: ["id"], properties: { id } };

const same: readonly (readonly [what: string, schema: object, other: object])[] = [
  ["a schema in two parts", flat, { allOf: [half, otherHalf] }],
  ["a schema of which one part stands in another one", flat, { ...otherHalf, allOf: [half] }],
  ["parts of parts", flat, { allOf: [{ allOf: [{ allOf: [half] }, { properties: { id } }] }, otherHalf] }],
  ["its own description", { ...flat, description: "A." }, { description: "A.", allOf: [flat] }],
  [
    "the description of a part",
    { ...flat, description: "A." },
    { allOf: [half, { ...flat, description: "A." }] },
  ],
  [
    "a closed schema with a name",
    { ...flat, additionalProperties: false },
    { allOf: [{ ...flat, additionalProperties: false }] },
  ],
  [
    "a property in two parts",
    { properties: { id: { type: "integer", minimum: 1 } } },
    { allOf: [{ properties: { id } }, { properties: { id: { minimum: 1 } } }] },
  ],
  [
    "bounds of which one is tighter",
    { type: "integer", minimum: 2, maximum: 5 },
    {
      minimum: 1,
      maximum: 5,
      allOf: [{ type: ["number", "null"] }, { type: "integer", minimum: 2, maximum: 8 }],
    },
  ],
  ["a part below", { items: flat }, { items: { allOf: [half, otherHalf] } }],
  ["a part that goes round in a circle", flat, { allOf: [flat, {}] }],
  ["null as an alternative", { type: ["string", "null"], maxLength: 9 }, { anyOf: [name, { type: "null" }] }],
  [
    "null as the first one, with words",
    { type: ["null", "string"], maxLength: 9, description: "A." },
    {
      description: "A.",
      oneOf: [
        { type: "null", description: "None." },
        { ...name, description: "B." },
      ],
    },
  ],
  [
    "null beside an object in parts",
    { ...flat, type: ["object", "null"] },
    { oneOf: [{ allOf: [half, otherHalf] }, { type: "null" }] },
  ],
  [
    "null beside listed values",
    { type: ["string", "null"], enum: ["a", null] },
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
  ],
  [
    "null beside values of any type",
    { enum: ["a", 1, null] },
    { anyOf: [{ enum: ["a", 1] }, { type: "null" }] },
  ],
  [
    "null beside several types",
    { type: ["string", "integer", "null"] },
    { anyOf: [{ type: ["integer", "string"] }, { type: "null" }] },
  ],
  ["a single type in a list", { type: "string" }, { type: ["string"] }],
  ["a constant", { enum: ["a"] }, { const: "a" }],
  [
    "a constant of null, as one of its parts",
    { type: "null", enum: [null] },
    { allOf: [{ const: null }, { type: "null" }] },
  ],
  ["the order of listed values", { enum: [1, "a", "b", null] }, { enum: [null, "b", 1, "a"] }],
  ["the order of names", { required: ["a", "b"] }, { required: ["b", "a"] }],
];

for (const [what, schema, other] of same) {
  test(`${what}: the same form`, () => assert.deepEqual(formOf(other), formOf(schema)));
}

const closed = { ...half, additionalProperties: false };
const kept: readonly (readonly [what: string, schema: object])[] = [
  ["types that exclude each other", { type: "string", allOf: [{ type: "integer" }] }],
  ["two patterns", { pattern: "^a", allOf: [{ pattern: "b$" }] }],
  ["a part that allows no other property", { ...otherHalf, allOf: [closed] }],
  ["a schema that allows none but its own", { ...closed, allOf: [otherHalf] }],
  ["what looks at the properties of all parts", { unevaluatedProperties: false, allOf: [half, otherHalf] }],
  ["items after the first ones", { items: { type: "string" }, allOf: [{ prefixItems: [{ type: "null" }] }] }],
  ["constants that differ", { "x-a": 1, allOf: [{ "x-a": 2 }] }],
  ["null beside two others", { anyOf: [id, name, { type: "null" }] }],
  [
    "null beside what may be null already: oneOf excludes it",
    { oneOf: [{ type: ["string", "null"] }, { type: "null" }] },
  ],
  ["null beside what says nothing of types", { oneOf: [{ properties: { id } }, { type: "null" }] }],
  ["alternatives beside other rules", { minLength: 3, anyOf: [name, { type: "null" }] }],
];

for (const [what, schema] of kept) {
  test(`${what}: left as it is`, () => assert.deepEqual(formOf(schema), schema));
}

test("values are left as they are, also where they look like schemas", () => {
  const value = { schema: { allOf: [half] } };
  const document = { example: value, examples: { a: { value } }, "x-a": value };
  assert.deepEqual(normalForm(document as unknown as Document), document);
  const schema = { default: half, enum: [{ allOf: [half] }], examples: [{ type: ["b", "a"] }] };
  assert.deepEqual(formOf(schema), schema);
});
