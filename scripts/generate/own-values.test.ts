import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalsOf } from "./refuse.ts";
import { changed, move, schemas, spoken, testRefusals } from "./refuse-testing.ts";

const key = ["components", "parameters", "Once", "schema"];
const says =
  /the header X-Once takes no key such as [0-9a-f-]{36}, .* send UUIDs; let its schema allow each of them/;

testRefusals([
  ["an idempotency key that is shorter than a UUID", key, { type: "string", maxLength: 20 }, says],
  ["an idempotency key that is longer", key, { type: "string", minLength: 37 }, says],
  ["an idempotency key without hyphens", key, { type: "string", pattern: "^[a-z0-9]+$" }, says],
  ["an idempotency key in capitals", key, { type: "string", pattern: "^[A-Z0-9-]+$" }, says],
  ["an idempotency key that is a UUID of another version", key, { pattern: "^.{14}7" }, says],
]);

const code = [...schemas, "Parcel", "properties", "code"];
const parameter = [...move, "parameters", "0"];
const noSegment = (value: string) =>
  new RegExp(`moveParcel: the path parameter code would be "${value}", which is no single .*without slashes`);

testRefusals([
  ["an id with a slash", code, { pattern: "^[A-Z]/[0-9]$", ...spoken }, noSegment("[A-Z]/[0-9]"), parameter],
  ["an id that leads up", code, { const: "..", ...spoken }, noSegment("\\.\\."), parameter],
]);

test("takes an id with signs that a path has to escape", () => {
  assert.deepEqual(refusalsOf(changed(code, { const: "A 1?#%:ä", ...spoken })), []);
});

for (const schema of [
  { type: "string", format: "uuid", maxLength: 36 },
  { type: "string", minLength: 16, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" },
  { pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" },
  undefined,
]) {
  test(`takes an idempotency key of the schema ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(refusalsOf(changed(key, schema)), []);
  });
}
