/** A cursor that a server does not know, and then knows again, was known elsewhere in it: pure, apart from the check. */
import { type Exchange, outcomeOf } from "../wire/exchange.ts";
import { type Check, held, missing, prepare } from "./kit/check.ts";
import { cursorNameOf, ofList, type PagedOperation } from "./kit/paged.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { walks } from "./walks.ts";

/** How many cursors have to be refused and then taken: with one, anything may have come between. */
const telling = 3;
/** What a server answers to a cursor that it does not know. */
const unknownCursor: readonly number[] = [400, 404, 410, 422];

/**
 * Looks for cursors that were refused, and taken when the very same request came again: one that has expired stays so. With
 * another token or page size, a cursor may be another matter.
 */
export function judgeKnown(log: readonly Exchange[], paged: PagedOperation): readonly Fact[] {
  const refused = new Map<string, Exchange>();
  const known = new Map<string, Exchange>();
  let taken: Exchange | null = null;
  for (const exchange of log) {
    const { operation, request, response } = exchange;
    const cursor =
      operation === paged.id ? new URL(request.url).searchParams.get(paged.paginated.parameter) : null;
    if (cursor === null) continue;
    const same = JSON.stringify([request.url, request.headers]);
    if (unknownCursor.includes(response?.status ?? 0)) refused.set(same, refused.get(same) ?? exchange);
    if (readPage(paged, exchange).ids === null) continue;
    taken ??= exchange;
    const before = refused.get(same);
    if (before !== undefined) known.set(cursor, before);
  }
  const [first] = known.values();
  if (first === undefined || known.size < telling)
    return [
      taken === null
        ? missing("no cursor was taken")
        : held("no cursor was refused and then taken", taken.id),
    ];
  return violations({
    message: `A ${cursorNameOf(paged)} was refused now and then, and taken when it was sent again.`,
    expected: ["the next page, each time"],
    received: `${outcomeOf(first)}, of ${known.size} cursors that were taken afterwards`,
    exchanges: [...known.values()].map(({ id }) => id),
    // Which connection leads to a part of the service that does not know a cursor, is chance.
    isLasting: true,
  });
}

/** The check of a list over all its pages. */
export function cursorKnownCheck(paged: PagedOperation): readonly Check[] {
  return [
    ofList(paged, {
      id: "list.cursor.known",
      title: "no cursor is refused now and then",
      requirements: ["list.cursor", "list.cursor.immediate"],
      stage: "log",
      run: async (run) => {
        await prepare(run, () => walks(run, paged));
        return judgeKnown(run.probe.session.exchanges, paged);
      },
    }),
  ];
}
