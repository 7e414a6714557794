/** The walks of a run over a list, with pages of different sizes, used by all checks of that list. */

import { inCompany } from "../plan/situations.ts";
import type { Spelling } from "../plan/spellings.ts";
import { isForLater, isPlainRefusal } from "../wire/exchange.ts";
import { outlivesReads } from "./cursor-places.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { brokenIn, confirmDrawn, type DrawnJudge, factIn, inTogether, oneByOne } from "./kit/drawn.ts";
import { ifConclusive } from "./kit/inconclusive.ts";
import { isAllowedSize, isStatedSize, largestSize, ofList, type PagedOperation } from "./kit/paged.ts";
import type { Fact } from "./kit/verdict.ts";
import { sameItems, type Walk, type WalkedPage, walk } from "./kit/walk.ts";
import { wholeList } from "./kit/whole-list.ts";
import { withPath } from "./kit/with-path.ts";
import { isSpelledList, spelledWalks, walkIn } from "./spelled-walks.ts";

/** Above this number of items, walks with small pages stop after a few of them. */
const fewItems = 60;

/** Pages of a walk that need not reach its end. */
const somePages = 4;

/** Pages of a walk that must reach its end. */
const manyPages = 200;

/** Walks with different page sizes. Those over a long list are cut, except for one with large pages. */
export function walks(run: Run, paged: PagedOperation): Promise<readonly Walk[]> {
  return run.memoize(`walks ${paged.id}`, () => walkAll(run, paged));
}

/**
 * The same walks once more, while nothing is written: a write may end cursors and change the order, so that
 * a contradiction must also appear without one.
 */
function undisturbedWalks(run: Run, paged: PagedOperation): Promise<readonly Walk[]> {
  return run.memoize(`undisturbed walks ${paged.id}`, () =>
    run.withCardLock(() => walkAll(run, paged, "one by one")),
  );
}

/**
 * Walks a list in pages of every size, all at the same time.
 *
 * @param anew - To walk anew, one walk after the other, since a server may give up the cursors of one when another begins,
 * or all at the same time again; without it, the first walk of the run is one of them.
 */
async function walkAll(
  run: Run,
  paged: PagedOperation,
  anew: "one by one" | "together" | null = null,
): Promise<readonly Walk[]> {
  const list = await wholeList(run, paged);
  // Who is asked to send less does not send more than is needed.
  const isBusy = run.probe.session.exchanges.some(isForLater);
  const pageMs = isBusy || anew === "together" ? undefined : durationOf(list.walk);
  const sizes = sizesFor(paged, list.ids.length, undefined, pageMs);
  const walkIt = (limit: number | null, pages: number) =>
    withPath(run, paged, (one) => walk(run.probe, one, limit, pages));
  const all = anew === null ? sizes : [[list.limit, manyPages] as const, ...sizes];
  const walked: (Walk | null)[] = [];
  if (anew === "one by one") for (const [limit, pages] of all) walked.push(await walkIt(limit, pages));
  else walked.push(...(await Promise.all(all.map(([limit, pages]) => walkIt(limit, pages)))));
  return [...(anew === null ? [list.walk] : []), ...walked.filter((one) => one !== null)];
}

/** The shortest time in which a page was answered, in milliseconds: others waited for what was sent beside them. */
function durationOf({ pages }: Walk): number {
  return Math.min(...pages.map(({ exchange }) => exchange.endedAt - exchange.startedAt));
}

/** How long a walk over a long list in pages of one item may take, in milliseconds: whatever is lost where a page ends shows there. */
const longestByOne = 6000;
/** True for a time that is known and short: by a clock that stands still, nothing is. */
const isQuick = (ms: number): boolean => ms > 0 && ms <= longestByOne;
/** Of how many items at most. */
const mostByOne = 500;

/**
 * The sizes of pages in which a list of so many items is walked, and the most pages of each walk.
 *
 * @param pageMs - How long a page takes, in milliseconds.
 */
