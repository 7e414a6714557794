/** What a description says of a list, whether it has pages or not. */
import type { Listing, Operation } from "../../generated/operations.ts";

/** How an operation lists items: page by page, or all of them at once; null for any other operation. */
export function listingOf({ paginated, listing }: Pick<Operation, "paginated" | "listing">): Listing | null {
  return paginated ?? listing ?? null;
}
