/** Faults of cursors and of walks through the pages. */
import { requirements } from "../../../generated/requirements.ts";
import { valueAt } from "../../../src/core/json.ts";
import { refuse } from "../refuse.ts";
import { type PageRequest, pageOf } from "../seams.ts";
import type { State } from "../state.ts";
import { fill, remove, set } from "./changes.ts";
import { breaks, catalogue, type Fault, type Heading, type Row } from "./fault.ts";
import { paginated } from "./operations.ts";
import { faultsOfPaged, type PagedFaults } from "./paged.ts";
import { pageFor } from "./pages.ts";
import { fromThirdPage, type When } from "./when.ts";

/** Pages other than the first. */
const laterPage = (change: (request: PageRequest) => Partial<PageRequest>) =>
  pageFor((request) => (request.start === 0 ? {} : change(request)));

/** The cursors that came to a server. */
const seen = new WeakMap<State, Set<string>>();

/** Every fifth cursor, when it comes for the first time. */
const isUnknownAtFirst =
  (parameter: string): When =>
  ({ state, request }) => {
    const cursor = request.query.get(parameter);
    const before = seen.get(state) ?? new Set();
    seen.set(state, before);
    if (cursor === null || before.has(cursor)) return false;
    return before.add(cursor).size % 5 === 0;
  };

/** What is noticed where no page ever leads on. */
const endless = ["list.iteration", "list.cursor"];

function isForMore(operation: string): boolean {
  const rule = requirements.find(({ id }) => (id as string) === "page.next-cursor.more");
  return rule?.operations.includes(operation) === true;
}

function walks({ pages, operation, checks, fault }: PagedFaults): (Heading | Row)[] {
  const sizes = pages.pageSize === null ? [] : ["list.limit.exact", "list.limit.default"];
  const cursor = pages.cursor.split("/").at(-1) ?? "";
  return [
    // Where all pages have one size, nothing shows what they should hold.
    breaks(pages.pageSize === null ? "" : "list.iteration.once", ...checks("list.iteration.once", ...sizes)),
    fault("page.loses-last", "loses the last item of each page that is followed by another", {
      page: (request) => {
        const { items, next } = pageOf(request);
        return { items: next === null || items.length < 2 ? items : items.slice(0, -1), next };
      },
    }),
    breaks(
      pages.pageSize === null ? "" : "list.iteration.once",
      ...checks("list.iteration.once", "page.next-cursor.more"),
    ),
    fault("page.skips-one", "skips an item between pages", {
      page: laterPage(({ start }) => ({ start: start + 1 })),
    }),
    // A page of one item is then sent again and again; not every list has such pages.
    breaks(
      "list.iteration.once",
      ...checks("list.iteration.once", ...(pages.pageSize === null ? [] : endless)),
    ),
    fault("page.repeats-one", "repeats the last item of the page before", {
      page: laterPage(({ start }) => ({ start: start - 1 })),
    }),
    breaks("list.iteration.once", ...checks("list.iteration.once", "list.cursor", "page.last")),
    fault("page.repeats-third", "sends the second page again as the third", {
      when: ({ page }) => page === 3,
      page: (request) => {
        const { items } = pageOf({ ...request, start: Math.max(0, request.start - request.limit) });
        return { items, next: pageOf(request).next };
      },
    }),
    breaks("list.iteration.once", ...checks("list.iteration.once", "list.cursor")),
    breaks("list.iteration.once", ...checks("list.iteration.once")),
    fault("page.reorders", "sorts the list the other way round from the second page on", {
      page: laterPage(({ items }) => ({ items: [...items].reverse() })),
      // Of a list of some lengths, each page has something new all the same.
      mayFail: checks("list.cursor"),
    }),
    breaks("list.cursor", ...checks("list.cursor", "list.iteration", "list.iteration.once")),
    fault("page.cursor-ignored", "always sends the first page", { page: pageFor(() => ({ start: 0 })) }),
    breaks("list.iteration", ...checks("list.iteration", ...sizes)),
    fault("page.never-ends", "starts again after the last page", {
      page: (request) => {
        const { items, next } = pageOf(request);
        return { items, next: next ?? request.items.length };
      },
    }),
    breaks("list.iteration", ...checks("list.iteration", "list.cursor", "list.iteration.once")),
    fault("page.same-cursor", `sends the same ${cursor} with every page`, {
      edits: (body, context) => {
        const { cursors } = context.state;
        const position = cursors.get(String(valueAt(body, pages.cursor)));
        if (position === undefined) return;
        // Always the position after the first page: the cursor does not advance.
        if (position.page === 2) cursors.set("the-same-cursor", position);
        set(pages.cursor, "the-same-cursor")(body, context);
      },
    }),
    // Where all pages have one size, every walk ends at the same place, and nothing shows that there is more.
    breaks(
      pages.pageSize === null ? "" : "page.next-cursor.more",
      ...checks("page.next-cursor.more", "list.iteration.once", "page.last"),
    ),
    fault("page.ends-early", `leaves out ${cursor} on the third page`, {
      when: fromThirdPage,
      edits: remove(pages.cursor),
    }),
    fault("page.ends-at-once", `never sends a ${cursor}`, { edits: remove(pages.cursor) }),
    // Of a list of which nothing says that a cursor is for more alone, the last page may be empty.
    breaks(isForMore(operation) ? "page.next-cursor.more" : "", ...checks("page.next-cursor.more")),
    fault("page.empty-last", `sends a ${cursor} with the last item, to an empty page`, {
      page: (request) => {
        const { items, next } = pageOf(request);
        return { items, next: next ?? (items.length > 0 ? request.items.length : null) };
      },
    }),
    breaks("page.next-cursor.more", ...checks("page.next-cursor.more", "list.cursor", ...sizes)),
    fault("page.empty-end", `sends an empty ${cursor} on the last page`, { edits: fill(pages.cursor, "") }),
    breaks("list.cursor", ...checks("list.cursor.known")),
    fault("page.cursor-known-elsewhere", `refuses every fifth ${cursor}, and takes it when it comes again`, {
      when: isUnknownAtFirst(pages.parameter),
      reply: (_, context) => refuse(context, "cursor", "The cursor is not known here."),
      mayFail: [...checks("list.cursor"), "spelling.list"],
    }),
    breaks(pages.pageSize === null ? "" : "list.cursor", ...checks("list.cursor.place")),
    fault(
      "page.cursor-counts-pages",
      `takes a ${cursor} for the number of a page, of the size that is asked for with it`,
      {
        page: (request, { page }) => pageOf({ ...request, start: (page - 1) * request.limit }),
      },
    ),
    breaks("list.cursor.immediate", ...checks("list.cursor")),
    fault("page.cursor-refused", "refuses the cursor of the third page", {
      when: ({ page }) => page === 3,
      reply: (_, context) => refuse(context, "cursor", "The cursor has expired."),
    }),
  ];
}

/** Faults of cursors and of walks through the pages. */
export const listFaults: readonly Fault[] = catalogue(...paginated.map(faultsOfPaged).flatMap(walks));
