/** Lists that are lawful and inconvenient: empty pages, odd cursors, cursors that die, items that come and go. */
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { choose } from "../../sandbox/choices.ts";
import type { SandboxResponse } from "../../sandbox/response.ts";
import type { Page, PageRequest, RequestContext } from "../../sandbox/seams.ts";
import { type Item, itemsOf } from "../../sandbox/state.ts";
import type { Weather } from "../weather.ts";
import { refusedWith } from "./outages.ts";
import { atList, operationAt } from "./points.ts";

/** The page without items, and with a cursor that leads to where it began. */
function withoutItems({ items, start }: PageRequest, page: Page): Page {
  return start < items.length ? { items: [], next: start } : page;
}

/** Texts in which most characters take several bytes. */
const textsOfManyBytes = ["начало-日本-😀", "größer als – früher"];

/**
 * Texts that a client must send back as they are: reserved characters, long ones, words that mean something elsewhere,
 * and those that come back in another form when they are read as what they look like.
 */
const oddTexts = [
  "a+b/c==",
  "50%25",
  "x&y=z#top",
  "two words",
  "AbC",
  "aBc",
  "0",
  "null",
  "constructor",
  "007",
  "1.50",
  "2026-11-27T10:00:00+02:00",
  '{"after": "1"}',
  `long-${"0123456789".repeat(300)}`,
  "../..?a=b",
  "%2B",
  " at its edges ",
  // Two characters that look like one, and are not the same text as that one.
  "e\u0301",
  ...textsOfManyBytes,
];

/** The page with another of these texts for its cursor. */
function renamed(texts: readonly string[], reply: SandboxResponse, context: RequestContext): SandboxResponse {
  const { state, count } = context;
  const pointer = operationAt(context)?.paginated?.cursor ?? "";
  const cursor = valueAt(reply.body, pointer);
  const position = typeof cursor === "string" ? state.cursors.get(cursor) : undefined;
  if (typeof cursor !== "string" || position === undefined) return reply;
  const odd = texts[(count - 1) % texts.length] ?? "";
  const text = state.cursors.has(odd) ? `${odd}${count}` : odd;
  state.cursors.delete(cursor);
  state.cursors.set(text, position);
  return { ...reply, body: withValueAt(reply.body, pointer, text) };
}

/** Items on a page that is shorter than asked for. */
const few = 3;

/** The page with its first items alone, and a cursor that leads to the next one. */
function shortened({ start }: PageRequest, page: Page): Page {
  return page.items.length > few ? { items: page.items.slice(0, few), next: start + few } : page;
}

/** The page that begins one item earlier, as it does where places are counted and an item was added in front. */
function oneEarlier({ items, start }: PageRequest, page: Page): Page {
  const [first, next] = [start - 1, start + page.items.length - 1];
  return start === 0 ? page : { items: items.slice(first, next), next };
}

/** Forgets the cursor of a request. */
function killCursor(context: RequestContext): null {
  const { parameter = "" } = operationAt(context)?.paginated ?? {};
  context.state.cursors.delete(context.request.query.get(parameter) ?? "");
  return null;
}

/** Adds an item at the end of the list, or in front. */
const addItem =
  (isInFront: boolean) =>
  (context: RequestContext): null => {
    const { id = "", paginated = null } = operationAt(context) ?? {};
    const items = itemsOf(context.state, id);
    const neighbour = items.at(isInFront ? 0 : -1);
    const pointer = paginated?.id?.pointer ?? "";
    const name = valueAt(neighbour, pointer);
    if (neighbour !== undefined && typeof name === "string") {
      const own = name.replace(/[0-9]+$/, (digits) => String(Number(digits) + (isInFront ? -1 : 1)));
      items.splice(
        isInFront ? 0 : items.length,
        0,
        withValueAt(structuredClone(neighbour), pointer, own) as Item,
      );
    }
    return null;
  };

/** True for a page that is asked for with a cursor. */
const atLaterPage = (context: RequestContext) =>
  atList(context) && context.request.query.has(operationAt(context)?.paginated?.parameter ?? "");

const expiring =
  "Cursors may expire or become invalid (the parameters of the list); what is answered is not shown.";
const onlyNull = "Only an absent or null cursor ends a list (Card list response; iteration rule).";

