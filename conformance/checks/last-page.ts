/** That a list which is read to its end holds all its items, whatever it is read for: pure, apart from the checks. */
import { count } from "../base/text.ts";
import type { Exchange } from "../wire/exchange.ts";
import { type Check, held, missing, prepare } from "./kit/check.ts";
import { cursorNameOf, nounOf, ofList, type PagedOperation, pageQuery } from "./kit/paged.ts";
import { isAsSpecified } from "./kit/spelled.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { walks } from "./walks.ts";

/** How many of them are told. */
const mostShown = 3;
/** Of a list that changes while it is walked, one item may be missing: as many are no chance. */
const lostAtLeast = 2;

/** In how many of the last lists an item may be that is there to the end: some of them may be short as well. */
const lastLists = 3;

/** The pages up to one, the last first. */
interface Chain {
  readonly exchange: Exchange;
  readonly ids: readonly string[];
  readonly before: Chain | null;
}

/** The cursor of a request for a page; undefined for one that is not as specified, or asks for a part of the list. */
function cursorOf({ request, alteration, operation }: Exchange, paged: PagedOperation) {
  if (operation !== paged.id || !isAsSpecified({ alteration })) return undefined;
  const { parameter, pageSize } = paged.paginated;
  const query = new URL(request.url).searchParams;
  const cursors = query.getAll(parameter);
  const sizes = pageSize === null ? [] : query.getAll(pageSize.parameter);
  const isUsual = sizes.length <= 1 && sizes.every((size) => /^[1-9]\d{0,8}$/.test(size));
  query.delete(parameter);
  if (pageSize !== null) query.delete(pageSize.parameter);
  const others = new URLSearchParams(pageQuery(paged, null)).toString();
  return isUsual && cursors.length <= 1 && query.toString() === others ? (cursors[0] ?? null) : undefined;
}

/** The lists that were read to their end, in the order of their last pages. */
function endedIn(log: readonly Exchange[], paged: PagedOperation): readonly Chain[] {
  const chains = new Map<string, Chain>();
  // What is below one item is another list than what is below the next one.
  let path: string | null = null;
  return log.flatMap((exchange): readonly Chain[] => {
    const cursor = cursorOf(exchange, paged);
    if (cursor === undefined) return [];
    path ??= pathOf(exchange);
    if (path !== pathOf(exchange)) return [];
    const { ids, next } = readPage(paged, exchange);
    const before = cursor === null ? null : chains.get(cursor);
    // Nobody knows what came before a cursor that did not come from a page.
    if (before === undefined || ids === null || ids.includes(null)) return [];
    // A cursor that was used, or came late, may lead to an empty page.
    if (cursor !== null && ids.length === 0) return [];
    if (cursor !== null) chains.delete(cursor);
    const chain = { exchange, ids: ids.filter((id) => id !== null), before };
    if (typeof next === "string") chains.set(next, chain);
    return next === null ? [chain] : [];
  });
}

/** Every id, in the order of the pages. */
function idsOf(chain: Chain | undefined): ReadonlySet<string> {
  const pages: Chain[] = [];
  for (let one = chain ?? null; one !== null; one = one.before) pages.push(one);
  return new Set(pages.reverse().flatMap(({ ids }) => ids));
}

/** A list that was read to its end without items which were there when others were, first and last. */
interface Short {
  readonly exchange: Exchange;
  readonly size: number;
  readonly lost: readonly string[];
  /** True if it held the first items of the list, so that its end was wrong; otherwise some are left out. */
  readonly isBeginning: boolean;
}

