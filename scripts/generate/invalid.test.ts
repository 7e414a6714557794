import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fields } from "../../generated/fields.ts";
import type { Schema } from "./document.ts";
import { invalidValues } from "./invalid.ts";

/** The invalid values of a schema by their kinds. */
function invalid(schema: object, valid: unknown): Record<string, unknown> {
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  assert.ok(validate(valid), "the example fits");
  const found = invalidValues(schema as Schema, valid, (value) => {
    validate(value);
    return (validate.errors ?? []).flatMap(({ instancePath, keyword }) =>
      instancePath === "" ? [keyword] : [],
    );
  });
  for (const { kind, value } of found) assert.ok(!validate(value), `${kind}: ${JSON.stringify(value)}`);
  return Object.fromEntries(found.map(({ kind, value }) => [kind, value]));
}

const cases: readonly (readonly [schema: object, valid: unknown, invalid: Record<string, unknown>])[] = [
  [{ type: "string" }, "a", { null: null, type: 7 }],
  [{ type: ["string", "null"] }, "a", { type: 7 }],
  [{ type: "number" }, 5, { null: null, type: "5" }],
  [{ type: "integer" }, 5, { null: null, type: "5", fraction: 5.5 }],
  [{ type: "boolean" }, true, { null: null, type: "true" }],
  [{ type: "object" }, {}, { null: null, type: [] }],
  [{ type: "array" }, [], { null: null, type: {} }],
  [{ const: "Bearer" }, "Bearer", { null: null, type: 7, const: "bearer" }],
  [{ enum: ["a", "A"] }, "a", { null: null, type: 7, enum: "a2" }],
  [{ type: "string", pattern: "^[0-9]{4}$" }, "4242", { null: null, type: 4242, pattern: "242" }],
  [
    { type: "string", pattern: "^CRD[0-9]+$", minLength: 4 },
    "CRD1",
    { null: null, type: 7, pattern: "crd1", minLength: "CRD" },
  ],
  [{ type: "string", maxLength: 3 }, "abc", { null: null, type: 7, maxLength: "abca" }],
  [
    { type: "integer", minimum: 1, maximum: 9 },
    5,
    { null: null, type: "5", fraction: 5.5, minimum: 0, maximum: 10 },
  ],
  [{ type: "number", multipleOf: 0.5 }, 1, { null: null, type: "1", multipleOf: 1.25 }],
  [{ type: "number", exclusiveMinimum: 0 }, 1, { null: null, type: "1", exclusiveMinimum: 0 }],
  [
    { type: "array", minItems: 1, maxItems: 2 },
    [1],
    { null: null, type: {}, minItems: [], maxItems: [1, 1, 1] },
  ],
  [{ type: "array", uniqueItems: true }, [1], { null: null, type: {}, uniqueItems: [1, 1] }],
  [{}, null, {}],
];

for (const [schema, valid, expected] of cases) {
  test(`what is wrong for ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(invalid(schema, valid), expected);
  });
}

test("a value that is wrong in one way only comes before one that is wrong in two", () => {
  const found = invalid({ type: "string", pattern: "^[a-z]+$", maxLength: 3 }, "abc");
  assert.equal(found.pattern, "ABC");
});

test("every field that a response can get wrong has a value that shows it", () => {
  const values = fields.filter(({ required }) => !required);
  assert.ok(values.length > 0);
  for (const { pointer, invalid: wrong } of values) assert.ok(wrong.length > 0, pointer);
  for (const { pointer, properties } of fields.filter(({ required }) => required)) {
    assert.ok(properties.length > 0, pointer);
  }
});
