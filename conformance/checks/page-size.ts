/** How many items a page contains: with a limit, and without one. */
import { isPlainRefusal, outcomeOf } from "../wire/exchange.ts";
import { type Check, held, missing } from "./kit/check.ts";
import { cursorNameOf, isStatedSize, nounOf, type PagedOperation } from "./kit/paged.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import type { Walk, WalkedPage } from "./kit/walk.ts";
import { inner, listCheck } from "./walks.ts";

/** A list that has a page size: its parameter, its default, and what its pages hold. */
interface Sized {
  readonly paged: PagedOperation;
  readonly parameter: string;
  readonly standard: number;
  readonly noun: string;
}

function otherSize(
  { paged, parameter, standard, noun }: Sized,
  page: WalkedPage,
  limit: number,
  expected: string,
): Fact {
  return {
    kind: "violated",
    message: `A page for ${limit === standard ? "the default" : `${parameter}=${limit}`} holds ${page.ids?.length} ${noun}.`,
    expected: [expected],
    received: `${page.ids?.length} ${noun}`,
    pointer: paged.paginated.items,
    exchanges: [page.exchange.id],
  };
}

const limit = (sized: Sized) =>
  listCheck(
    sized.paged,
    {
      id: "list.limit",
      title: `no page holds more ${sized.noun} than the limit`,
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
                ? [otherSize(sized, page, walked.limit, `at most ${walked.limit} ${sized.noun}`)]
                : [held("no page was longer than its limit", page.exchange.id)];
            }),
      ),
  );

const countOf = ({ ids }: WalkedPage) => ids?.length ?? 0;

/**
 * How many items an inner page of a walk has to hold at least. Where the description states no largest limit, the most
 * that a server gives for any limit is open, and so is what it gives above that; but it is no less than it gives for a
 * smaller limit, or without one.
 */
function leastFor({ paged, standard }: Sized, wanted: number, count: number, found: readonly Walk[]): number {
  if (wanted <= standard || isStatedSize(paged, wanted)) return wanted;
  if (count === standard) return standard;
  const lower = found.filter((one) => (one.limit ?? standard) <= wanted);
  return Math.min(wanted, Math.max(0, ...lower.flatMap(inner).map(countOf)));
}

/** A page that was refused although it is no longer than the description says that one may be; nothing for any other. */
function refusedSize({ paged, parameter, noun }: Sized, { limit, pages: [first] }: Walk): readonly Fact[] {
  if (limit === null || first === undefined || !isStatedSize(paged, limit)) return [];
  if (first.ids !== null || !isPlainRefusal(first.exchange)) return [];
  return violations({
    message: `A page for ${parameter}=${limit} is refused, which the description allows.`,
    expected: [`a page of at most ${limit} ${noun}`],
    received: outcomeOf(first.exchange),
    exchanges: [first.exchange.id],
  });
}

const limitExact = (sized: Sized) =>
  listCheck(
    sized.paged,
    {
      id: "list.limit.exact",
      title: "a page that is not the last is as long as the limit",
      requirements: ["list.limit.exact"],
    },
    (found) => {
      const facts = found.flatMap((walked) =>
        walked.limit === null
          ? []
          : inner(walked).flatMap((page): Fact[] => {
              const wanted = walked.limit ?? sized.standard;
              const [count, follows] = [countOf(page), `since a ${cursorNameOf(sized.paged)} follows`];
              const least = leastFor(sized, wanted, count, found);
              // Where it is longer than a limit that a server need not give, that is for another check.
              if (wanted > sized.standard && count >= least) return [];
              if (count === least) return [held("inner pages were as long as their limit", page.exchange.id)];
              const expected =
                wanted === least
                  ? `exactly ${wanted} ${sized.noun}, ${follows}`
                  : `at least ${least} ${sized.noun}, as for a smaller limit, ${follows}`;
              return [otherSize(sized, page, wanted, expected)];
            }),
      );
      facts.push(...found.flatMap((walked) => refusedSize(sized, walked)));
      return facts.length > 0
        ? facts
        : [missing(`needs at least two ${sized.noun}, for a page with another one after it`)];
    },
  );

const limitDefault = (sized: Sized) =>
  listCheck(
    sized.paged,
    {
      id: "list.limit.default",
      title: `without a limit, a page that is not the last holds ${sized.standard} ${sized.noun}`,
      requirements: ["list.limit.default", "limits.page-size"],
    },
    (found) => {
      const pages = found.filter((walked) => walked.limit === null);
      const longer = pages
        .flatMap(({ pages: all }) => all)
        .filter(({ ids }) => (ids?.length ?? 0) > sized.standard);
      const facts = [...pages.flatMap(inner), ...longer].map(
        (page): Fact =>
          page.ids?.length === sized.standard
            ? held(`pages without a limit held ${sized.standard} ${sized.noun}`, page.exchange.id)
            : otherSize(sized, page, sized.standard, `${sized.standard} ${sized.noun}`),
      );
      return facts.length > 0
        ? facts
        : [missing(`needs more than ${sized.standard} ${sized.noun}, to see where a page ends`)];
    },
  );

/** Checks of the page size of a list; none where it has no parameter for it. */
export function pageSizeChecks(paged: PagedOperation): readonly Check[] {
  const { pageSize } = paged.paginated;
  if (pageSize === null) return [];
  const sized = { paged, parameter: pageSize.parameter, standard: pageSize.default, noun: nounOf(paged) };
  // Where a page may be shorter, only the limit itself is a rule.
  return pageSize.isMost === true ? [limit(sized)] : [limit(sized), limitExact(sized), limitDefault(sized)];
}
