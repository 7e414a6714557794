/** A card list that is not as described. */
import { json } from "../reply.ts";
import { changesBody, changesReply, everyFifth, type Fault, fromThirdPage, only } from "./fault.ts";

const listCards = only("listCards");

/** Faults of the list as such: where it is served, in which form, to which requests. */
export const listResponseFaults: readonly Fault[] = [
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
      (context) => listCards(context) && !context.request.query.has("limit"),
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
      skipsCheck: (condition, context) =>
        condition === "token.scheme" && /^Token /.test(context.request.headers.get("authorization") ?? ""),
      intercept: (context) =>
        listCards(context) && !/^Token /.test(context.request.headers.get("authorization") ?? "")
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
      intercept: (context) =>
        listCards(context) && !context.request.headers.has("idempotency-key")
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
      (context) => listCards(context) && everyFifth(context),
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
