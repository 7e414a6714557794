/** The walks of a run, over pages of different sizes, used by all checks of the list. */
import { operations } from "../../generated/operations.ts";
import { cardList } from "./cards/kit/card-list.ts";
import { type Check, missing, type Run } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import { sameCards, type Walk, type WalkedPage, walk } from "./kit/walk.ts";

/** Items per page if no limit is sent (Limits). */
export const defaultPageSize = operations.listCards.paginated.pageSize.default;

/** Above this number of cards, walks with small pages stop after a few of them. */
const fewCards = 60;

/** Pages of a walk that need not reach its end. */
const somePages = 4;

/** Pages of a walk that must reach its end. */
const manyPages = 200;

/** Walks with different page sizes. Those over a long list are cut, except for one with large pages. */
export function walks(run: Run): Promise<readonly Walk[]> {
  return run.memoize("walks", () => walkAll(run));
}

/**
 * The same walks once more, while nothing is written: a write may end cursors and change the order, so that
 * a contradiction must also appear without one.
 */
function undisturbedWalks(run: Run): Promise<readonly Walk[]> {
  return run.memoize("undisturbed walks", () => run.withCardLock(() => walkAll(run, true)));
}

async function walkAll(run: Run, anew = false): Promise<readonly Walk[]> {
  const list = await cardList(run);
  const count = list.ids.length;
  const results: Walk[] = [];
  const add = async (limit: number | null, pages: number) => {
    const walked = await walk(run.probe, "walk", limit, pages);
    if (walked !== null) results.push(walked);
  };
  if (anew) await add(list.limit, manyPages);
  else results.push(list.walk);
  await add(null, count <= 2 * fewCards ? manyPages : somePages);
  await add(3, count <= fewCards ? manyPages : somePages);
  await add(1, somePages);
  if (count > fewCards) await add(50, manyPages);
  // As many as there are: the page is full, and also the last. One fewer: one more page with one card.
  if (count > 1 && count <= fewCards) {
    await add(count, somePages);
    await add(count - 1, somePages);
  }
  return results;
}

/** Pages that were read and are followed by another one that is not known to be empty. */
export function inner({ pages }: Walk): WalkedPage[] {
  return pages.filter(
    ({ ids, nextCursor }, index) =>
      ids !== null && typeof nextCursor === "string" && pages[index + 1]?.ids?.length !== 0,
  );
}

const isBroken = ({ kind }: Fact) => kind === "violated";

/** A check that looks at the walks of the run; a contradiction must appear again. */
export function listCheck(
  check: Pick<Check, "id" | "title" | "requirements">,
  look: (walks: readonly Walk[], run: Run) => readonly Fact[] | Promise<readonly Fact[]>,
): Check {
  return {
    ...check,
    access: "read",
    stage: "request",
    run: async (run) => {
      const found = await walks(run);
      const facts = await look(found, run);
      if (!facts.some(isBroken)) return facts;
      const again = await undisturbedWalks(run);
      const confirmed = await look(again, run);
      return confirmed.some(isBroken)
        ? confirmed
        : [missing("a walk showed it, and others without a write beside them did not")];
    },
  };
}

/** Whether the list stayed the same during the run; otherwise, walks can't be compared with each other. */
export function unchanged(run: Run): Promise<boolean> {
  return run.memoize("list unchanged", async () => {
    const list = await cardList(run);
    // The very first walk again: what was added or removed since then shows between these two.
    const first = list.walk;
    const again = await walk(run.probe, "walk", first.limit, manyPages);
    return again !== null && again.end === "last-page" && sameCards(first, again);
  });
}

/** The last page of each walk that reached its end. */
export async function lastPages(run: Run): Promise<readonly WalkedPage[]> {
  const found = await walks(run);
  return found.filter(({ end }) => end === "last-page").map(({ pages }) => pages.at(-1) as WalkedPage);
}
