/** The schema that a response must fit, and the operations whose responses have it. */
import { type Operation, operations, responseSchema } from "../../../generated/operations.ts";
import type { SchemaName } from "../../../generated/validators.js";
import { type Exchange, succeeded } from "../../wire/exchange.ts";

/** The schema of the documented success of an operation; null where it shows no body. */
export function successSchema({ responses }: Operation): SchemaName | null {
  const status = Object.keys(responses).find((one) => one.startsWith("2"));
  return status === undefined ? null : (responses[status] ?? null);
}

/** The schema of a response in the description; for any success, that of the documented one. */
export function schemaOf(exchange: Exchange): SchemaName | null {
  const { operation, response } = exchange;
  if (operation === null || response === null) return null;
  const described: Operation = operations[operation];
  const success = succeeded(exchange) ? successSchema(described) : null;
  return success ?? responseSchema(described, response.status);
}
