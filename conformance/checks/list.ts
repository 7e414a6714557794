/** Paging: the page sizes, the cursor, and that a walk meets every card once. */
import { cardList, noToken } from "../card-list.ts";
import { type Check, held, missing, type Run } from "../check.ts";
import type { Fact } from "../verdict.ts";
import { idOf, readPage, repeatedIds, sameCards, type Walk, type WalkedPage, walk } from "../walk.ts";
import { outcomeOf } from "../wire/exchange.ts";

const defaultPageSize = 10;
/** Above this number of cards, walks with small pages stop after a few of them. */
const fewCards = 60;
const somePages = 4;
const manyPages = 200;

/** Walks with different page sizes. Those over a long list are cut, except for one with large pages. */
export function walks(run: Run): Promise<readonly Walk[] | string> {
  return run.once("walks", async () => {
    const list = await cardList(run);
    if (typeof list === "string") return list;
    const count = list.ids.length;
    const results = [list.walk];
    const add = async (limit: number | null, pages: number) => {
      const walked = await walk(run.probe, "walk", limit, pages);
      if (walked !== null) results.push(walked);
    };
    await add(null, count <= 2 * fewCards ? manyPages : somePages);
    await add(3, count <= fewCards ? manyPages : somePages);
    await add(1, somePages);
    if (count > fewCards) await add(50, manyPages);
    // As many as there are: the page is full, and still the last. One fewer: one more page with one card.
    if (count > 1 && count <= fewCards) {
      await add(count, somePages);
      await add(count - 1, somePages);
    }
    return results;
  });
}

/** The walks, or a fact that says why there are none. */
async function walksOr(run: Run): Promise<readonly Walk[] | Fact> {
  const found = await walks(run);
  return typeof found === "string" ? missing(found) : found;
}

/** Pages that were read and are followed by one with cards, as far as that one was read. */
function inner({ pages }: Walk): WalkedPage[] {
  return pages.filter(
    ({ cards, nextCursor }, index) =>
      cards !== null && typeof nextCursor === "string" && pages[index + 1]?.cards?.length !== 0,
  );
}

function listCheck(
  check: Pick<Check, "id" | "title" | "requirements">,
  look: (walks: readonly Walk[], run: Run) => readonly Fact[] | Promise<readonly Fact[]>,
): Check {
  return {
    ...check,
    access: "read",
    stage: "request",
    run: async (run) => {
      const found = await walksOr(run);
      return "kind" in found ? [found] : look(found, run);
    },
  };
}

function tooLong(page: WalkedPage, limit: number, expected: string): Fact {
  return {
    kind: "broken",
    message: `A page for ${limit === defaultPageSize ? "the default" : `limit=${limit}`} holds ${page.cards?.length} cards.`,
    expected: [expected],
    received: `${page.cards?.length} cards`,
    pointer: "/cards",
    exchanges: [page.exchange.id],
  };
}

const request = listCheck(
  {
    id: "list.request",
    title: "GET /v1/card answers with a card list, to every request as specified",
    requirements: [
      "list.request",
      "list.authorization",
      "service.cards.pages",
      "auth.read.only-authorization",
    ],
  },
  (found) =>
    found.flatMap(({ pages }) =>
      pages.map(({ exchange, cards }): Fact => {
        if (cards !== null)
          return held("each page was a card list; only Authorization was sent", exchange.id);
        const status = exchange.response?.status;
        const transient = status === undefined || [429, 502, 503, 504].includes(status);
        // A large limit and a cursor may be refused for reasons of their own; other checks ask for those.
        if (transient || exchange.request.url.includes("?"))
          return missing(outcomeOf(exchange), [exchange.id]);
        return {
          kind: "broken",
          message: "A request of the list as specified was not answered with a card list.",
          expected: ["2xx with an object that holds cards, an array"],
          received: outcomeOf(exchange),
          exchanges: [exchange.id],
        };
      }),
    ),
);

const limit = listCheck(
  {
    id: "list.limit",
    title: "no page holds more cards than the limit",
    requirements: ["list.limit"],
  },
  (found) =>
    found.flatMap((walked) =>
      walked.limit === null
        ? []
        : walked.pages.flatMap((page): Fact[] => {
            const size = page.cards?.length;
            if (size === undefined || walked.limit === null) return [];
            return size > walked.limit
              ? [tooLong(page, walked.limit, `at most ${walked.limit} cards`)]
              : [held("no page was longer than its limit", page.exchange.id)];
          }),
    ),
);

const limitExact = listCheck(
  {
    id: "list.limit.exact",
    title: "a page that is not the last is as long as the limit",
    requirements: ["list.limit.exact"],
  },
  (found) => {
    const facts = found.flatMap((walked) => {
      const wanted = walked.limit;
      if (wanted === null || wanted > defaultPageSize) return [];
      return inner(walked).map(
        (page): Fact =>
          page.cards?.length === wanted
            ? held(`inner pages were as long as their limit`, page.exchange.id)
            : tooLong(page, wanted, `exactly ${wanted} cards, since a nextCursor follows`),
      );
    });
    return facts.length > 0
      ? facts
      : [missing("needs at least two cards, for a page with another one after it")];
  },
);