export function sizesFor(
  paged: PagedOperation,
  count: number,
  isAllowed = (size: number) => isAllowedSize(paged, size),
  pageMs = Number.POSITIVE_INFINITY,
): readonly (readonly [number | null, number])[] {
  const { pageSize } = paged.paginated;
  // Where no limit is described, there is one size of pages; a second walk shows whether it gives the same.
  if (pageSize === null) return [[null, manyPages]];
  const isShort = count <= fewItems;
  const short = isShort ? manyPages : somePages;
  const sizes: readonly (readonly [number | null, number])[] = [
    [null, count <= 2 * fewItems ? manyPages : somePages],
    [3, short],
    [1, count <= mostByOne && isQuick(count * pageMs) ? Math.max(short, count + 1) : short],
    [pageSize.default + 1, somePages],
    ...(isShort
      ? []
      : [fullPage(count), ...oneLeft(count), ...smallPages(count)].map((size) => [size, manyPages] as const)),
    // As many as there are: the page is full, and also the last. One fewer: one more page with one item.
    ...(count > 1 && isShort ? [[count, somePages] as const, [count - 1, somePages] as const] : []),
  ];
  const largest = largestSize(paged, largestTried, isAllowed);
  // The largest size that the description states has to be taken as well; one page shows it.
  const stated = largest !== null && isStatedSize(paged, largest, isAllowed) ? [[largest, 1] as const] : [];
  return [...sizes.filter(([size]) => size === null || isAllowed(size)), ...stated];
}

/** Of a size that is stated to be larger than this, nobody needs to read a page. */
const largestTried = 1000;

/** Sizes of the pages of a long walk: few pages, of a size that many servers take. */
const [smallestLarge, largestLarge] = [10, 50];

/** The largest of these sizes with which the last page is full as well; the largest one where none is. */
export function fullPage(count: number): number {
  for (let size = largestLarge; size >= smallestLarge; size -= 1) if (count % size === 0) return size;
  return largestLarge;
}

/** The largest of these sizes with which one item is left for the last page; empty where there is none. */
export function oneLeft(count: number): readonly number[] {
  for (let size = largestLarge; size >= smallestLarge; size -= 1) if (count % size === 1) return [size];
  return [];
}

/** The most pages of a walk over a long list in small ones. */
const mostSmall = 30;

/**
 * The smallest size with which few enough pages hold so many items; empty where it is no small one. Items that are taken
 * for one, as those of the same second, are told apart only where a page ends among them.
 */
export function smallPages(count: number): readonly number[] {
  const size = Math.max(2, Math.ceil(count / mostSmall));
  return size < largestLarge ? [size] : [];
}

/** Pages that were read and are followed by another one that is not known to be empty. */
export function inner({ pages }: Walk): WalkedPage[] {
  return pages.filter(
    ({ ids, next }, index) => ids !== null && typeof next === "string" && pages[index + 1]?.ids?.length !== 0,
  );
}

const isBroken = ({ kind }: Fact) => kind === "violated";

/** A check that looks at the walks over a list; a contradiction must appear again. */
export function listCheck(
  paged: PagedOperation,
  check: Pick<Check, "id" | "title" | "requirements">,
  look: Look,
): Check {
  return ofList(paged, {
    ...check,
    ...(isSpelledList(paged) ? { walksAreSpelled: true as const } : {}),
    run: async (run) => {
      const found = await walks(run, paged);
      const facts = await look(found, run);
      if (!facts.some(isBroken)) return [...facts, ...(await lookAtSpelled(run, paged, found, look))];
      const again = await undisturbedWalks(run, paged);
      const confirmed = await look(again, run);
      if (confirmed.some(isBroken)) return confirmed;
      // What was sent beside the walk may be the reason: other walks, or, in some spellings, what is sent with each request.
      const together = await lookTogether(run, paged, look);
      if (together.length > 0) return together;
      const spelled = await lookAtSpelled(run, paged, again, look);
      return [missing("a walk showed it, and others without a write beside them did not"), ...spelled];
    },
  });
}

/** True for two walks over the same items in the same order. */
const isSame = (one: Walk, other: Walk) => one.ids.join("\n") === other.ids.join("\n");

type Look = (walks: readonly Walk[], run: Run) => readonly Fact[] | Promise<readonly Fact[]>;

