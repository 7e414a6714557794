/** Turns a check of PATCH and PUT into one check for each. */
import type { Check } from "../../kit/check.ts";
import { describedWrite, type WriteOperation } from "../described-writes.ts";

/** A description may lack the operation; the check is then left out. */
const methodOf = (operation: WriteOperation) => describedWrite(operation)?.method ?? operation;

/** The id of a check of a write operation: ends with the name of its method. */
export function writeCheckId(id: string, operation: WriteOperation): string {
  return `${id}.${methodOf(operation).toLowerCase()}`;
}

/** A check of one write operation; the method is added to the id and to the title. */
export function writeCheck(
  operation: WriteOperation,
  check: Pick<Check, "id" | "title" | "requirements" | "run"> & Partial<Check>,
): Check {
  return {
    access: "write",
    stage: "request",
    ...check,
    id: writeCheckId(check.id, operation),
    title: `${methodOf(operation)}: ${check.title}`,
  };
}
