/** Faults of the number of items in a page. */

import { pageOf } from "../seams.ts";
import { breaks, catalogue, type Fault, type Heading, type Row } from "./fault.ts";
import { paginated } from "./operations.ts";
import { faultsOfPaged, type PagedFaults } from "./paged.ts";
import { pageFor, sizedByDefault } from "./pages.ts";

function sizes({ pages, checks, fault }: PagedFaults): (Heading | Row)[] {
  if (pages.pageSize === null) return [];
  const usual = pages.pageSize.default;
  /** Pages of a size other than the given limit. */
  const sized = (size: (limit: number) => number) =>
    pageFor(({ asked }) => ({ limit: asked === null ? usual : size(asked) }));
  return [
    breaks("list.limit", ...checks("list.limit", "list.limit.exact")),
    fault("page.limit-ignored", "ignores limit", { page: sized(() => usual) }),
    fault("page.one-too-many", "sends one item more than the limit", { page: sized((limit) => limit + 1) }),
    breaks("list.limit.exact", ...checks("list.limit.exact")),
    fault("page.one-too-few", "sends one item fewer than the limit, where it is above one", {
      page: sized((limit) => Math.max(1, limit - 1)),
    }),
    fault("page.limit-capped-at-two", "never sends more than two items for a limit", {
      page: sized((limit) => Math.min(2, limit)),
    }),
    fault("page.limit-first-digit", "takes the first digit of a limit for all of it", {
      page: sized((limit) => Number(String(limit)[0])),
    }),
    breaks("list.limit", ...checks("list.limit", "list.limit.exact", "list.page-size")),
    fault("page.limit-dropped-later", "honours limit on the first page only", {
      when: ({ page }) => page > 1,
      page: sized(() => usual),
    }),
    breaks("list.limit", ...checks("list.page-size")),
    fault("page.limit-of-cursor", "keeps the limit of the first page for all that follow", {
      page: (request, { request: { query }, state }) => {
        const before = state.cursors.get(query.get(pages.parameter) ?? "");
        return pageOf({ ...request, limit: before?.limit ?? request.limit });
      },
    }),
    breaks("list.limit.default", ...checks("list.limit.default")),
    fault("page.default-larger", `sends ${usual + 2} items without a limit`, {
      page: sizedByDefault(usual + 2),
    }),
    breaks("limits.page-size", ...checks("list.limit.default")),
    fault("page.default-smaller", `sends ${usual - 1} items without a limit`, {
      page: sizedByDefault(usual - 1),
    }),
  ];
}

/** Faults of the number of items in a page. */
export const pageSizeFaults: readonly Fault[] = catalogue(...paginated.map(faultsOfPaged).flatMap(sizes));
