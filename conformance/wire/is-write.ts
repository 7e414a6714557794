import { type Operation, operations } from "../../generated/operations.ts";

/** True for an operation that may change something: it takes a token, and is not a GET. */
export function isWrite(operation: string | null): boolean {
  const found = Object.values<Operation>(operations).find(({ id }) => id === operation);
  return found !== undefined && found.scopes !== null && found.method !== "GET";
}
