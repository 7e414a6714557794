/** Numbers that parts make up are shown as these are now: how many there are, or the sum of something. */
import type { Operation } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { aggregated, pointersIn } from "../base/aggregate.ts";
import { isObject } from "../base/shape.ts";
import type { SandboxResponse } from "./response.ts";
import { itemsOf, type State } from "./state.ts";

/** The same response with the numbers that its parts make up, or those that a list shows. */
export function withAggregates(
  state: State,
  { aggregates = [] }: Pick<Operation, "aggregates">,
  reply: SandboxResponse,
): SandboxResponse {
  if (aggregates.length === 0 || reply.status >= 300) return reply;
  const body: unknown = structuredClone(reply.body);
  for (const { at, pointer, parts, value, list } of aggregates)
    for (const place of pointersIn(body, at)) {
      const object = valueAt(body, place);
      const all = list === undefined ? valueAt(object, parts) : itemsOf(state, list);
      const amount = Array.isArray(all) ? aggregated(all, value) : null;
      const [, above = "", name = ""] = /^(.*)\/(.*)$/.exec(pointer) ?? [];
      const holder = valueAt(object, above);
      if (amount !== null && isObject(holder)) holder[name] = amount;
    }
  return { ...reply, body };
}
