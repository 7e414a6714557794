/** Which items of a list may still be written to: what is closed or spent refuses what others take. Pure. */
import { isObject } from "../../base/shape.ts";

/** Words for a state after which little is taken. */
const over =
  /^(?:closed|cancell?ed|expired|revoked|deleted|removed|archived|settled|delivered|completed?|done|finished|spent|redeemed|inactive|failed|rejected|declined|terminated|withdrawn|void(?:ed)?)$/i;

/** The items of which no property says that they are over; all where that leaves none. */
export function openItems(items: readonly unknown[]): readonly unknown[] {
  const isOver = (item: unknown) =>
    isObject(item) && Object.values(item).some((value) => typeof value === "string" && over.test(value));
  const open = items.filter((item) => !isOver(item));
  return open.length === 0 ? items : open;
}