const limitDefault = listCheck(
  {
    id: "list.limit.default",
    title: "without a limit, a page that is not the last holds 10 cards",
    requirements: ["list.limit.default", "limits.page-size"],
  },
  (found) => {
    const pages = found.filter((walked) => walked.limit === null);
    const longer = pages
      .flatMap(({ pages: all }) => all)
      .filter(({ cards }) => (cards?.length ?? 0) > defaultPageSize);
    const facts = [...pages.flatMap(inner), ...longer].map(
      (page): Fact =>
        page.cards?.length === defaultPageSize
          ? held("pages without a limit held 10 cards", page.exchange.id)
          : tooLong(page, defaultPageSize, "10 cards"),
    );
    return facts.length > 0 ? facts : [missing("needs more than 10 cards, to see where a page ends")];
  },
);

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
              kind: "broken",
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
        if (page.cards === null) {
          const status = page.exchange.response?.status ?? 0;
          if (status < 400 || status > 499 || status === 429) return [missing(outcomeOf(page.exchange), ids)];
          return [
            {
              kind: "broken",
              message: "A nextCursor was refused although it was used at once and unmodified.",
              expected: ["the next page"],
              received: outcomeOf(page.exchange),
              exchanges: ids,
            },
          ];
        }
        const [first] = page.cards;
        const [firstBefore] = before?.cards ?? [];
        const id = first === undefined ? null : idOf(first);
        const same = id !== null && firstBefore !== undefined && idOf(firstBefore) === id;
        if (!same) return [held("each cursor gave another page", page.exchange.id)];
        return [
          {
            kind: "broken",
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

/** Whether the list stayed the same during the run; without that, walks can't be held against each other. */
async function unchanged(run: Run, first: Walk): Promise<boolean> {
  return run.once("list unchanged", async () => {
    const again = await walk(run.probe, "walk", first.limit, manyPages);
    return again !== null && again.end === "last-page" && sameCards(first, again);
  });
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
      (best, walked) => (best === null || new Set(walked.ids).size > new Set(best.ids).size ? walked : best),
      null,
    );
    if (largest === null) return [missing("no walk came to its end and met a card")];
    const odd = found.filter(
      (walked) =>
        repeatedIds(walked).length > 0 || (walked.end === "last-page" && !sameCards(walked, largest)),
    );
    if (odd.length > 0 && !(await unchanged(run, largest))) {
      return [missing("the list changed while it was walked, so walks cannot be compared")];
    }
    if (complete.length < 2) return [missing("needs two complete walks with different page sizes")];
    return found.map((walked): Fact => {
      const ids = walked.pages.map(({ exchange }) => exchange.id);
      const repeated = repeatedIds(walked);
      const size = walked.limit === null ? "without a limit" : `with limit=${walked.limit}`;
      if (repeated.length > 0) {
        return {
          kind: "broken",
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
        kind: "broken",
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
      if (before !== undefined && last.cards?.length === 0) {
        if (!(await unchanged(run, first))) return [missing("the list changed while it was walked")];
        facts.push({
          kind: "broken",
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
        if (!(await unchanged(run, first))) return [missing("the list changed while it was walked")];
        facts.push({
          kind: "broken",
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

/** Whether a page size that the list ends on exactly was seen; used by the open question of the end's form. */
export async function lastPages(run: Run): Promise<readonly WalkedPage[] | string> {
  const found = await walks(run);
  if (typeof found === "string") return found;
  return found.filter(({ end }) => end === "last-page").map(({ pages }) => pages.at(-1) as WalkedPage);
}

const versioned: Check = {
  id: "version.path",
  title: "the list is served under /v1 and nowhere without it",
  requirements: ["version.path"],
  access: "read",
  stage: "request",
  run: async (run) => {
    const { probe, target } = run;
    const before = await probe.call("control", { operation: "listCards" });
    const token = await probe.tokens.current();
    if (before === null || token === null) return [missing(noToken(run))];
    if (readPage(before).cards === null)
      return [missing(`the list is not served (${outcomeOf(before)})`, [before.id])];
    const facts: Fact[] = [];
    for (const path of ["/card", "/v2/card"]) {
      const exchange = await probe.session.send({
        purpose: "version.path",
        operation: null,
        alteration: `at ${path}`,
        build: async () => ({
          method: "GET",
          url: target.baseUrl + path,
          headers: [
            ["Authorization", `Bearer ${token.value}`],
            ["Accept", "application/json"],
          ],
          body: null,
        }),
      });
      facts.push(
        readPage(exchange).cards === null
          ? held("the list is served at /v1/card only", exchange.id)
          : {
              kind: "broken",
              message: `The card list is served at ${path} as well.`,
              expected: ["nothing at a path that does not begin with /v1"],
              received: `${outcomeOf(exchange)} with a card list`,
              exchanges: [exchange.id, before.id],
            },
      );
    }
    return facts;
  },
};

/** Checks of the card list. */
export const listChecks: readonly Check[] = [
  request,
  limit,
  limitExact,
  limitDefault,
  cursor,
  iteration,
  once,
  more,
  versioned,
];
