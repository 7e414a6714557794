/** A cursor leads on from the page that it came with, whatever size of page is asked for with it. */
import { ask } from "./kit/ask.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { cursorNameOf, isAllowedSize, nounOf, ofList, type PagedOperation, pageQuery } from "./kit/paged.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import { readPage, type WalkedPage } from "./kit/walk.ts";
import { withPath } from "./kit/with-path.ts";

/** Sizes of the page that a cursor comes with; the second one tells whether it was chance. */
const firstSizes = [3, 2, 5, 4, 10, 20, 50];

/** A page that was asked for with a cursor and another size, or none, than the page before it. */
export interface Resized {
  /** The size of the page before, and that of this one; null without one. */
  readonly sizes: readonly [before: number, size: number | null];
  readonly page: WalkedPage;
  /** The page before and the one after it in a walk that keeps to its size: as often as they were read. */
  readonly before: readonly WalkedPage["ids"][];
  readonly after: readonly WalkedPage["ids"][];
}

/** True if a page leaves out the item that follows the page before, and is not that page once more, as the list was all the time. */
export function isSkipped({ page: { ids }, before, after }: Resized): boolean {
  const [first, next] = [before[0] ?? [], after[0]?.[0]];
  const isSteady = [before, after].every((all) => all.every((one) => String(one) === String(all[0])));
  // Some servers answer with the first page, or with an empty one, to a cursor that they take for an invalid one.
  const isOther = ids !== null && ids.length > 0 && !ids.some((id) => id === next || first.includes(id));
  return isSteady && isOther && typeof next === "string";
}

/** Judges what cursors led to: where the size of the page before is another one, it has to be so again. */
export function judgePlaces(paged: PagedOperation, seen: readonly Resized[]): Fact {
  const skipped = seen.filter(isSkipped);
  const [first] = skipped;
  const again = skipped.find(({ sizes }) => sizes[0] !== first?.sizes[0]);
  const parameter = paged.paginated.pageSize?.parameter;
  if (first !== undefined && again !== undefined) {
    const [before, size] = first.sizes;
    const asked = size === null ? `without ${parameter}` : `with ${parameter}=${size}`;
    const [fact] = violations({
      message: `The ${cursorNameOf(paged)} of a page of ${before} ${nounOf(paged)} skips some when it is sent ${asked}.`,
      expected: [`the page after it, from ${first.after[0]?.[0]}`],
      received: `from ${first.page.ids?.[0]}`,
      exchanges: [first, again].map(({ page }) => page.exchange.id),
    });
    if (fact !== undefined) return fact;
  }
  const kept = seen.find(({ page, after: [next] }) => next?.[0] != null && page.ids?.[0] === next[0]);
  return kept === undefined
    ? missing("no cursor was seen to lead on with another page size")
    : held("a cursor led on with another page size", kept.page.exchange.id);
}

/** The check of a list with page sizes; none for any other. */
export function cursorPlaceCheck(paged: PagedOperation): readonly Check[] {
  const sizes = firstSizes.filter((size) => isAllowedSize(paged, size) && isAllowedSize(paged, size + 1));
  if (paged.paginated.pageSize === null || sizes.length < 2) return [];
  return [
    ofList(paged, {
      id: "list.cursor.place",
      title: "a cursor leads on from its page, whatever page size is sent with it",
      requirements: ["list.cursor"],
      run: async (run) => {
        const seen: Resized[] = [];
        // A write may change the order of the list.
        await run.withCardLock(async () => {
          for (const size of sizes.slice(0, 2)) {
            seen.push(...(await withPath(run, paged, (one) => resizedAfter(run, one, size))));
            if (!seen.some(isSkipped)) break;
          }
        });
        return [judgePlaces(paged, seen)];
      },
    }),
  ];
}

/** Pages of other sizes after one of this size, between two of the same size. */
async function resizedAfter(run: Run, paged: PagedOperation, before: number): Promise<readonly Resized[]> {
  const read = async (size: number | null, cursor: string | null = null) => {
    const call = { operation: paged.id, path: paged.pathValues ?? {}, query: pageQuery(paged, size, cursor) };
    return readPage(paged, await ask(run, "cursor", call));
  };
  const pages: { readonly size: number | null; readonly first: WalkedPage; readonly page: WalkedPage }[] = [];
  for (const size of [before, null, before + 1, before]) {
    // Each time anew: a cursor may be for one use.
    const first = await read(before);
    if (typeof first.next !== "string") return [];
    pages.push({ size, first, page: await read(size, first.next) });
  }
  const plain = pages.filter(({ size }) => size === before);
  return pages.flatMap(({ size, page }) =>
    size === before
      ? []
      : [
          {
            sizes: [before, size],
            page,
            before: pages.map(({ first }) => first.ids),
            after: plain.map((one) => one.page.ids),
          },
        ],
  );
}
