/** How many items the pages of a run hold, whatever they were read for: pure, apart from the check. */
import type { Exchange } from "../wire/exchange.ts";
import { type Check, held, missing, prepare } from "./kit/check.ts";
import { nounOf, ofList, type PagedOperation } from "./kit/paged.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import { type Fact, lastingIfSeveral } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { walks } from "./walks.ts";

/** How many of them are told. */
const mostShown = 3;

/** A list that has a page size. */
type Sized = PagedOperation & {
  readonly paginated: { readonly pageSize: NonNullable<PagedOperation["paginated"]["pageSize"]> };
};

const isSized = (paged: PagedOperation): paged is Sized => paged.paginated.pageSize !== null;

/** The page that a request asks for; null for one that is not as specified, or does not ask for one size. */
function askedFor({ request, alteration, operation }: Exchange, paged: Sized) {
  const { parameter, pageSize } = paged.paginated;
  if (operation !== paged.id || !isAsSpecified({ alteration })) return null;
  const query = new URL(request.url).searchParams;
  const sizes = query.getAll(pageSize.parameter);
  const [size = String(pageSize.default)] = sizes;
  if (sizes.length > 1 || !/^[1-9]\d{0,8}$/.test(size)) return null;
  return { size: Number(size), cursor: query.get(parameter) };
}

/**
 * Compares the pages of a log with the sizes that were asked for, or else with the default. A cursor may keep the size
 * of the page that it came with: then either is right.
 */
export function judgePageSizes(log: readonly Exchange[], paged: PagedOperation): readonly Fact[] {
  if (!isSized(paged)) return [];
  /** The largest page size with which each cursor was given. */
  const given = new Map<string, number>();
  const longer: Fact[] = [];
  /** The sizes with which walks met longer pages, and those with which they met full ones. */
  const [tooLongIn, fullIn] = [new Set<number>(), new Set<number>()];
  let right: Exchange | null = null;
  for (const exchange of log) {
    const asked = askedFor(exchange, paged);
    if (asked === null) continue;
    const { ids, next } = readPage(paged, exchange);
    if (ids === null) continue;
    const before = asked.cursor === null ? 0 : given.get(asked.cursor);
    // Nobody knows what belongs to a cursor that did not come from a page.
    if (before === undefined) continue;
    const most = Math.max(asked.size, before);
    if (typeof next === "string") given.set(next, Math.max(most, given.get(next) ?? 0));
    if (exchange.purpose === "walk" && ids.length >= most)
      (ids.length > most ? tooLongIn : fullIn).add(asked.size);
    if (ids.length <= most) right ??= exchange;
    else longer.push(tooLong(exchange, ids.length, most, paged));
  }
  if ([...tooLongIn].some((size) => !fullIn.has(size)))
    return [missing("pages of walks are longer each time, which has checks of its own")];
  if (longer.length > 0) return lastingIfSeveral(longer).slice(0, mostShown);
  return [
    right === null ? missing("no page was read") : held("no page held more than was asked for", right.id),
  ];
}

function tooLong({ id, alteration }: Exchange, count: number, most: number, paged: Sized) {
  const noun = nounOf(paged);
  return {
    kind: "violated",
    message: `A page for ${most} ${noun} holds ${count}${alteration === null || alteration === "" ? "" : `, asked for ${alteration}`}.`,
    expected: [`at most ${most} ${noun}`],
    received: `${count} ${noun}`,
    pointer: paged.paginated.items,
    exchanges: [id],
  } as const;
}

/** The check of a list over all its pages; none where it has no page size. */
export function pageSizeEverywhere(paged: PagedOperation): readonly Check[] {
  if (!isSized(paged)) return [];
  return [
    ofList(paged, {
      id: "list.page-size",
      title: "no page of the run holds more than is asked for, or than the default",
      requirements: ["list.limit", "list.limit.default", "limits.page-size"],
      stage: "log",
      run: async (run) => {
        await prepare(run, () => walks(run, paged));
        return judgePageSizes(run.probe.session.exchanges, paged);
      },
    }),
  ];
}
