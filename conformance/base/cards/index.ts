/** The list of cards, as far as the description has one: that of another API has none. */
import {
  type Operation,
  type OperationId,
  operations,
  type Pagination,
} from "../../../generated/operations.ts";

const described: Readonly<Record<string, Operation | undefined>> = operations;
const list = described.listCards;
const [any = operations.requestToken]: readonly Operation[] = Object.values(operations);

/** True where the description has a list of cards in pages, which all that is known of cards begins with. */
export const hasCards: boolean = list !== undefined && list.paginated !== null;

/** Stands where there is no list of cards, for files that are loaded and then not used. */
const nowhere: Pagination = { items: "", id: null, parameter: "", cursor: "", pageSize: null };

/** The list of cards. */
export const listCards: Operation & { readonly id: OperationId; readonly paginated: Pagination } = {
  ...(list ?? any),
  id: "listCards" as OperationId,
  paginated: list?.paginated ?? nowhere,
};
