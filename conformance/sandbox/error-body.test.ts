import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorBody } from "../../generated/validators.js";
import { errorBody, errorOf } from "./error-body.ts";

const said = { message: "No.", type: "InvalidRequest" };
const any = () => true;

test("a sample of another error keeps what the sandbox has no words for", () => {
  const sample = { code: "E1", details: ["a"] };
  assert.deepEqual(errorOf(sample, any, said), sample);
  assert.deepEqual(errorOf({ ...sample, message: "Shown." }, any, said), { ...sample, message: "No." });
});

test("a message or a type that the schema does not allow stays as in the sample", () => {
  const sample = { message: "Shown.", type: "invalid" };
  const fits = (value: unknown) => (value as typeof sample).type === "invalid";
  assert.deepEqual(errorOf(sample, fits, said), { message: "No.", type: "invalid" });
});

test("of words that are listed, not always the same one is said", () => {
  const allowedValues = ["invalid", "forbidden", "unknown"];
  const fits = Object.assign((value: unknown) => allowedValues.includes((value as typeof said).type), {
    errors: [{ keyword: "enum", instancePath: "/type", schemaPath: "", params: { allowedValues } }],
  });
  const types = ["a", "bb", "ccc"].map((type) => errorOf(said, fits, { message: "No.", type }));
  assert.deepEqual(new Set(types.map((body) => (body as typeof said).type)), new Set(allowedValues));
  assert.ok(types.every(fits));
});

test("where the description shows no object, the sandbox says message and type", () => {
  for (const sample of [undefined, null, "text", {}]) assert.deepEqual(errorOf(sample, any, said), said);
});

test("the sample is that of the operation and the status", () => {
  const body = errorBody("listCards", 401, said);
  assert.ok(ErrorBody(body));
  assert.deepEqual(body, said);
  assert.deepEqual(errorBody("requestToken", 400, said), said);
  assert.deepEqual(errorBody(null, 404, said), said);
});
