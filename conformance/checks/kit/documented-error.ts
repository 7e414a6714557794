/** The only refusal whose body the specification shows: the 401 for an invalid token. */
import { type OperationId, responseSchema } from "../../../generated/operations.ts";
import { requirements } from "../../../generated/requirements.ts";
import { samples } from "../../../generated/samples.ts";
import { type SchemaName, validators } from "../../../generated/validators.js";
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";
import { plainOperation } from "./plain-read.ts";

/** The schema of its body; null where the description shows none. */
export const errorSchema: SchemaName | null =
  plainOperation === null ? null : responseSchema(plainOperation, 401);

const example: unknown = samples[plainOperation?.id as OperationId]?.responses["401"];
const stated = requirements.find((one) => String(one.id) === "error.401.type")?.statement ?? "";

/** JSON pointer to what says of which type an error is. */
export const errorTypePointer: string = typePointerIn(example, stated);

/** The type that the description shows in the example of its body; undefined where it shows none. */
export const errorType: unknown = valueAt(example, errorTypePointer);

/**
 * The place in the example of an error whose text a requirement names as a word, such as `/code` where it says that the error
 * has the code BadToken; `/type` where it names none of them.
 */
export function typePointerIn(example: unknown, statement: string): string {
  const words = statement.split(/[^\w.:/-]+/).map((word) => word.replace(/[.:]$/, ""));
  const textsIn = (value: unknown, pointer: string): readonly (readonly [string, string])[] => {
    if (typeof value === "string") return [[pointer, value]];
    return isObject(value)
      ? Object.entries(value).flatMap(([name, part]) => textsIn(part, `${pointer}/${name}`))
      : [];
  };
  const named = textsIn(example, "").filter(([, text]) => words.includes(text));
  // The name of the member tells it from another one that has a word of the sentence for its value.
  const own = named.find(([pointer]) => words.includes(pointer.split("/").at(-1) ?? ""));
  return (own ?? named[0])?.[0] ?? "/type";
}

/** True for a body with the form of the documented one. */
export function isDocumentedError(body: unknown): boolean {
  return errorSchema !== null && validators[errorSchema](body);
}
