/** Which items of a list may still be written to: what is closed or spent refuses what others take. Pure. */
import type { Binding } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";

/** Words for a state after which little is taken. */
const over =
  /^(?:closed|cancell?ed|expired|revoked|deleted|removed|archived|settled|delivered|completed?|done|finished|spent|redeemed|inactive|failed|rejected|declined|terminated|withdrawn|void(?:ed)?)$/i;

/**
 * The items that are usable as the words about an operation say, or else those for which it is not refused, and of which no
 * property says that they are over; all where that leaves none.
 */
export function openItems(
  items: readonly unknown[],
  { usable, refused }: { readonly usable?: Binding["usable"]; readonly refused?: Binding["usable"] } = {},
): readonly unknown[] {
  const isOf = (state: Binding["usable"]) => (item: unknown) =>
    state?.values.includes(String(valueAt(item, state.pointer))) === true;
  const named = items.filter(isOf(usable));
  if (named.length > 0) return named;
  const isRefused = isOf(refused);
  if (!items.every((item) => !isRefused(item)) && !items.every(isRefused))
    return openItems(items.filter((item) => !isRefused(item)));
  const isOver = (item: unknown) =>
    isObject(item) && Object.values(item).some((value) => typeof value === "string" && over.test(value));
  const open = items.filter((item) => !isOver(item));
  return open.length === 0 ? items : open;
}
