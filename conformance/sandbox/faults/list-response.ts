/** A card list that is not as described: where it is served, in which form, to which requests. */
import { json } from "../reply.ts";
import { changed, convert, edited, rename, set, unchecked } from "./changes.ts";
import { type Fault, fault, faultsOf } from "./fault.ts";
import { everyFifth, fromThirdPage, withHeader } from "./when.ts";

const listFault = faultsOf("listCards");
const replays = ["exchange.list-cards.200", "exchange.list-cards.200-next"] as const;

/** A change of the cards of a page. */
const cards = (change: (cards: readonly { readonly id: string }[]) => unknown) =>
  edited(convert("cards", (value) => change(value as { id: string }[])));

/** The list with another content type. */
const typed = (type: string) => changed(200, () => ({ headers: { "content-type": type } }));

/** Faults of the list as such. */
export const listResponseFaults: readonly Fault[] = [
  listFault("page.next-cursor-number", "sends nextCursor as a number", {
    breaks: ["page.next-cursor", "page.next-cursor", "exchange.list-cards.200"],
    reply: edited(set("nextCursor", 42)),
  }),
  listFault("page.next-cursor-object", "sends nextCursor as an object from the third page on", {
    breaks: ["page.next-cursor"],
    when: fromThirdPage,
    reply: edited(convert("nextCursor", (after) => ({ after }))),
  }),
  listFault("page.cards-object", "sends cards as an object by id", {
    breaks: ["page.cards", "page.cards", "list.request", ...replays],
    reply: cards((all) => Object.fromEntries(all.map((card) => [card.id, card]))),
  }),
  listFault("page.cards-renamed", "calls cards items", {
    breaks: ["page.complete", "page.complete", "list.request"],
    reply: edited(rename("cards", "items")),
  }),
  listFault("page.cards-of-strings", "sends the ids of the cards instead of the cards", {
    breaks: ["page.cards", "page.cards", ...replays],
    reply: cards((all) => all.map(({ id }) => id)),
  }),
  listFault("list.server-error", "answers 500 to every request without a limit", {
    breaks: ["list.request"],
    when: ({ request }) => !request.query.has("limit"),
    reply: (reply) => ({ ...reply, status: 500, body: "" }),
  }),
  listFault("list.bare-array", "sends the cards as a bare array, without pages", {
    breaks: ["service.cards.pages", "list.request", "page.complete"],
    reply: changed(200, ({ body }) => ({ body: (body as { cards: unknown }).cards })),
  }),
  listFault("list.wants-other-scheme", "serves the list to the scheme Token only", {
    breaks: ["list.authorization", "list.authorization", "token.fresh"],
    skipsCheck: unchecked("token.scheme"),
    intercept: ({ request }) =>
      /^Token /.test(request.headers.get("authorization") ?? "")
        ? null
        : json(401, { message: "The token is invalid.", type: "InvalidRequest" }),
  }),
  listFault("list.wants-idempotency-key", "serves the list only with an Idempotency-Key", {
    breaks: ["auth.read.only-authorization", "list.only-authorization"],
    when: withHeader("idempotency-key", (key) => key === null),
    intercept: () => json(400, {}),
  }),
  listFault("list.not-json", "sends the list as text/html", {
    breaks: ["service.json"],
    reply: typed("text/html"),
  }),
  listFault("list.sometimes-not-json", "sends every fifth list without a content type", {
    breaks: ["service.json"],
    when: everyFifth,
    reply: typed(""),
  }),
  fault("version.unversioned", "serves the list at /card as well", {
    breaks: ["version.path"],
    route: (path) => (path === "/card" ? "/v1/card" : path),
  }),
];
