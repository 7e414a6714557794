/** The requirements that speak of the fields of a response. */
import { type Field, fields } from "../../../generated/fields.ts";
import { type Operation, type OperationId, operations } from "../../../generated/operations.ts";

/** The requirement of a field in a response of an operation; "" where there is none. */
export function ruleAt(operation: OperationId, pointer: string): string {
  return found(operation, (field) => !field.required && field.pointer === pointer);
}

/** The requirement that a field is there; "" where there is none. */
export function ruleOfRequired(operation: OperationId, pointer: string): string {
  const at = pointer.lastIndexOf("/");
  return found(operation, (field) => {
    const isHolder = field.required && field.pointer === pointer.slice(0, at);
    return isHolder && field.properties.includes(pointer.slice(at + 1));
  });
}

function found(operation: OperationId, matches: (field: Field) => boolean): string {
  const { responses }: Operation = operations[operation];
  const schemas = Object.values(responses);
  return fields.find((field) => schemas.includes(field.schema) && matches(field))?.requirement ?? "";
}
