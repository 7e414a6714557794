/** What a body leaves out and the description gives a default (OpenAPI 3.1: the value that a receiver assumes). */
import type { Operation } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { withValueAt } from "../base/pointer.ts";
import { isObject } from "../base/shape.ts";

/** A body with the defaults of what it leaves out; that of a PATCH as it is, since what it leaves out stays. */
export function withDefaults(
  { method, bodyDefaults = {} }: Pick<Operation, "method" | "bodyDefaults">,
  body: unknown,
): unknown {
  if (method === "PATCH") return body;
  return Object.entries(bodyDefaults).reduce((whole, [pointer, usual]) => {
    const above = valueAt(whole, pointer.slice(0, pointer.lastIndexOf("/")));
    return isObject(above) && valueAt(whole, pointer) === undefined
      ? withValueAt(whole, pointer, usual)
      : whole;
  }, body);
}
