import type { Operation } from "../../../../generated/operations.ts";
import { valueAt } from "../../../../src/core/json.ts";
import { pageNumber } from "../../page.ts";
import { pathParameters } from "../../request.ts";
import type { RequestContext } from "../../seams.ts";
import { hash, itemsOf } from "../../state.ts";
import { type Circumstance, described } from "./circumstance.ts";

const isPaginated = ({ paginated }: Operation) => paginated !== null;
const namesItem = ({ changes }: Operation) => changes !== null;

/** The number of the page that is asked for; 0 where no list is. */
function pageAsked(context: RequestContext): number {
  const paginated = described(context)?.paginated ?? null;
  return paginated === null ? 0 : pageNumber(context, paginated);
}

/** The number of items that a page is to have, as asked for; null where nothing is. */
function sizeAsked(context: RequestContext): { asked: number; usual: number } | null {
  const pageSize = described(context)?.paginated?.pageSize ?? null;
  const text = pageSize === null ? null : context.request.query.get(pageSize.parameter);
  return pageSize === null || text === null ? null : { asked: Number(text), usual: pageSize.default };
}

/** The item that a request changes: its id, its index and the number of items; null where there is none. */
function itemNamed(context: RequestContext): { id: string; index: number; count: number } | null {
  const operation = described(context);
  if (operation?.changes == null) return null;
  const { parameter, operation: list, id: pointer } = operation.changes;
  const id = pathParameters(context.request, operation)[parameter] ?? "";
  const items = itemsOf(context.state, list);
  const index = items.findIndex((item) => valueAt(item, pointer) === id);
  return index === -1 ? null : { id, index, count: items.length };
}

/** True for a request that changes another item than the last one of its list. */
export function changesOther(context: RequestContext): boolean {
  const item = itemNamed(context);
  return item !== null && item.index !== item.count - 1;
}

/** Circumstances of where in a list a request is: its page, or its item. */
export const places = [
  {
    name: "with-cursor",
    kind: "place",
    words: "with a cursor",
    isFor: isPaginated,
    holds: (context) => context.request.query.has(described(context)?.paginated?.parameter ?? ""),
  },
  {
    name: "third-page",
    kind: "place",
    words: "from the third page on",
    isFor: isPaginated,
    holds: (context) => pageAsked(context) >= 3,
  },
  {
    name: "large-page",
    kind: "place",
    words: "for a page larger than usual",
    isFor: (operation) => operation.paginated?.pageSize != null,
    holds: (context) => {
      const size = sizeAsked(context);
      return size !== null && size.asked > size.usual;
    },
  },
  {
    name: "one-item-in-twenty",
    kind: "place",
    words: "for one item in twenty",
    isFor: namesItem,
    holds: (context) => {
      const item = itemNamed(context);
      return item !== null && hash(item.id).readUInt32BE(0) % 20 === 0;
    },
  },
] as const satisfies readonly Circumstance[];