/** The kinds. */
export const listWeathers: readonly Weather[] = [
  {
    id: "empty-first-page",
    title: "The first page is empty and has a cursor.",
    lawful: onlyNull,
    may: "read on, or stop with an error",
    mustNot: "take it for the end (client.list.empty-page)",
    steps: [{ name: "an empty page with a cursor", at: atList, times: 1, page: withoutItems }],
  },
  {
    id: "empty-middle-page",
    title: "The second page is empty and has a cursor.",
    lawful: onlyNull,
    may: "read on, or stop with an error",
    mustNot: "take it for the end (client.list.empty-page)",
    steps: [{ name: "an empty page with a cursor", at: atList, skip: 1, times: 1, page: withoutItems }],
  },
  {
    id: "empty-middle-pages",
    title: "Two empty pages follow the first one, and both have a cursor.",
    lawful: onlyNull,
    may: "read on, or stop with an error",
    mustNot: "take one for the end (client.list.empty-page)",
    steps: [{ name: "an empty page with a cursor", at: atList, skip: 1, times: 2, page: withoutItems }],
  },
  {
    id: "short-page",
    title: "The first two pages have fewer items than were asked for, and a cursor.",
    lawful: onlyNull,
    may: "read on, or stop with an error",
    mustNot: "take it for the end (client.list.follow)",
    steps: [{ name: "a short page with a cursor", at: atList, times: 2, page: shortened }],
  },
  {
    id: "odd-cursors",
    title:
      "Cursors hold reserved characters, thousands of them, letters of many scripts, dates, or words such as null.",
    lawful: "Cursors are opaque strings (the parameters of the list).",
    may: "encode them for the URL in any way that is valid",
    mustNot: "send another text (client.list.verbatim)",
    steps: [
      {
        name: "an odd cursor",
        at: atList,
        times: Number.POSITIVE_INFINITY,
        after: (reply, context) => renamed(oddTexts, reply, context),
      },
    ],
  },
  {
    id: "answers-in-pieces",
    title: "The body of each answer arrives in pieces, and cursors hold characters of several bytes.",
    lawful:
      "A connection is a stream of bytes, which may arrive in pieces of any size (RFC 9293, section 2.2); cursors are opaque strings.",
    may: "read each answer to its end",
    mustNot:
      "take a piece for the whole (client.list.complete), or read a piece as if it were a text (client.list.verbatim)",
    steps: [
      {
        name: "a cursor of several bytes",
        at: atList,
        times: Number.POSITIVE_INFINITY,
        after: (reply, context) => renamed(textsOfManyBytes, reply, context),
      },
    ],
    isInPieces: true,
  },
  {
    id: "page-refused",
    title: "The second page of the list is refused with 403, once.",
    lawful:
      "403 refuses a request that is understood (RFC 9110, section 15.5.4); what is refused is not shown.",
    may: "stop with an error, and begin a list anew when it is asked for again",
    mustNot: "go on later where it stopped, and call that a list (client.list.start, client.list.complete)",
    steps: [
      { name: "the page is refused", at: atLaterPage, times: 1, before: refusedWith(403, "Forbidden") },
    ],
  },
  {
    id: "cursors-die",
    title: "A cursor becomes invalid in the middle of a walk, and the next one that is sent as well.",
    lawful: expiring,
    may: "begin anew, or stop with an error",
    mustNot: "send one again and again, or call the part it has a list (client.list.dead-cursor)",
    steps: [{ name: "the cursor has become invalid", at: atLaterPage, times: 2, before: killCursor }],
  },
  ...(["400", "404", "410"] as const).map(
    (status): Weather => ({
      id: status === "400" ? "cursor-dies" : `cursor-dies-${status}`,
      title: `A cursor becomes invalid in the middle of a walk, and is answered with ${status}.`,
      lawful: expiring,
      may: "begin anew, or stop with an error",
      mustNot: "send it again and again, or call the part it has a list (client.list.dead-cursor)",
      steps: [{ name: "the cursor has become invalid", at: atList, skip: 1, times: 1, before: killCursor }],
      choices: choose(["gap.cursor.invalid", status]),
    }),
  ),
  {
    id: "list-grows",
    title: "An item is added while the list is read, and the end has null for a cursor.",
    lawful: "The list is that of the moment, and its end is absent or null (Card list response).",
    may: "report the new item, or not",
    mustNot: "lose another one (client.list.complete)",
    steps: [{ name: "an item was added", at: atList, skip: 1, times: 1, before: addItem(false) }],
    choices: choose(["gap.page.end-form", "null"]),
  },
  {
    id: "list-grows-in-front",
    title:
      "An item is added in front while the list is read, and the next page begins with one that was served before.",
    lawful:
      "The list is that of the moment, and where a cursor leads to when it has changed is not shown (the parameters of the list).",
    may: "report that item once, or as often as it was served",
    mustNot: "take it for the end, or lose another one (client.list.follow, client.list.complete)",
    steps: [
      {
        name: "an item was added in front",
        at: atLaterPage,
        times: 1,
        before: addItem(true),
        page: oneEarlier,
      },
    ],
  },
];