/** What another request than that of a list named is no loss: it may have been taken away for a while. */
function shortIn(log: readonly Exchange[], paged: PagedOperation, ended: readonly Chain[]): readonly Short[] {
  /** Where each item was there last: what is not there from some time on was removed. */
  const last = new Map<string, number>();
  for (const [index, one] of ended.entries()) for (const id of idsOf(one)) last.set(id, index);
  const isThereLast = (id: string) => (last.get(id) ?? 0) >= ended.length - lastLists;
  const named = new Set(log.flatMap((one) => (one.operation === paged.id ? [] : segmentsOf(one))));
  const lasting = [...idsOf(ended[0])].filter((id) => isThereLast(id) && !named.has(encodeURIComponent(id)));
  const known = new Set(lasting);
  let isInOrder = true;
  const short = ended.flatMap((one, index): readonly Short[] => {
    const ids = idsOf(one);
    const met = lasting.filter((id) => ids.has(id));
    const lost = lasting.filter((id) => !ids.has(id) && (last.get(id) ?? 0) > index);
    const order = [...ids].filter((id) => known.has(id));
    isInOrder &&= order.every((id, place) => id === met[place]);
    const isBeginning = met.every((id, place) => id === lasting[place]);
    const isSure = one.before === null ? lost.length > 0 : isBeginning && lost.length >= lostAtLeast;
    return isSure ? [{ exchange: one.exchange, size: ids.size, lost, isBeginning }] : [];
  });
  // What moves to another page while the list is read may be missing there.
  return isInOrder ? short : short.filter(({ exchange }) => cursorOf(exchange, paged) === null);
}

const pathOf = ({ request }: Exchange) => new URL(request.url).pathname;
const segmentsOf = (exchange: Exchange) => pathOf(exchange).split("/");

/** What is judged of the lists that were read to their end. */
type Kind = Pick<Check, "id" | "title" | "requirements"> & {
  /** True for lists that ended early; false for those that left items out. */
  readonly isOfEnd: boolean;
};

/** Judges the lists of a log that were read to their end. */
export function judgeLastPages(
  log: readonly Exchange[],
  paged: PagedOperation,
  isOfEnd: boolean,
): readonly Fact[] {
  const ended = endedIn(log, paged);
  const [first] = ended;
  if (first === undefined) return [missing("no list was read to its end")];
  const short = shortIn(log, paged, ended).filter(({ isBeginning }) => isBeginning === isOfEnd);
  if (short.length === 0) return [held(`${ended.length} lists held all that was there`, first.exchange.id)];
  if (short.some(({ exchange }) => exchange.purpose === "walk"))
    return [missing("walks show it as well, which has checks of its own")];
  return short.slice(0, mostShown).map(({ exchange, size, lost }): Fact => {
    const others = lost.length > 1 ? ` and ${count(lost.length - 1, "other")}` : "";
    return {
      kind: "violated",
      message: `A list ${isOfEnd ? "ended before" : "left out"} ${lost[0]}${others}, which were there before and after.`,
      expected: [
        isOfEnd ? `a ${cursorNameOf(paged)} as long as more follow` : `each of the ${nounOf(paged)} once`,
      ],
      received: `the end after ${size} ${nounOf(paged)}`,
      pointer: isOfEnd ? paged.paginated.cursor : paged.paginated.items,
      exchanges: [exchange.id],
      // They were there before and after: what led to it need not lead to it again.
      isLasting: true,
    };
  });
}

/** The checks of a list over all its last pages; none where its items have no id. */
export function lastPageChecks(paged: PagedOperation): readonly Check[] {
  if (paged.paginated.id === null) return [];
  const noun = nounOf(paged);
  const kinds: readonly Kind[] = [
    {
      id: "page.last",
      title: `no list ends before the last of the ${noun}, whatever it is read for`,
      requirements: ["page.next-cursor.more"],
      isOfEnd: true,
    },
    {
      id: "page.whole",
      title: `no list leaves ${noun} out, whatever it is read for`,
      requirements: ["list.iteration.once"],
      isOfEnd: false,
    },
  ];
  return kinds.map(({ isOfEnd, ...kind }) =>
    ofList(paged, {
      ...kind,
      stage: "log",
      run: async (run) => {
        await prepare(run, () => walks(run, paged));
        return judgeLastPages(run.probe.session.exchanges, paged, isOfEnd);
      },
    }),
  );
}
