/** How many items the pages of a run hold, whatever they were read for: pure, apart from the check. */
import type { Exchange } from "../wire/exchange.ts";
import { ask } from "./kit/ask.ts";
import { type Check, held, missing, prepare, type Run } from "./kit/check.ts";
import { isAllowedSize, nounOf, ofList, type PagedOperation, pageQuery } from "./kit/paged.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import { type Fact, lastingIfSeveral } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { withPath } from "./kit/with-path.ts";
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
  return { size: Number(size), isSaid: sizes.length > 0, cursor: query.get(parameter) };
}

/**
 * Compares the pages of a log with the sizes that were asked for, or else with the default. Where none is asked for, a
 * cursor may keep the size of the page that it came with: then either is right.
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
    const largest = Math.max(asked.size, before);
    const most = asked.isSaid ? asked.size : largest;
    if (typeof next === "string") given.set(next, Math.max(largest, given.get(next) ?? 0));
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

/** How many items are asked for first, and then with the cursor: each page is as long as its own request says. */
const [more, fewer] = [2, 1];

/** Asks for another size than that of the page with the cursor; a server for which it has ended then may say so. */
function askForFewer(run: Run, paged: PagedOperation): Promise<unknown> {
  const page = (size: number, cursor: string | null) =>
    withPath(run, paged, async (one) => {
      const call = { operation: one.id, path: one.pathValues ?? {}, query: pageQuery(one, size, cursor) };
      return readPage(paged, await ask(run, "page size", call)).next;
    });
  const then = (next: unknown) => (typeof next === "string" ? page(fewer, next) : null);
  return [more, fewer].every((size) => isAllowedSize(paged, size))
    ? page(more, null).then(then)
    : Promise.resolve();
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
        await prepare(run, () => askForFewer(run, paged));
        return judgePageSizes(run.probe.session.exchanges, paged);
      },
    }),
  ];
}
