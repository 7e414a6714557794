/** What a write says beside the limits, where a description demands that, such as a reason. */
import { operations } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { type Validator, validators } from "../../../generated/validators.js";
import { isObject } from "../../base/shape.ts";
import { limitFields } from "./limits.ts";
import type { WriteOperation } from "./write-form.ts";

/** The body of a write with what its schema demands beside limits, as in the sample of the description. */
export function withWhatElse(operation: WriteOperation, body: unknown): unknown {
  const { body: schema } = operations[operation];
  const [sample] = samples[operation].bodies;
  return schema === null ? body : completedFrom(body, sample, validators[schema]);
}

/** A body with those properties of a sample that a schema demands, and that are no limits. */
export function completedFrom(body: unknown, sample: unknown, fits: Validator): unknown {
  if (!isObject(body) || !isObject(sample) || fits(body)) return body;
  const lacking = (fits.errors ?? [])
    .filter(({ keyword, instancePath }) => keyword === "required" && instancePath === "")
    .map(({ params }) => String(params.missingProperty))
    .filter((name) => name in sample && !limitFields.includes(name));
  return { ...body, ...Object.fromEntries(lacking.map((name) => [name, sample[name]])) };
}
