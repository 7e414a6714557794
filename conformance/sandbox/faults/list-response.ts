/** A card list that is not as described: its path, its format, the requests that get it. */
import { json } from "../response.ts";
import { changed, convert, edited, rename, set, unchecked } from "./changes.ts";
import { breaks, catalogue, type Fault, fault, faultsWhen } from "./fault.ts";
import { everyFifth, fromThirdPage, only, withHeader } from "./when.ts";

const listFault = faultsWhen(only("listCards"));
const replays = ["exchange.list-cards.200", "exchange.list-cards.200-next"] as const;

/** Changes the cards of a page. */
const cards = (change: (cards: readonly { readonly id: string }[]) => unknown) =>
  edited(convert("cards", (value) => change(value as { id: string }[])));

/** Serves the list with another content type. */
const typed = (type: string) => changed(200, () => ({ headers: { "content-type": type } }));

/** Faults of the list itself. */
export const listResponseFaults: readonly Fault[] = catalogue(
  breaks("page.next-cursor", "page.next-cursor", "exchange.list-cards.200"),
  listFault("page.next-cursor-number", "sends nextCursor as a number", { edits: set("nextCursor", 42) }),
  breaks("page.next-cursor"),
  listFault("page.next-cursor-object", "sends nextCursor as an object from the third page on", {
    when: fromThirdPage,
    edits: convert("nextCursor", (after) => ({ after })),
  }),
  breaks("page.cards", "page.cards", "list.request", ...replays),
  listFault("page.cards-object", "sends cards as an object by id", {
    reply: cards((all) => Object.fromEntries(all.map((card) => [card.id, card]))),
  }),
  breaks("page.complete", "page.complete", "list.request"),
  listFault("page.cards-renamed", "calls cards items", { edits: rename("cards", "items") }),
  breaks("page.cards", "page.cards", ...replays),
  listFault("page.cards-of-strings", "sends the ids of the cards instead of the cards", {
    reply: cards((all) => all.map(({ id }) => id)),
  }),
  breaks("list.request"),
  listFault("list.server-error", "answers 500 to every request without a limit", {
    when: ({ request }) => !request.query.has("limit"),
    reply: (reply) => ({ ...reply, status: 500, body: "" }),
  }),
  breaks("service.cards.pages", "list.request", "page.complete"),
  listFault("list.bare-array", "sends the cards as a bare array, without pages", {
    reply: changed(200, ({ body }) => ({ body: (body as { cards: unknown }).cards })),
  }),
  breaks("list.authorization", "list.authorization", "token.fresh"),
  listFault("list.wants-other-scheme", "serves the list to the scheme Token only", {
    skipsCheck: unchecked("token.scheme"),
    intercept: ({ request }) =>
      /^Token /.test(request.headers.get("authorization") ?? "")
        ? null
        : json(401, { message: "The token is invalid.", type: "InvalidRequest" }),
  }),
  breaks("auth.read.only-authorization", "list.only-authorization"),
  listFault("list.wants-idempotency-key", "serves the list only with an Idempotency-Key", {
    when: withHeader("idempotency-key", (key) => key === null),
    intercept: () => json(400, {}),
  }),
  breaks("service.json"),
  listFault("list.not-json", "sends the list as text/html", { reply: typed("text/html") }),
  listFault("list.sometimes-not-json", "sends every fifth list without a content type", {
    when: everyFifth,
    reply: typed(""),
  }),
  breaks("version.path"),
  fault("version.unversioned", "serves the list at /card as well", {
    route: (path) => (path === "/card" ? "/v1/card" : path),
  }),
);
