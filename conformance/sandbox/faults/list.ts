/** Faults of paging: page sizes, cursors, and walks through the pages. */
import { operations } from "../../../generated/operations.ts";
import { json } from "../response.ts";
import { type PageRequest, pageOf, type Seams } from "../seams.ts";
import { remove } from "./changes.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "./fault.ts";
import { fromThirdPage, only } from "./when.ts";

const fault = faultsWhen(only("listCards"));
const defaultSize = operations.listCards.paginated.pageSize.default;

/** Returns the page of a different request. */
const pageFor =
  (change: (request: PageRequest) => Partial<PageRequest>): Seams["page"] =>
  (request) =>
    pageOf({ ...request, ...change(request) });

/** Pages of a size other than the given limit. */
const sized = (size: (limit: number) => number) =>
  pageFor(({ asked }) => ({ limit: asked === null ? defaultSize : size(asked) }));

/** Pages of this size when no limit is given. */
const sizedByDefault = (size: number) => pageFor(({ asked }) => (asked === null ? { limit: size } : {}));

/** Pages other than the first. */
const laterPage = (change: (request: PageRequest) => Partial<PageRequest>) =>
  pageFor((request) => (request.start === 0 ? {} : change(request)));

/** Faults of paging: page sizes, cursors, and walks through the pages. */
export const listFaults: readonly Fault[] = catalogue(
  breaks("list.limit", "list.limit", "list.limit.exact"),
  fault("page.limit-ignored", "ignores limit", { page: sized(() => defaultSize) }),
  fault("page.one-too-many", "sends one card more than the limit", { page: sized((limit) => limit + 1) }),
  breaks("list.limit.exact"),
  fault("page.one-too-few", "sends one card fewer than the limit, where it is above one", {
    page: sized((limit) => Math.max(1, limit - 1)),
  }),
  fault("page.limit-capped-at-two", "never sends more than two cards for a limit", {
    page: sized((limit) => Math.min(2, limit)),
  }),
  breaks("list.limit", "list.limit", "list.limit.exact"),
  fault("page.limit-dropped-later", "honours limit on the first page only", {
    when: ({ page }) => page > 1,
    page: sized(() => defaultSize),
  }),
  breaks("list.limit.default"),
  fault("page.default-twenty", "sends 20 cards without a limit", { page: sizedByDefault(20) }),
  breaks("limits.page-size", "list.limit.default"),
  fault("page.default-nine", "sends 9 cards without a limit", { page: sizedByDefault(9) }),
  breaks("list.iteration.once", "list.iteration.once", "list.limit.exact", "list.limit.default"),
  fault("page.loses-last", "loses the last card of each page that is followed by another", {
    page: (request) => {
      const { items, next } = pageOf(request);
      return { items: next === null || items.length < 2 ? items : items.slice(0, -1), next };
    },
  }),
  breaks("list.iteration.once", "list.iteration.once", "page.next-cursor.more"),
  fault("page.skips-one", "skips a card between pages", {
    page: laterPage(({ start }) => ({ start: start + 1 })),
  }),
  breaks("list.iteration.once", "list.iteration.once", "list.iteration", "list.cursor"),
  fault("page.repeats-one", "repeats the last card of the page before", {
    page: laterPage(({ start }) => ({ start: start - 1 })),
  }),
  breaks("list.iteration.once", "list.iteration.once", "list.cursor"),
  fault("page.repeats-third", "sends the second page again as the third", {
    when: ({ page }) => page === 3,
    page: (request) => {
      const { items } = pageOf({ ...request, start: Math.max(0, request.start - request.limit) });
      return { items, next: pageOf(request).next };
    },
  }),
  fault("page.reorders", "sorts the list the other way round from the second page on", {
    page: laterPage(({ cards }) => ({ cards: [...cards].reverse() })),
  }),
  breaks("list.cursor", "list.cursor", "list.iteration", "list.iteration.once"),
  fault("page.cursor-ignored", "always sends the first page", { page: pageFor(() => ({ start: 0 })) }),
  breaks("list.iteration", "list.iteration", "list.limit.exact", "list.limit.default"),
  fault("page.never-ends", "starts again after the last page", {
    page: (request) => {
      const { items, next } = pageOf(request);
      return { items, next: next ?? request.cards.length };
    },
  }),
  breaks("list.iteration", "list.iteration", "list.cursor", "list.iteration.once"),
  fault("page.same-cursor", "sends the same nextCursor with every page", {
    edits: (body, { state }) => {
      const position = state.cursors.get(String(body.nextCursor));
      if (position === undefined) return;
      // Always the position after the first page: the cursor does not advance.
      if (position.page === 2) state.cursors.set("the-same-cursor", position);
      body.nextCursor = "the-same-cursor";
    },
  }),
  breaks("page.next-cursor.more", "page.next-cursor.more", "list.iteration.once"),
  fault("page.ends-early", "leaves out nextCursor on the third page", {
    when: fromThirdPage,
    edits: remove("nextCursor"),
  }),
  fault("page.ends-at-once", "never sends a nextCursor", { edits: remove("nextCursor") }),
  breaks("page.next-cursor.more"),
  fault("page.empty-last", "sends a nextCursor with the last card, to an empty page", {
    page: (request) => {
      const { items, next } = pageOf(request);
      return { items, next: next ?? (items.length > 0 ? request.cards.length : null) };
    },
  }),
  breaks("list.cursor.immediate", "list.cursor"),
  fault("page.cursor-refused", "refuses the cursor of the third page", {
    when: ({ page }) => page === 3,
    reply: () => json(400, { message: "The cursor has expired.", type: "InvalidRequest" }),
  }),
);
