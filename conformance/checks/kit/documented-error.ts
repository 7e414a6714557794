/** The only refusal whose body the specification shows: the 401 for an invalid token. */
import { type OperationId, responseSchema } from "../../../generated/operations.ts";
import { samples } from "../../../generated/samples.ts";
import { type SchemaName, validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { plainOperation } from "./plain-read.ts";

/** The schema of its body; null where the description shows none. */
export const errorSchema: SchemaName | null =
  plainOperation === null ? null : responseSchema(plainOperation, 401);

/** The type that the description shows in the example of its body; undefined where it shows none. */
export const errorType: unknown = valueAt(
  samples[plainOperation?.id as OperationId]?.responses["401"],
  "/type",
);

/** True for a body with the form of the documented one. */
export function isDocumentedError(body: unknown): boolean {
  return errorSchema !== null && validators[errorSchema](body);
}
