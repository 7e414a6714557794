/** The spellings of the plain read that come from its query: page sizes, and the order of its parameters. */
import { withParameter } from "../plan/rewrites.ts";
import { pages, usedCursor, writeSituations } from "../plan/situations.ts";
import { asksTheSame, type Spelling, spellings } from "../plan/spellings.ts";
import { pagedOperation } from "./kit/paged.ts";
import { plainOperation } from "./kit/plain-read.ts";

/** The plain read, if it is a list. */
export const paged = pagedOperation(plainOperation?.id ?? null);

/** Sizes of pages: only where the list has a parameter for it. */
const pageSize = paged?.paginated.pageSize ?? null;
const sizeOf = (value: string, asked: number): Spelling => ({
  dimension: "page-size",
  value,
  when: `${pageSize?.parameter} is ${asked}`,
  basis: "The description of the parameter",
  // How many items may be asked for is open; the usual number of them may be.
  expectation: asked > (pageSize?.default ?? 0) ? "either" : "must work",
  applies: () => pageSize !== null,
  rewrite: withParameter(pageSize?.parameter ?? "", String(asked)),
});
/** Pages of one item. */
export const ofOne = sizeOf("one", 1);
const ofSome = sizeOf("some", smallerThan(pageSize?.default ?? 2));
/** So much that a server that treats long answers in another way, such as by compressing them, is seen to do so. */
const ofMany = sizeOf("large", 5 * (pageSize?.default ?? 0));
/** Every size of pages. */
export const pageSizes: readonly Spelling[] = pageSize === null ? [] : [ofOne, ofSome, ofMany];

/** The parameters of the query in another order: of one alone, that is the same request. */
export const queryReversed: Spelling = {
  dimension: "query-order",
  value: "reversed",
  when: "the parameters of the query come in another order",
  basis: "Parameters of a query are told by their names (Endpoints / GET /v1/card, query parameters)",
  expectation: "must work",
  applies: () => pageSize !== null,
  rewrite: (request) => {
    const [path = "", query] = request.url.split("?");
    return query === undefined
      ? request
      : { ...request, url: `${path}?${query.split("&").reverse().join("&")}` };
  },
};

/** Half of it, and at least two: one is a size of its own. */
function smallerThan(usual: number): number {
  return Math.max(2, Math.floor(usual / 2));
}

/** The number of items that whole walks ask for in these situations; null for none. */
export function walkedLimit(row: readonly Spelling[]): number | null {
  return row.includes(ofSome) && pageSize !== null ? smallerThan(pageSize.default) : null;
}

/** What a whole walk can be like: one of its requests alone can also be for another page, or of another size. */
export function isOfWalks(spelling: Spelling): boolean {
  return (
    asksTheSame(spelling) &&
    spelling.dimension !== "page" &&
    (spelling.dimension !== "page-size" || spelling === ofSome)
  );
}

/** Every spelling and situation in which requests are drawn. */
export const drawnSpellings: readonly Spelling[] = [
  ...spellings,
  ...writeSituations,
  ...(paged === null ? [] : [...pageSizes, queryReversed, ...pages, usedCursor]),
];
