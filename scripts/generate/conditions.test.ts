import assert from "node:assert/strict";
import { test } from "node:test";
import { ajvOf, validatorAt } from "./ajv.ts";
import { brokenConditions } from "./broken-conditions.ts";
import type { Schema } from "./document.ts";
import { madeValues } from "./made.ts";
import { smallDocument } from "./testing.ts";

/** Says of the zip what the country makes of it, for each of these. */
const zipIn = (country: string, pattern: string) => ({
  if: { properties: { country: { const: country } }, required: ["country"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { zip: { pattern } } },
});

const address = (rules: object): Schema => ({
  type: "object",
  required: ["country", "zip"],
  properties: {
    country: { type: "string", enum: ["DE", "NL"] },
    zip: { type: "string", minLength: 1, maxLength: 12 },
  },
  ...rules,
});

/** What is made of an address in the small description, ten of them at most. */
function made(schema: Schema) {
  const document = smallDocument();
  document.components.schemas.Address = schema;
  const fits = validatorAt(ajvOf(document), "#/components/schemas/Address");
  return madeValues(document, { $ref: "#/components/schemas/Address" }, (value) => fits(value), {
    count: 10,
  });
}

test("values are made that keep to what one property makes of another one", () => {
  const each = made(address({ allOf: [zipIn("DE", "^[0-9]{5}$"), zipIn("NL", "^[0-9]{4} [A-Z]{2}$")] }));
  assert.equal(each.length, 10);
  const own = made(address(zipIn("NL", "^[0-9]{4} [A-Z]{2}$")));
  assert.match(JSON.stringify(own), /"zip":"\d{4} [A-Z]{2}"/);
});

test("what a condition says of a part goes into that part", () => {
  const nested = made({
    type: "object",
    required: ["to"],
    properties: { to: address({}) },
    allOf: [
      {
        if: { properties: { to: { properties: { country: { const: "DE" } } } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { to: { properties: { zip: { pattern: "^[0-9]{5}$" } } } } },
        else: { properties: { to: { properties: { zip: { pattern: "^NL" } } } } },
      } as Schema,
    ],
  });
  assert.match(JSON.stringify(nested), /"country":"DE","zip":"\d{5}"/);
});

/** What is made of an address in which one property is not what another one makes of it. */
function broken(schema: Schema) {
  const document = smallDocument();
  document.components.schemas.Address = schema;
  return brokenConditions(document, { fragment: "#/components/schemas/Address", schema });
}

test("a value is made in which what follows from one property is that of another one", () => {
  const each = broken(address({ allOf: [zipIn("DE", "^[0-9]{5}$"), zipIn("NL", "^[0-9]{4} [A-Z]{2}$")] }));
  assert.equal(each.length, 2);
  assert.match(JSON.stringify(each[0]), /"country":"DE","zip":"\d{4} [A-Z]{2}"/);
  assert.match(JSON.stringify(each[1]), /"country":"NL","zip":"\d{5}"/);
  assert.deepEqual(broken(address({})), []);
});

test("what a condition asks for is left out", () => {
  const plain = address({});
  const [value] = broken({
    ...plain,
    properties: { ...plain.properties, city: { type: "string", examples: ["Basel"] } },
    if: { properties: { country: { const: "DE" } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["city"] },
  } as Schema);
  assert.deepEqual(Object.keys(value as object).sort(), ["country", "zip"]);
});
