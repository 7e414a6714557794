import assert from "node:assert/strict";
import { test } from "node:test";
import type { Validator } from "../../../generated/validators.js";
import { completedFrom } from "./beside.ts";

/** Fits what has all of these properties. */
const demanding = (...names: readonly string[]): Validator => {
  const validate: Validator = (value) => {
    const lacking = names.filter((name) => !Object.hasOwn(value as object, name));
    validate.errors = lacking.map((missingProperty) => ({
      ...{ keyword: "required", instancePath: "", schemaPath: "", params: { missingProperty } },
    }));
    return lacking.length === 0;
  };
  return validate;
};
const sample = { daily: 1, monthly: 2, reason: "A trip.", note: "None." };

test("a body gets what is demanded beside limits, and nothing else of the sample", () => {
  assert.deepEqual(completedFrom({ daily: 7 }, sample, demanding("reason")), { daily: 7, reason: "A trip." });
  const own = { daily: 7, reason: "Mine." };
  assert.deepEqual(completedFrom(own, sample, demanding("reason")), own);
});

test("limits that are demanded are left to the form of the write, and what no sample has is left out", () => {
  assert.deepEqual(completedFrom({ daily: 7 }, sample, demanding("monthly", "who")), { daily: 7 });
  assert.deepEqual(completedFrom("text", sample, demanding("reason")), "text");
});
