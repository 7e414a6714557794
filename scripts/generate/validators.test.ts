import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as generated from "../../generated/validators.js";
import type { Document } from "./document.ts";
import { schemasOf } from "./schemas.ts";
import { validatorsDeclaration } from "./validators.ts";

const description = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as Document;

const card = {
  id: "CRD1001",
  last4: "4242",
  nickname: "Office supplies",
  cardHolder: { id: "USR501", fullName: "Maria Keller" },
  limits: { daily: 5000, monthly: 40000, atm: 0, approvalBased: null },
  availableBalance: 12750,
};

test("there is a validator for each schema, and it is declared", () => {
  const names = schemasOf(description)
    .map(({ name }) => name)
    .sort();
  assert.ok(names.includes("Refused"), "also one without a name of its own");
  assert.deepEqual(Object.keys(generated).sort(), [...names, "validators"]);
  assert.deepEqual(Object.keys(generated.validators).sort(), names);
  const declared = [
    ...validatorsDeclaration(description).matchAll(/export declare const (\w+): Validator;/g),
  ];
  assert.deepEqual(declared.map(([, name]) => name).sort(), names);
});

test("a card fits, also with a property that is not documented", () => {
  assert.ok(generated.Card(card));
  assert.ok(generated.Card({ ...card, color: "blue", limits: { ...card.limits, approvalBased: { by: 2 } } }));
});

const wrongCards: Record<string, [string, object]> = {
  "an id of another kind": ["/id", { ...card, id: "USR1001" }],
  "an id without digits": ["/id", { ...card, id: "CRD" }],
  "last4 as a number": ["/last4", { ...card, last4: 4242 }],
  "last4 with three digits": ["/last4", { ...card, last4: "424" }],
  "a holder id of another kind": [
    "/cardHolder/id",
    { ...card, cardHolder: { ...card.cardHolder, id: "CRD501" } },
  ],
  "a limit as a string": ["/limits/daily", { ...card, limits: { ...card.limits, daily: "5000" } }],
  "a limit of null": ["/limits/atm", { ...card, limits: { ...card.limits, atm: null } }],
};

for (const [what, [pointer, value]] of Object.entries(wrongCards)) {
  test(`a card with ${what} does not fit, and the error points at it`, () => {
    assert.ok(!generated.Card(value));
    assert.deepEqual(
      generated.Card.errors?.map(({ instancePath }) => instancePath),
      [pointer],
    );
  });
}

test("every field of the card is looked for", () => {
  const missing = (value: object) => {
    generated.Card(value);
    return generated.Card.errors?.map(({ params }) => params.missingProperty);
  };
  assert.deepEqual(missing({}), Object.keys(card));
  assert.deepEqual(missing({ ...card, limits: {} }), Object.keys(card.limits));
  assert.deepEqual(missing({ ...card, cardHolder: {} }), Object.keys(card.cardHolder));
});

test("the last page may leave the cursor out or set it to null, and nothing else", () => {
  assert.ok(generated.CardList({ cards: [] }));
  assert.ok(generated.CardList({ cards: [card], nextCursor: null }));
  assert.ok(!generated.CardList({ cards: [card], nextCursor: 7 }));
  assert.ok(!generated.CardList({ nextCursor: "a" }));
});
