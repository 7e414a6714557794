import { type Page, type PageRequest, specified } from "../seams.ts";
import { changesBody, changesReply, type Fault, fromThirdPage, only } from "./fault.ts";

const page = (change: (request: PageRequest) => Page) => ({ page: change });
const usual = (request: PageRequest) => specified.page(request, undefined as never);
const listCards = only("listCards");

/** Faults of paging: page sizes, cursors, and what a walk meets. */
export const listFaults: readonly Fault[] = [
  {
    name: "page.limit-ignored",
    breaks: "list.limit",
    summary: "ignores limit",
    caughtBy: ["list.limit", "list.limit.exact"],
    seams: page((request) => usual({ ...request, limit: 10 })),
  },
  {
    name: "page.one-too-many",
    breaks: "list.limit",
    summary: "sends one card more than the limit",
    caughtBy: ["list.limit", "list.limit.exact"],
    seams: page((request) => usual({ ...request, limit: request.asked === null ? 10 : request.limit + 1 })),
  },
  {
    name: "page.one-too-few",
    breaks: "list.limit.exact",
    summary: "sends one card fewer than the limit, where it is above one",
    caughtBy: ["list.limit.exact"],
    seams: page((request) =>
      usual({ ...request, limit: request.asked === null ? 10 : Math.max(1, request.limit - 1) }),
    ),
  },
  {
    name: "page.limit-capped-at-two",
    breaks: "list.limit.exact",
    summary: "never sends more than two cards for a limit",
    caughtBy: ["list.limit.exact"],
    seams: page((request) =>
      usual({ ...request, limit: request.asked === null ? 10 : Math.min(2, request.limit) }),
    ),
  },
  {
    name: "page.limit-dropped-later",
    breaks: "list.limit",
    summary: "honours limit on the first page only",
    caughtBy: ["list.limit", "list.limit.exact"],
    seams: {
      page: (request, context) => usual(context.page > 1 ? { ...request, limit: 10 } : request),
    },
  },
  {
    name: "page.default-twenty",
    breaks: "list.limit.default",
    summary: "sends 20 cards without a limit",
    caughtBy: ["list.limit.default"],
    seams: page((request) => usual(request.asked === null ? { ...request, limit: 20 } : request)),
  },
  {
    name: "page.default-nine",
    breaks: "limits.page-size",
    summary: "sends 9 cards without a limit",
    caughtBy: ["list.limit.default"],
    seams: page((request) => usual(request.asked === null ? { ...request, limit: 9 } : request)),
  },
  {
    name: "page.loses-last",
    breaks: "list.iteration.once",
    summary: "loses the last card of each page that is followed by another",
    caughtBy: ["list.iteration.once", "list.limit.exact", "list.limit.default"],
    seams: page((request) => {
      const { items, next } = usual(request);
      return { items: next === null || items.length < 2 ? items : items.slice(0, -1), next };
    }),
  },
  {
    name: "page.skips-one",
    breaks: "list.iteration.once",
    summary: "skips a card between pages",
    caughtBy: ["list.iteration.once", "page.next-cursor.more"],
    seams: page((request) => usual(request.start === 0 ? request : { ...request, start: request.start + 1 })),
  },
  {
    name: "page.repeats-one",
    breaks: "list.iteration.once",
    summary: "repeats the last card of the page before",
    caughtBy: ["list.iteration.once", "list.iteration", "list.cursor"],
    seams: page((request) => usual(request.start === 0 ? request : { ...request, start: request.start - 1 })),
  },
  {
    name: "page.repeats-third",
    breaks: "list.iteration.once",
    summary: "sends the second page again as the third",
    caughtBy: ["list.iteration.once", "list.cursor"],
    seams: {
      page: (request, context) => {
        const found = usual(request);
        if (context.page !== 3) return found;
        return {
          ...found,
          items: usual({ ...request, start: Math.max(0, request.start - request.limit) }).items,
        };
      },
    },
  },
  {
    name: "page.reorders",
    breaks: "list.iteration.once",
    summary: "sorts the list the other way round from the second page on",
    caughtBy: ["list.iteration.once", "list.cursor"],
    seams: page((request) =>
      usual(request.start === 0 ? request : { ...request, cards: [...request.cards].reverse() }),
    ),
  },
  {
    name: "page.cursor-ignored",
    breaks: "list.cursor",
    summary: "always sends the first page",
    caughtBy: ["list.cursor", "list.iteration", "list.iteration.once"],
    seams: page((request) => usual({ ...request, start: 0 })),
  },
  {
    name: "page.never-ends",
    breaks: "list.iteration",
    summary: "starts again after the last page",
    caughtBy: ["list.iteration", "list.limit.exact", "list.limit.default"],
    seams: page((request) => {
      const found = usual(request);
      return { ...found, next: found.next ?? request.cards.length };
    }),
  },
  {
    name: "page.same-cursor",
    breaks: "list.iteration",
    summary: "sends the same nextCursor with every page",
    caughtBy: ["list.iteration", "list.cursor", "list.iteration.once"],
    seams: changesBody("listCards", (body, { state }) => {
      const position = state.cursors.get(String(body.nextCursor));
      if (position === undefined) return;
      // Always the position after the first page: the cursor does not move on.
      if (position.page === 2) state.cursors.set("the-same-cursor", position);
      body.nextCursor = "the-same-cursor";
    }),
  },
  {
    name: "page.ends-early",
    breaks: "page.next-cursor.more",
    summary: "leaves out nextCursor on the third page",
    caughtBy: ["page.next-cursor.more", "list.iteration.once"],
    seams: changesBody(
      "listCards",
      (body) => {
        delete body.nextCursor;
      },
      fromThirdPage,
    ),
  },
  {
    name: "page.ends-at-once",
    breaks: "page.next-cursor.more",
    summary: "never sends a nextCursor",
    caughtBy: ["page.next-cursor.more", "list.iteration.once"],
    seams: changesBody("listCards", (body) => {
      delete body.nextCursor;
    }),
  },
  {
    name: "page.empty-last",
    breaks: "page.next-cursor.more",
    summary: "sends a nextCursor with the last card, to an empty page",
    caughtBy: ["page.next-cursor.more"],
    seams: page((request) => {
      const found = usual(request);
      return { ...found, next: found.next ?? (found.items.length > 0 ? request.cards.length : null) };
    }),
  },
  {
    name: "page.cursor-refused",
    breaks: "list.cursor.immediate",
    summary: "refuses the cursor of the third page",
    caughtBy: ["list.cursor"],
    seams: changesReply(
      (reply) => ({
        ...reply,
        status: 400,
        body: { message: "The cursor has expired.", type: "InvalidRequest" },
      }),
      (context) => listCards(context) && context.page === 3,
    ),
  },
];
