/** The cursor: each one gives the next page, and a walk meets every item once and ends. */

import { isPlainRefusal, outcomeOf, succeeded } from "../wire/exchange.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import { cursorNameOf, nounOf, type PagedOperation } from "./kit/paged.ts";
import { findRequirement } from "./kit/rules.ts";
import { type Fact, violations } from "./kit/verdict.ts";
import { repeatedIds, sameItems, type Walk, type WalkedPage } from "./kit/walk.ts";
import { listCheck, unchanged } from "./walks.ts";

const iteration = (paged: PagedOperation) =>
  listCheck(
    paged,
    {
      id: "list.iteration",
      title: `following ${cursorNameOf(paged)} comes to an end`,
      requirements: ["list.iteration"],
    },
    (found) =>
      found.flatMap((walked): Fact[] => {
        const last = walked.pages.at(-1)?.exchange.id ?? "";
        switch (walked.end) {
          case "last-page":
            return [held("each walk came to its last page", last)];
          case "cut":
          case "unusable-cursor":
            return [];
          case "refused":
            return [
              missing(
                `a page could not be read (${outcomeOf((walked.pages.at(-1) as WalkedPage).exchange)})`,
                [last],
              ),
            ];
          default:
            return violations({
              message: "Page after page brought nothing new, so that the walk would never end.",
              expected: [`${cursorNameOf(paged)} absent or null after the last of the ${nounOf(paged)}`],
              received: `${walked.pages.length} pages with ${new Set(walked.ids).size} different ${nounOf(paged)}`,
              pointer: paged.paginated.cursor,
              exchanges: [last],
            });
        }
      }),
  );

const cursor = (paged: PagedOperation) =>
  listCheck(
    paged,
    {
      id: "list.cursor",
      title: "a cursor that is used at once gives the page after",
      requirements: ["list.cursor", "list.cursor.immediate"],
    },
    async (found, run) => {
      const taken = await takenAgain(run, found);
      const facts = found.flatMap(({ pages }) =>
        pages.slice(1).flatMap((page, index): Fact[] => {
          const before = pages[index];
          const ids = [page.exchange.id, before?.exchange.id ?? ""];
          if (page.ids === null) {
            if (!isPlainRefusal(page.exchange) || taken.has(page))
              return [missing(outcomeOf(page.exchange), ids)];
            if (before !== undefined && page.exchange.endedAt - before.exchange.endedAt > atOnceMs)
              return [missing("a page came so late that its cursor may have expired", ids)];
            return violations({
              message: `A ${cursorNameOf(paged)} was refused although it was used at once and unmodified.`,
              expected: ["the next page"],
              received: outcomeOf(page.exchange),
              exchanges: ids,
            });
          }
          const [id = null] = page.ids;
          const same = id !== null && before?.ids?.[0] === id;
          if (!same) return [held("each cursor gave another page", page.exchange.id)];
          return violations({
            message: "The page for a cursor starts with the same item as the page before.",
            expected: ["the page after the previous one"],
            received: `again ${id}`,
            pointer: `${paged.paginated.items}/0${paged.paginated.id?.pointer ?? ""}`,
            exchanges: ids,
          });
        }),
      );
      return facts.length > 0 ? facts : [missing(`needs at least two ${nounOf(paged)}, for a second page`)];
    },
  );

/** Within this time a cursor is used at once, in milliseconds: a renewed token may come in between. */
const atOnceMs = 5000;

/** The pages that were refused, and given when they were asked for once more: a server may refuse now and then. */
async function takenAgain(run: Run, found: readonly Walk[]): Promise<ReadonlySet<WalkedPage>> {
  const taken = new Set<WalkedPage>();
  if (run.offline) return taken;
  for (const page of found.flatMap(({ pages }) => pages.slice(1))) {
    if (page.ids !== null || !isPlainRefusal(page.exchange)) continue;
    const again = await run.probe.session.resend(page.exchange.id);
    if (again !== null && succeeded(again)) taken.add(page);
  }
  return taken;
}

const countOf = ({ ids }: Walk) => new Set(ids).size;

/** Facts about walks; contradictions count only if the list has stayed the same. */
async function ifUnchanged(
  run: Run,
  paged: PagedOperation,
  facts: readonly Fact[],
): Promise<readonly Fact[]> {
  const isCalm = !facts.some(({ kind }) => kind === "violated") || (await unchanged(run, paged));
  return isCalm ? facts : [missing("the list changed while it was walked, so walks cannot be compared")];
}

const once = (paged: PagedOperation) =>
  listCheck(
    paged,
    {
      id: "list.iteration.once",
      title: "a walk meets every item exactly once, whatever the page size",
      requirements: ["list.iteration.once"],
    },
    async (found, run) => {
      const complete = found.filter(({ end, ids }) => end === "last-page" && ids.length > 0);
      const largest = complete.reduce<Walk | null>(
        (best, walked) => (best === null || countOf(walked) > countOf(best) ? walked : best),
        null,
      );
      if (largest === null) return [missing("no walk came to its end and met an item")];
      const facts = await ifUnchanged(
        run,
        paged,
        found.map((walked) => judgeOnce(paged, walked, largest)),
      );
      const isAlone = complete.length < 2 && facts.every(({ kind }) => kind === "held");
      return isAlone ? [missing("needs two complete walks with different page sizes")] : facts;
    },
  );

