/** How many cards a page contains: with a limit, and without one. */
import { type Check, held, missing } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import type { WalkedPage } from "./kit/walk.ts";
import { defaultPageSize, inner, listCheck } from "./walks.ts";

function tooLong(page: WalkedPage, limit: number, expected: string): Fact {
  return {
    kind: "violated",
    message: `A page for ${limit === defaultPageSize ? "the default" : `limit=${limit}`} holds ${page.ids?.length} cards.`,
    expected: [expected],
    received: `${page.ids?.length} cards`,
    pointer: "/cards",
    exchanges: [page.exchange.id],
  };
}

const limit = listCheck(
  {
    id: "list.limit",
    title: "no page holds more cards than the limit",
    requirements: ["list.limit"],
  },
  (found) =>
    found.flatMap((walked) =>
      walked.limit === null
        ? []
        : walked.pages.flatMap((page): Fact[] => {
            const size = page.ids?.length;
            if (size === undefined || walked.limit === null) return [];
            return size > walked.limit
              ? [tooLong(page, walked.limit, `at most ${walked.limit} cards`)]
              : [held("no page was longer than its limit", page.exchange.id)];
          }),
    ),
);

const limitExact = listCheck(
  {
    id: "list.limit.exact",
    title: "a page that is not the last is as long as the limit",
    requirements: ["list.limit.exact"],
  },
  (found) => {
    const facts = found.flatMap((walked) => {
      const wanted = walked.limit;
      if (wanted === null || wanted > defaultPageSize) return [];
      return inner(walked).map(
        (page): Fact =>
          page.ids?.length === wanted
            ? held(`inner pages were as long as their limit`, page.exchange.id)
            : tooLong(page, wanted, `exactly ${wanted} cards, since a nextCursor follows`),
      );
    });
    return facts.length > 0
      ? facts
      : [missing("needs at least two cards, for a page with another one after it")];
  },
);

const limitDefault = listCheck(
  {
    id: "list.limit.default",
    title: "without a limit, a page that is not the last holds 10 cards",
    requirements: ["list.limit.default", "limits.page-size"],
  },
  (found) => {
    const pages = found.filter((walked) => walked.limit === null);
    const longer = pages
      .flatMap(({ pages: all }) => all)
      .filter(({ ids }) => (ids?.length ?? 0) > defaultPageSize);
    const facts = [...pages.flatMap(inner), ...longer].map(
      (page): Fact =>
        page.ids?.length === defaultPageSize
          ? held("pages without a limit held 10 cards", page.exchange.id)
          : tooLong(page, defaultPageSize, "10 cards"),
    );
    return facts.length > 0 ? facts : [missing("needs more than 10 cards, to see where a page ends")];
  },
);

/** Checks of the page size. */
export const pageSizeChecks: readonly Check[] = [limit, limitExact, limitDefault];