/** How often walks are carried out at the same time again, where each alone does not show what they have shown. */
const timesTogether = 3;

/** What walks at the same time contradict each time, without a write beside them; nothing where they do not. */
async function lookTogether(run: Run, paged: PagedOperation, look: Look): Promise<readonly Fact[]> {
  if ((await ifConclusive(outlivesReads(run, paged))) === false) return [];
  let seen: readonly Fact[] = [];
  for (let time = 0; time < timesTogether; time += 1) {
    const walked = await run.withCardLock(() => walkAll(run, paged, "together"));
    seen = (await look(walked.map(beforeEndedCursor), run)).filter(isBroken);
    if (seen.length === 0) return [];
  }
  return seen.map(inTogether);
}

/** Looks at walks in other spellings, each beside the plain ones; what contradicts the rule is shrunk and repeated. */
async function lookAtSpelled(
  run: Run,
  paged: PagedOperation,
  plain: readonly Walk[],
  look: Look,
): Promise<readonly Fact[]> {
  if (!isSpelledList(paged) || run.draw.rows === 0) return [];
  const isLong = (await wholeList(run, paged)).ids.length > 2 * fewItems;
  const pages = isLong ? somePages : manyPages;
  const judgeOne = async (
    row: readonly Spelling[],
    walked: Walk | null,
    beside: readonly Walk[],
  ): Promise<Fact> => {
    if (walked === null) return missing("there was no token for a walk");
    const rest = row.includes(inCompany) ? beforeEndedCursor(walked) : walked;
    const fact = (await look([...beside, rest], run)).find(isBroken);
    if (fact !== undefined) return factIn(row, fact);
    return rest === walked
      ? held("walks in every spelling were alike")
      : missing("other reads were under way, and a cursor may end where a newer one is given");
  };
  const spelled = await spelledWalks(run, paged, pages);
  const facts = await Promise.all(spelled.map((one) => judgeOne(one.row, one.walk, plain)));
  const rows = spelled.map(({ row }) => row);
  // Somebody else may have changed the list since the plain walks, so each goes between two new ones.
  const between = async (row: readonly Spelling[]): Promise<Fact> => {
    const before = await walkIn(run, paged, [], pages);
    const walked = await walkIn(run, paged, row, pages);
    const after = await walkIn(run, paged, [], pages);
    if (before === null || after === null) return missing("there was no token for a walk");
    return isSame(before, after)
      ? judgeOne(row, walked, [before, after])
      : missing("the list changed while it was walked");
  };
  // One after the other: a server may give up the cursors of a walk when another one begins.
  const judge: DrawnJudge["judge"] = (some) => run.withCardLock(() => oneByOne(between)(some));
  // What was held need not be said once more for each spelling.
  return confirmDrawn(run, brokenIn(rows, facts), { judge });
}

/** The walk up to a cursor that was refused; the same one where none was. */
function beforeEndedCursor(walked: Walk): Walk {
  const last = walked.pages.at(-1)?.exchange;
  const isEnded = walked.end === "refused" && walked.pages.length > 1 && last !== undefined;
  return isEnded && isPlainRefusal(last)
    ? { ...walked, pages: walked.pages.slice(0, -1), end: "cut" }
    : walked;
}

/** Whether the list stayed the same during the run; otherwise, walks can't be compared with each other. */
export function unchanged(run: Run, paged: PagedOperation): Promise<boolean> {
  return run.memoize(`list unchanged ${paged.id}`, async () => {
    const list = await wholeList(run, paged);
    // The very first walk again: what was added or removed since then shows between these two.
    const first = list.walk;
    const again = await withPath(run, paged, (one) => walk(run.probe, one, first.limit, manyPages));
    return again !== null && again.end === "last-page" && sameItems(first, again);
  });
}

/** The last page of each walk that reached its end. */
export async function lastPages(run: Run, paged: PagedOperation): Promise<readonly WalkedPage[]> {
  const found = await walks(run, paged);
  return found.filter(({ end }) => end === "last-page").map(({ pages }) => pages.at(-1) as WalkedPage);
}
