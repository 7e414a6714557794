/** Lists that are lawful and inconvenient: empty pages, odd cursors, cursors that die, items that come and go. */
import { valueAt } from "../../../src/core/json.ts";
import { withValueAt } from "../../base/pointer.ts";
import { choose } from "../../sandbox/choices.ts";
import type { SandboxResponse } from "../../sandbox/response.ts";
import type { Page, PageRequest, RequestContext } from "../../sandbox/seams.ts";
import { type Item, itemsOf } from "../../sandbox/state.ts";
import type { Weather } from "../weather.ts";
import { atList, operationAt } from "./points.ts";

/** The page without items, and with a cursor that leads to where it began. */
function withoutItems({ items, start }: PageRequest, page: Page): Page {
  return start < items.length ? { items: [], next: start } : page;
}

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
  "007",
  '{"after": "1"}',
  `long-${"0123456789".repeat(100)}`,
  "../..?a=b",
  "%2B",
  " at its edges ",
  // Two characters that look like one, and are not the same text as that one.
  "e\u0301",
];

/** The page with another text for its cursor. */
function renamed(reply: SandboxResponse, context: RequestContext): SandboxResponse {
  const { state, count } = context;
  const pointer = operationAt(context)?.paginated?.cursor ?? "";
  const cursor = valueAt(reply.body, pointer);
  const position = typeof cursor === "string" ? state.cursors.get(cursor) : undefined;
  if (typeof cursor !== "string" || position === undefined) return reply;
  const odd = oddTexts[(count - 1) % oddTexts.length] ?? "";
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

/** Forgets the cursor of a request. */
function killCursor(context: RequestContext): null {
  const { parameter = "" } = operationAt(context)?.paginated ?? {};
  context.state.cursors.delete(context.request.query.get(parameter) ?? "");
  return null;
}

/** Adds an item at the end of the list. */
function addItem(context: RequestContext): null {
  const { id = "", paginated = null } = operationAt(context) ?? {};
  const items = itemsOf(context.state, id);
  const last = items.at(-1);
  const pointer = paginated?.id?.pointer ?? "";
  const name = valueAt(last, pointer);
  if (last !== undefined && typeof name === "string") {
    const next = name.replace(/[0-9]+$/, (digits) => String(Number(digits) + 1));
    items.push(withValueAt(structuredClone(last), pointer, next) as Item);
  }
  return null;
}

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
    title: "The second page has fewer items than were asked for, and a cursor.",
    lawful: onlyNull,
    may: "read on, or stop with an error",
    mustNot: "take it for the end (client.list.follow)",
    steps: [{ name: "a short page with a cursor", at: atList, skip: 1, times: 1, page: shortened }],
  },
  {
    id: "odd-cursors",
    title: "Cursors hold reserved characters, a thousand of them, or words such as null.",
    lawful: "Cursors are opaque strings (the parameters of the list).",
    may: "encode them for the URL in any way that is valid",
    mustNot: "send another text (client.list.verbatim)",
    steps: [{ name: "an odd cursor", at: atList, times: Number.POSITIVE_INFINITY, after: renamed }],
  },
  {
    id: "cursor-dies",
    title: "A cursor becomes invalid in the middle of a walk.",
    lawful:
      "Cursors may expire or become invalid (the parameters of the list); what is answered is not shown.",
    may: "begin anew, or stop with an error",
    mustNot: "send it again and again, or call the part it has a list (client.list.dead-cursor)",
    steps: [{ name: "the cursor has become invalid", at: atList, skip: 1, times: 1, before: killCursor }],
  },
  {
    id: "list-grows",
    title: "An item is added while the list is read, and the end has null for a cursor.",
    lawful: "The list is that of the moment, and its end is absent or null (Card list response).",
    may: "report the new item, or not",
    mustNot: "lose another one (client.list.complete)",
    steps: [{ name: "an item was added", at: atList, skip: 1, times: 1, before: addItem }],
    choices: choose(["gap.page.end-form", "null"]),
  },
];
