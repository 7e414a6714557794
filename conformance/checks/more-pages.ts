/** A page that says whether there are more says so with its cursor as well. */
import type { Pagination } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";

/** Where the pages of a list say that there are more: derived from what the cursor means, which is there as long as there are. */
export type MorePlaces = Pick<Pagination, "cursor" | "more">;

/**
 * What is wrong with what a page says of more pages; null where it says the same as its cursor, or nothing.
 *
 * @param page - The body of a page, as JSON.
 */
export function moreProblem({ cursor, more }: MorePlaces, page: unknown) {
  const said = more === undefined ? undefined : valueAt(page, more);
  const isMore = typeof valueAt(page, cursor) === "string";
  if (more === undefined || typeof said !== "boolean" || said === isMore) return null;
  return {
    pointer: more,
    description: `is ${said} on a page ${isMore ? "with" : "without"} a cursor`,
    received: String(said),
    hint: null,
  };
}
