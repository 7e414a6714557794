/** That no page of a run holds an item twice, whatever it was read for: pure, apart from the check. */
import type { Exchange } from "../wire/exchange.ts";
import { type Check, held, missing, prepare } from "./kit/check.ts";
import { nounOf, ofList, type PagedOperation } from "./kit/paged.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage, type Walk } from "./kit/walk.ts";
import { walks } from "./walks.ts";

/** How many of them are told. */
const mostShown = 3;

/**
 * Looks for items that are on one page twice: a page is read at one time, so that no change of the list explains it.
 *
 * @param walked - The walks of the run, whose pages other checks look at.
 */
export function judgeDistinct(
  log: readonly Exchange[],
  paged: PagedOperation,
  walked: readonly Walk[] = [],
): readonly Fact[] {
  const pages = log.flatMap((exchange) => {
    const ids = exchange.operation === paged.id ? readPage(paged, exchange).ids : null;
    return ids === null ? [] : [{ exchange, ids: ids.filter((id) => id !== null) }];
  });
  const isRepeating = ({ ids }: { readonly ids: readonly string[] }) => new Set(ids).size < ids.length;
  const repeating = pages.filter(isRepeating).map(({ exchange, ids }): Fact => {
    const repeated = ids.find((id, index) => ids.indexOf(id) < index);
    return {
      kind: "violated",
      message: `A page holds ${repeated} twice.`,
      expected: [`each of the ${nounOf(paged)} once`],
      received: `${ids.length} items, ${new Set(ids).size} different ${nounOf(paged)}`,
      pointer: paged.paginated.items,
      exchanges: [exchange.id],
      // No chance repeats an item within one page, and what led to it need not lead to it again.
      isLasting: true,
    };
  });
  if (repeating.length === 0) {
    const [first] = pages;
    return [
      first === undefined
        ? missing("no page was read")
        : held(`none of ${pages.length} pages held an item twice`, first.exchange.id),
    ];
  }
  const ofWalks = new Set(walked.flatMap((one) => one.pages.map(({ exchange }) => exchange.id)));
  return pages.some((page) => ofWalks.has(page.exchange.id) && isRepeating(page))
    ? [missing("pages of walks hold items twice, which has checks of its own")]
    : repeating.slice(0, mostShown);
}

/** The check of a list over all its pages; none where its items have no id. */
export function distinctPageCheck(paged: PagedOperation): readonly Check[] {
  if (paged.paginated.id === null) return [];
  return [
    ofList(paged, {
      id: "page.distinct",
      title: "no page of the run holds an item twice",
      requirements: ["list.iteration.once"],
      stage: "log",
      run: async (run) => {
        let walked: readonly Walk[] = [];
        await prepare(run, async () => {
          walked = await walks(run, paged);
        });
        return judgeDistinct(run.probe.session.exchanges, paged, walked);
      },
    }),
  ];
}
