/** That a list which is read to its end holds all its items, whatever it is read for: pure, apart from the checks. */
import { type Operation, operations } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { isAmount } from "../base/exact-json.ts";
import { isObject } from "../base/shape.ts";
import { count } from "../base/text.ts";
import type { Exchange } from "../wire/exchange.ts";
import { type Chain, cursorOf, endedIn, idsOf, isDuring, segmentsOf } from "./ended-lists.ts";
import { type Check, held, missing, prepare } from "./kit/check.ts";
import { cursorNameOf, nounOf, ofList, type PagedOperation } from "./kit/paged.ts";
import type { Fact } from "./kit/verdict.ts";
import { readPage } from "./kit/walk.ts";
import { walks } from "./walks.ts";

/** How many of them are told. */
const mostShown = 3;
/** Of a list that changes while it is walked, one item may be missing: as many are no chance. */
const lostAtLeast = 2;

/** In how many of the last lists an item may be that is there to the end: some of them may be short as well. */
const lastLists = 3;

/** A list that was read to its end without items which were there when others were, first and last. */
interface Short {
  readonly exchange: Exchange;
  readonly size: number;
  readonly lost: readonly string[];
  /** True if it held the first items of the list, so that its end was wrong; otherwise some are left out. */
  readonly isBeginning: boolean;
  /** True if they were being written to. */
  readonly isWritten: boolean;
}

/** True for amounts alone, whatever they are in, and for what has none. */
function isOfAmounts(value: unknown): boolean {
  if (isAmount(value) || value === null || value === undefined) return true;
  return isObject(value) && Object.values(value).every(isOfAmounts);
}

/** The operations that change nothing but amounts of items, which takes none out of the list. */
function changingAmounts(paged: PagedOperation, [first]: readonly Chain[]): ReadonlySet<string | null> {
  const items = first === undefined ? [] : (readPage(paged, first.exchange).items ?? []);
  const changing = Object.values<Operation>(operations).filter(
    ({ changes }) =>
      changes?.operation === paged.id && items.every((item) => isOfAmounts(valueAt(item, changes.target))),
  );
  return new Set([paged.id, ...changing.map(({ id }) => id)]);
}

/**
 * True where nothing but what a list lacks tells it from the whole ones before and after it, and all of that was being
 * written to meanwhile: then the list did not change, and nothing moved from page to page.
 */
function isWhileWritten(
  one: Chain,
  lost: readonly string[],
  ended: readonly Chain[],
  index: number,
  writes: readonly Exchange[],
): boolean {
  if (lost.length === 0) return false;
  const during = new Set(writes.filter((write) => isDuring(write, one)).flatMap(segmentsOf));
  if (!lost.every((id) => during.has(encodeURIComponent(id)))) return false;
  const isWhole = (other: Chain) => lost.every((id) => idsOf(other).has(id));
  const around = [ended.slice(0, index).findLast(isWhole), ended.slice(index + 1).find(isWhole)];
  const orders = [one, ...around].map((chain) => [...idsOf(chain)].filter((id) => !lost.includes(id)).join());
  return new Set(orders).size === 1;
}

/** What a request named that does more than that is no loss: it may have been taken away for a while. */
function shortIn(log: readonly Exchange[], paged: PagedOperation, ended: readonly Chain[]): readonly Short[] {
  /** Where each item was there last: what is not there from some time on was removed. */
  const last = new Map<string, number>();
  for (const [index, one] of ended.entries()) for (const id of idsOf(one)) last.set(id, index);
  const isThereLast = (id: string) => (last.get(id) ?? 0) >= ended.length - lastLists;
  const harmless = changingAmounts(paged, ended);
  const writes = log.filter(({ operation }) => operation !== paged.id && harmless.has(operation));
  const named = new Set(log.flatMap((one) => (harmless.has(one.operation) ? [] : segmentsOf(one))));
  const lasting = [...idsOf(ended[0])].filter((id) => isThereLast(id) && !named.has(encodeURIComponent(id)));
  const known = new Set(lasting);
  let isInOrder = true;
  const short = ended.flatMap((one, index): readonly Short[] => {
    const ids = idsOf(one);
    const met = lasting.filter((id) => ids.has(id));
    const lost = lasting.filter((id) => !ids.has(id) && (last.get(id) ?? 0) > index);
    const order = [...ids].filter((id) => known.has(id));
    isInOrder &&= order.every((id, place) => id === met[place]);
    const isWritten = isWhileWritten(one, lost, ended, index, writes);
    const isBeginning = !isWritten && met.every((id, place) => id === lasting[place]);
    const isSure =
      one.before === null || isWritten ? lost.length > 0 : isBeginning && lost.length >= lostAtLeast;
    return isSure ? [{ exchange: one.exchange, size: ids.size, lost, isBeginning, isWritten }] : [];
  });
  // What moves to another page while the list is read may be missing there.
  return isInOrder ? short : short.filter(({ exchange }) => cursorOf(exchange, paged) === null);
}

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
  const walked = ended.filter(({ exchange }) => exchange.purpose === "walk");
  if (walked.length > 0 && walked.every((one) => short.some(({ exchange }) => exchange === one.exchange)))
    return [missing("walks show it each time, which has checks of its own")];
  return short.slice(0, mostShown).map(({ exchange, size, lost, isWritten }): Fact => {
    const others = lost.length > 1 ? ` and ${count(lost.length - 1, "other")}, which were` : ", which was";
    const meanwhile = isWritten ? ", while a write was under way" : "";
    return {
      kind: "violated",
      message: `A list ${isOfEnd ? "ended before" : "left out"} ${lost[0]}${others} there before and after${meanwhile}.`,
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
