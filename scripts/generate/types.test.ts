import assert from "node:assert/strict";
import { test } from "node:test";
import { startTypes, withAlternativesInside } from "./types.ts";

const [a, b] = [{ required: ["a"] }, { required: ["b"] }];
const properties = { a: { type: "string" }, b: { type: "string" }, size: { type: "integer" } };

test("alternatives stand within allOf where there are properties, and nowhere else", () => {
  const shown = { anyOf: [a, b], properties: {} };
  assert.deepEqual(
    withAlternativesInside({ schema: { properties, anyOf: [a, b], allOf: [a] }, example: shown }),
    {
      schema: { properties, allOf: [a, { anyOf: [a, b] }] },
      example: shown,
    },
  );
  const alone = { anyOf: [{ type: "string" }, { type: "null" }] };
  assert.deepEqual(withAlternativesInside({ properties: { alone } }), { properties: { alone } });
});

test("an object with alternatives has its properties in each of them", async () => {
  const anyOf = [
    { type: "object", required: ["iban"], properties: { iban: { type: "string" } } },
    { type: "object", required: ["card"], properties: { card: { type: "string" } } },
  ];
  const schema = { type: "object", required: ["size"], properties: { size: { type: "integer" } }, anyOf };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { Payee: schema } },
  };
  const types = await startTypes(AbortSignal.timeout(60_000))(document as never);
  assert.match(
    types,
    /Payee: \{\s+size: number;\s+\} & \(\{\s+iban: string;\s+\} \| \{\s+card: string;\s+\}\);/,
  );
});
