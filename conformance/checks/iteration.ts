/** The cursor: each one gives the next page, and a walk meets every card once and ends. */

import { operations } from "../../generated/operations.ts";
import { isPlainRefusal, outcomeOf } from "../wire/exchange.ts";
import { type Check, held, missing, type Run } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import { repeatedIds, sameCards, type Walk, type WalkedPage } from "./kit/walk.ts";
import { listCheck, unchanged } from "./walks.ts";

const cursorPointer = operations.listCards.paginated.cursor;

const iteration = listCheck(
  {
    id: "list.iteration",
    title: "following nextCursor comes to an end",
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
            missing(`a page could not be read (${outcomeOf((walked.pages.at(-1) as WalkedPage).exchange)})`, [
              last,
            ]),
          ];
        default:
          return [
            {
              kind: "violated",
              message: "Page after page brought no new card, so that the walk would never end.",
              expected: ["nextCursor absent or null after the last card"],
              received: `${walked.pages.length} pages with ${new Set(walked.ids).size} different cards`,
              pointer: cursorPointer,
              exchanges: [last],
            },
          ];
      }
    }),
);

const cursor = listCheck(
  {
    id: "list.cursor",
    title: "a cursor that is used at once gives the page after",
    requirements: ["list.cursor", "list.cursor.immediate"],
  },
  (found) => {
    const facts = found.flatMap(({ pages }) =>
      pages.slice(1).flatMap((page, index): Fact[] => {
        const before = pages[index];
        const ids = [page.exchange.id, before?.exchange.id ?? ""];
        if (page.ids === null) {
          if (!isPlainRefusal(page.exchange)) return [missing(outcomeOf(page.exchange), ids)];
          return [
            {
              kind: "violated",
              message: "A nextCursor was refused although it was used at once and unmodified.",
              expected: ["the next page"],
              received: outcomeOf(page.exchange),
              exchanges: ids,
            },
          ];
        }
        const [id = null] = page.ids;
        const same = id !== null && before?.ids?.[0] === id;
        if (!same) return [held("each cursor gave another page", page.exchange.id)];
        return [
          {
            kind: "violated",
            message: "The page for a cursor starts with the same card as the page before.",
            expected: ["the page after the previous one"],
            received: `again ${id}`,
            pointer: "/cards/0/id",
            exchanges: ids,
          },
        ];
      }),
    );
    return facts.length > 0 ? facts : [missing("needs at least two cards, for a second page")];
  },
);

const countOf = ({ ids }: Walk) => new Set(ids).size;

/** Facts about walks; contradictions count only if the list has stayed the same. */
async function ifUnchanged(run: Run, facts: readonly Fact[]): Promise<readonly Fact[]> {
  const isCalm = !facts.some(({ kind }) => kind === "violated") || (await unchanged(run));
  return isCalm ? facts : [missing("the list changed while it was walked, so walks cannot be compared")];
}

const once = listCheck(
  {
    id: "list.iteration.once",
    title: "a walk meets every card exactly once, whatever the page size",
    requirements: ["list.iteration.once"],
  },
  async (found, run) => {
    const complete = found.filter(({ end, ids }) => end === "last-page" && ids.length > 0);
    const largest = complete.reduce<Walk | null>(
      (best, walked) => (best === null || countOf(walked) > countOf(best) ? walked : best),
      null,
    );
    if (largest === null) return [missing("no walk came to its end and met a card")];
    const facts = await ifUnchanged(
      run,
      found.map((walked) => judgeOnce(walked, largest)),
    );
    const isAlone = complete.length < 2 && facts.every(({ kind }) => kind === "held");
    return isAlone ? [missing("needs two complete walks with different page sizes")] : facts;
  },
);

/** Judges whether a walk met every card once, as the largest one did. */
function judgeOnce(walked: Walk, largest: Walk): Fact {
  const exchanges = walked.pages.map(({ exchange }) => exchange.id);
  const [repeated] = repeatedIds(walked);
  const size = walked.limit === null ? "without a limit" : `with limit=${walked.limit}`;
  if (repeated !== undefined) {
    return {
      kind: "violated",
      message: `A walk ${size} met ${repeated} more than once.`,
      expected: ["every card once"],
      received: `${walked.ids.length} items, ${countOf(walked)} different cards`,
      exchanges,
    };
  }
  if (walked.end !== "last-page" || sameCards(walked, largest))
    return held("walks with different page sizes met the same cards once", exchanges[0]);
  const lost = largest.ids.filter((id) => !walked.ids.includes(id));
  const others = lost.length > 1 ? ` and ${lost.length - 1} others` : "";
  return {
    kind: "violated",
    message: `A walk ${size} did not meet ${lost[0]}${others}.`,
    expected: [`${countOf(largest)} cards, as a walk with limit=${largest.limit ?? "default"} met`],
    received: `${countOf(walked)} cards`,
    exchanges,
  };
}

const more = listCheck(
  {
    id: "page.next-cursor.more",
    title: "nextCursor is present when, and only when, there are more cards",
    requirements: ["page.next-cursor.more"],
  },
  (found, run) => {
    const complete = found.filter(({ end }) => end === "last-page");
    const count = Math.max(0, ...complete.map(countOf));
    const whole = complete.find((walked) => countOf(walked) === count);
    if (whole === undefined) return [missing("no walk came to its end")];
    const walked = complete.filter(({ ids }) => ids.length > 0 || count === 0);
    return ifUnchanged(
      run,
      walked.map((one) => judgeEnd(one, whole)),
    );
  },
);

/** Judges whether the cursor of a walk ended with the last card. */
function judgeEnd(walked: Walk, whole: Walk): Fact {
  const [before, last] = [walked.pages.at(-2), walked.pages.at(-1) as WalkedPage];
  if (before !== undefined && last.ids?.length === 0) {
    return {
      kind: "violated",
      message: "A nextCursor was given although no card followed.",
      expected: ["nextCursor absent or null on the page with the last card"],
      received: "a nextCursor that leads to an empty page",
      pointer: cursorPointer,
      exchanges: [before.exchange.id, last.exchange.id],
    };
  }
  const isShort = countOf(walked) < countOf(whole) && repeatedIds(walked).length === 0;
  if (!isShort || !endsEarly(walked, whole))
    return held("the cursor ended with the last card", last.exchange.id);
  return {
    kind: "violated",
    message: "nextCursor was absent although more cards followed.",
    expected: [`a nextCursor until all ${countOf(whole)} cards have come`],
    received: `the end after ${countOf(walked)} cards`,
    pointer: cursorPointer,
    exchanges: [last.exchange.id],
  };
}

/** True when a walk met the first cards of the list, and then stopped: the end was wrong, not the pages. */
function endsEarly(walked: Walk, whole: Walk): boolean {
  return walked.ids.every((id, index) => whole.ids[index] === id);
}

/** Checks of walking the list. */
export const iterationChecks: readonly Check[] = [cursor, iteration, once, more];
