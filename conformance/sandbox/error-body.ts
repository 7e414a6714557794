/** The body of a refusal, as the description shows it. */
import { type Operation, type OperationId, operations, responseSchema } from "../../generated/operations.ts";
import { type Validator, validators } from "../../generated/validators.js";
import { isObject } from "../base/shape.ts";
import { sampleResponse } from "./samples.ts";

/** What the sandbox has to say of a refusal. */
export interface Said {
  readonly message: string;
  readonly type: string;
}

/** The body of a refusal with this status; of a request that is none of an operation, what is said alone. */
export function errorBody(id: OperationId | null, status: number, said: Said): unknown {
  if (id === null) return { ...said };
  const operation: Operation = operations[id];
  const schema = responseSchema(operation, status);
  return errorOf(sampleResponse(operation, status), schema === null ? () => true : validators[schema], said);
}

/**
 * A sample of an error in which stands what is said, where the sample has a place for it and the schema allows it. Where
 * only listed words are allowed, one of them stands there, not always the same: what they mean is not known here.
 */
export function errorOf(sample: unknown, fits: Validator, said: Said): unknown {
  if (!isObject(sample) || Object.keys(sample).length === 0) return { ...said };
  let body = sample;
  for (const [name, text] of Object.entries(said)) {
    if (!Object.hasOwn(sample, name)) continue;
    const next = { ...body, [name]: text };
    if (fits(next)) body = next;
    else body = { ...body, [name]: listedInstead(fits, name, text) ?? body[name] };
  }
  return body;
}

/** One of the words that are allowed for a property in which the last value had another; undefined where none is listed. */
function listedInstead({ errors }: Validator, name: string, text: string): unknown {
  const error = errors?.find(
    ({ keyword, instancePath }) => keyword === "enum" && instancePath === `/${name}`,
  );
  const allowed = error?.params.allowedValues;
  return Array.isArray(allowed) ? allowed[text.length % allowed.length] : undefined;
}