/** Judges whether a walk met every item once, as the largest one did. */
function judgeOnce(paged: PagedOperation, walked: Walk, largest: Walk): Fact {
  const exchanges = walked.pages.map(({ exchange }) => exchange.id);
  const [repeated] = repeatedIds(walked);
  const noun = nounOf(paged);
  const size = walked.limit === null ? "without a limit" : `with limit=${walked.limit}`;
  if (repeated !== undefined) {
    return {
      kind: "violated",
      message: `A walk ${size} met ${repeated} more than once.`,
      expected: [`all ${noun}, each once`],
      received: `${walked.ids.length} items, ${countOf(walked)} different ${noun}`,
      exchanges,
    };
  }
  if (walked.end !== "last-page" || sameItems(walked, largest))
    return held("walks with different page sizes met the same items once", exchanges[0]);
  const lost = largest.ids.filter((id) => !walked.ids.includes(id));
  const others = lost.length > 1 ? ` and ${lost.length - 1} others` : "";
  return {
    kind: "violated",
    message: `A walk ${size} did not meet ${lost[0]}${others}.`,
    expected: [`${countOf(largest)} ${noun}, as a walk with limit=${largest.limit ?? "default"} met`],
    received: `${countOf(walked)} ${noun}`,
    exchanges,
  };
}

/** The requirement that says when a page has a cursor. */
const ofCursor = "page.next-cursor.more";

const more = (paged: PagedOperation) =>
  listCheck(
    paged,
    {
      id: ofCursor,
      title: `${cursorNameOf(paged)} is present when, and only when, there are more ${nounOf(paged)}`,
      requirements: [ofCursor],
    },
    (found, run) => {
      const empty = found.flatMap(leadingNowhere);
      if (empty.length > 0) return empty.map((ids) => emptyCursor(paged, ids));
      const complete = found.filter(({ end }) => end === "last-page");
      const count = Math.max(0, ...complete.map(countOf));
      const whole = complete.find((walked) => countOf(walked) === count);
      if (whole === undefined) return [missing("no walk came to its end")];
      const walked = complete.filter(({ ids }) => ids.length > 0 || count === 0);
      return ifUnchanged(
        run,
        paged,
        walked.map((one) => judgeEnd(paged, one, whole)),
      );
    },
  );

/** The pages with an empty cursor that was refused or led to the first page again, each with what came of it. */
function leadingNowhere({ pages }: Walk): readonly (readonly string[])[] {
  const [first] = pages;
  return pages.flatMap((page, index) => {
    const after = pages[index + 1];
    if (page.next !== "" || after === undefined) return [];
    const isFirst = after.ids?.[0] !== undefined && after.ids[0] === first?.ids?.[0];
    return isFirst || isPlainRefusal(after.exchange) ? [[page.exchange.id, after.exchange.id]] : [];
  });
}

/** What is received where a cursor is empty. */
export const emptyText = '""';

function emptyCursor(paged: PagedOperation, exchanges: readonly string[]): Fact {
  const name = cursorNameOf(paged);
  return {
    kind: "violated",
    message: `A page had an empty ${name}, which leads to no other page.`,
    expected: [`${name} absent or null on the page with the last of the ${nounOf(paged)}`],
    received: emptyText,
    pointer: paged.paginated.cursor,
    exchanges,
  };
}

/** Judges whether the cursor of a walk ended with the last card. */
function judgeEnd(paged: PagedOperation, walked: Walk, whole: Walk): Fact {
  const [name, pointer] = [cursorNameOf(paged), paged.paginated.cursor];
  const [before, last] = [walked.pages.at(-2), walked.pages.at(-1) as WalkedPage];
  // Of a list of which nothing says that a cursor is for more alone, the last page may be empty.
  const isForMore = findRequirement(ofCursor)?.operations.includes(paged.id) === true;
  if (isForMore && before !== undefined && last.ids?.length === 0) {
    return {
      kind: "violated",
      message: `A ${name} was given although nothing followed.`,
      expected: [`${name} absent or null on the page with the last of the ${nounOf(paged)}`],
      received: `a ${name} that leads to an empty page`,
      pointer,
      exchanges: [before.exchange.id, last.exchange.id],
    };
  }
  const isShort = countOf(walked) < countOf(whole) && repeatedIds(walked).length === 0;
  // One that met the first items of the list, and then stopped: the end was wrong, not the pages.
  if (!isShort || !walked.ids.every((id, index) => whole.ids[index] === id))
    return held("the cursor ended with the last item", last.exchange.id);
  return {
    kind: "violated",
    message: `${name} was absent although more ${nounOf(paged)} followed.`,
    expected: [`a ${name} until all ${countOf(whole)} ${nounOf(paged)} have come`],
    received: `the end after ${countOf(walked)} ${nounOf(paged)}`,
    pointer,
    exchanges: [last.exchange.id],
  };
}

/** Checks of walking a list. */
export function iterationChecks(paged: PagedOperation): readonly Check[] {
  return [cursor(paged), iteration(paged), once(paged), more(paged)];
}
