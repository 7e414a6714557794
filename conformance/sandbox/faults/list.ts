import { json } from "../reply.ts";
import { type Page, type PageRequest, specified } from "../seams.ts";
import { changesBody, changesReply, everyFifth, type Fault, fromThirdPage, only } from "./fault.ts";

const page = (change: (request: PageRequest) => Page) => ({ page: change });
const usual = (request: PageRequest) => specified.page(request, undefined as never);
const listCards = only("listCards");

/** Faults of paging and of the card list response. */
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
      page: (request, about) => usual(about.page > 1 ? { ...request, limit: 10 } : request),
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
      page: (request, about) => {
        const found = usual(request);
        if (about.page !== 3) return found;
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
      (about) => listCards(about) && about.page === 3,
    ),
  },
  {
    name: "page.next-cursor-number",
    breaks: "page.next-cursor",
    summary: "sends nextCursor as a number",
    caughtBy: ["page.next-cursor", "exchange.list-cards.200"],
    seams: changesBody("listCards", (body) => {
      if (body.nextCursor !== undefined) body.nextCursor = 42;
    }),
  },
  {
    name: "page.next-cursor-object",
    breaks: "page.next-cursor",
    summary: "sends nextCursor as an object from the third page on",
    caughtBy: ["page.next-cursor"],
    seams: changesBody(
      "listCards",
      (body) => {
        if (body.nextCursor !== undefined) body.nextCursor = { after: body.nextCursor };
      },
      fromThirdPage,
    ),
  },
  {
    name: "page.cards-object",
    breaks: "page.cards",
    summary: "sends cards as an object by id",
    caughtBy: ["page.cards", "list.request", "exchange.list-cards.200", "exchange.list-cards.200-next"],
    seams: changesBody("listCards", (body) => {
      body.cards = Object.fromEntries((body.cards as { id: string }[]).map((card) => [card.id, card]));
    }),
  },
  {
    name: "page.cards-renamed",
    breaks: "page.complete",
    summary: "calls cards items",
    caughtBy: ["page.complete", "list.request"],
    seams: changesBody("listCards", (body) => {
      body.items = body.cards;
      delete body.cards;
    }),
  },
  {
    name: "page.cards-of-strings",
    breaks: "page.cards",
    summary: "sends the ids of the cards instead of the cards",
    caughtBy: ["page.cards", "exchange.list-cards.200", "exchange.list-cards.200-next"],
    seams: changesBody("listCards", (body) => {
      body.cards = (body.cards as { id: string }[]).map((card) => card.id);
    }),
  },
  {
    name: "list.server-error",
    breaks: "list.request",
    summary: "answers 500 to every request without a limit",
    caughtBy: ["list.request"],
    seams: changesReply(
      (reply) => ({ ...reply, status: 500, body: "" }),
      (about) => listCards(about) && !about.request.query.has("limit"),
    ),
  },
  {
    name: "list.bare-array",
    breaks: "service.cards.pages",
    summary: "sends the cards as a bare array, without pages",
    caughtBy: ["list.request", "page.complete"],
    seams: changesReply(
      (reply) =>
        reply.status === 200 ? { ...reply, body: (reply.body as { cards: unknown }).cards } : reply,
      listCards,
    ),
  },
  {
    name: "list.wants-other-scheme",
    breaks: "list.authorization",
    summary: "serves the list to the scheme Token only",
    caughtBy: ["list.authorization", "token.fresh"],
    seams: {
      waives: (condition, about) =>
        condition === "token.scheme" && /^Token /.test(about.request.headers.get("authorization") ?? ""),
      intercept: (about) =>
        listCards(about) && !/^Token /.test(about.request.headers.get("authorization") ?? "")
          ? json(401, { message: "The token is invalid.", type: "InvalidRequest" })
          : null,
    },
  },
  {
    name: "list.wants-idempotency-key",
    breaks: "auth.read.only-authorization",
    summary: "serves the list only with an Idempotency-Key",
    caughtBy: ["list.only-authorization"],
    seams: {
      intercept: (about) =>
        listCards(about) && !about.request.headers.has("idempotency-key")
          ? { status: 400, headers: { "content-type": "application/json" }, body: {} }
          : null,
    },
  },
  {
    name: "list.not-json",
    breaks: "service.json",
    summary: "sends the list as text/html",
    caughtBy: ["service.json"],
    seams: changesReply(
      (reply) => (reply.status === 200 ? { ...reply, headers: { "content-type": "text/html" } } : reply),
      listCards,
    ),
  },
  {
    name: "list.sometimes-not-json",
    breaks: "service.json",
    summary: "sends every fifth list without a content type",
    caughtBy: ["service.json"],
    seams: changesReply(
      (reply) => (reply.status === 200 ? { ...reply, headers: { "content-type": "" } } : reply),
      (about) => listCards(about) && everyFifth(about),
    ),
  },
  {
    name: "version.unversioned",
    breaks: "version.path",
    summary: "serves the list at /card as well",
    caughtBy: ["version.path"],
    seams: { route: (path) => (path === "/card" ? "/v1/card" : path) },
  },
];
