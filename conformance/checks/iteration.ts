/** The cursor: each one gives the next page, and a walk meets every card once and ends. */

import { isPlainRefusal, outcomeOf } from "../wire/exchange.ts";
import { type Check, held, missing } from "./kit/check.ts";
import type { Fact } from "./kit/verdict.ts";
import { repeatedIds, sameCards, type Walk, type WalkedPage } from "./kit/walk.ts";
import { listCheck, unchanged } from "./walks.ts";

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
              pointer: "/nextCursor",
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

const once = listCheck(
  {
    id: "list.iteration.once",
    title: "a walk meets every card exactly once, whatever the page size",
    requirements: ["list.iteration.once"],
  },
  async (found, run) => {
    const complete = found.filter(({ end, ids }) => end === "last-page" && ids.length > 0);
    const largest = complete.reduce<Walk | null>(
      (best, walked) => (best === null || new Set(walked.ids).size > new Set(best.ids).size ? walked : best),
      null,
    );
    if (largest === null) return [missing("no walk came to its end and met a card")];
    const odd = found.filter(
      (walked) =>
        repeatedIds(walked).length > 0 || (walked.end === "last-page" && !sameCards(walked, largest)),
    );
    if (odd.length > 0 && !(await unchanged(run))) {
      return [missing("the list changed while it was walked, so walks cannot be compared")];
    }
    if (complete.length < 2) return [missing("needs two complete walks with different page sizes")];
    return found.map((walked): Fact => {
      const ids = walked.pages.map(({ exchange }) => exchange.id);
      const repeated = repeatedIds(walked);
      const size = walked.limit === null ? "without a limit" : `with limit=${walked.limit}`;
      if (repeated.length > 0) {
        return {
          kind: "violated",
          message: `A walk ${size} met ${repeated[0]} more than once.`,
          expected: ["every card once"],
          received: `${walked.ids.length} items, ${new Set(walked.ids).size} different cards`,
          exchanges: ids,
        };
      }
      if (!odd.includes(walked))
        return held("walks with different page sizes met the same cards once", ids[0]);
      const lost = largest.ids.filter((id) => !walked.ids.includes(id));
      return {
        kind: "violated",
        message: `A walk ${size} did not meet ${lost[0]}${lost.length > 1 ? ` and ${lost.length - 1} others` : ""}.`,
        expected: [
          `${new Set(largest.ids).size} cards, as a walk with limit=${largest.limit ?? "default"} met`,
        ],
        received: `${new Set(walked.ids).size} cards`,
        exchanges: ids,
      };
    });
  },
);

const more = listCheck(
  {
    id: "page.next-cursor.more",
    title: "nextCursor is present when, and only when, there are more cards",
    requirements: ["page.next-cursor.more"],
  },
  async (found, run) => {
    const complete = found.filter(({ end }) => end === "last-page");
    const count = Math.max(0, ...complete.map(({ ids }) => new Set(ids).size));
    const [first] = complete.filter(({ ids }) => new Set(ids).size === count);
    if (first === undefined) return [missing("no walk came to its end")];
    const facts: Fact[] = [];
    for (const walked of complete) {
      if (walked.ids.length === 0 && count > 0) continue;
      const last = walked.pages.at(-1) as WalkedPage;
      const before = walked.pages.at(-2);
      if (before !== undefined && last.ids?.length === 0) {
        if (!(await unchanged(run))) return [missing("the list changed while it was walked")];
        facts.push({
          kind: "violated",
          message: "A nextCursor was given although no card followed.",
          expected: ["nextCursor absent or null on the page with the last card"],
          received: "a nextCursor that leads to an empty page",
          pointer: "/nextCursor",
          exchanges: [before.exchange.id, last.exchange.id],
        });
      } else if (
        new Set(walked.ids).size < count &&
        repeatedIds(walked).length === 0 &&
        endsEarly(walked, first)
      ) {
        if (!(await unchanged(run))) return [missing("the list changed while it was walked")];
        facts.push({
          kind: "violated",
          message: "nextCursor was absent although more cards followed.",
          expected: [`a nextCursor until all ${count} cards have come`],
          received: `the end after ${new Set(walked.ids).size} cards`,
          pointer: "/nextCursor",
          exchanges: [last.exchange.id],
        });
      } else {
        facts.push(held("the cursor ended with the last card", last.exchange.id));
      }
    }
    return facts;
  },
);

/** True when a walk met the first cards of the list, and then stopped: the end was wrong, not the pages. */
function endsEarly(walked: Walk, whole: Walk): boolean {
  return walked.ids.every((id, index) => whole.ids[index] === id);
}

/** Checks of walking the list. */
export const iterationChecks: readonly Check[] = [cursor, iteration, once, more];
