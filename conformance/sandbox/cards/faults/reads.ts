/** Faults of the list of cards that break a rule of its own. */
import { listCards } from "../../../base/cards/index.ts";
import { breaks, catalogue, type Fault, faultsWhen } from "../../faults/fault.ts";
import { bareItems, sizedByDefault } from "../../faults/pages.ts";
import { everyFifth, only, withHeader } from "../../faults/when.ts";
import { pageOf, type RequestContext } from "../../seams.ts";
import { fingerprint, type Item, type State } from "../../state.ts";

/** The items of each server as they were when they were first read, by item. */
const copies = new WeakMap<State, ReadonlyMap<Item, Item>>();

function copiesOf({ state }: RequestContext, items: readonly Item[]): ReadonlyMap<Item, Item> {
  const known = copies.get(state) ?? new Map(items.map((item) => [item, structuredClone(item)]));
  copies.set(state, known);
  return known;
}

/** How many writes each server had taken when its items were last read. */
const writesRead = new WeakMap<State, number>();

function isFirstAfterWrite({ state }: RequestContext): boolean {
  const before = writesRead.get(state) ?? 0;
  writesRead.set(state, state.writes.size);
  return state.writes.size > before;
}

function tagWithoutLimits(body: unknown): string {
  const others = JSON.stringify(body, (name, value: unknown) => (name === "limits" ? undefined : value));
  return `"${fingerprint(others ?? "")}"`;
}

const fault = faultsWhen(only("listCards"));
const { items, pageSize } = listCards.paginated;

/** Faults of the number of cards without a limit, where the description has one. */
const sizeFaults = (usual: number) => [
  breaks("list.limit.default"),
  fault("page.default-twenty", `sends ${2 * usual} cards without a limit`, {
    page: sizedByDefault(2 * usual),
  }),
  breaks("list.limit.default", "list.page-size"),
  fault("page.default-twenty-for-any", `sends ${2 * usual} cards without a limit to whom takes any type`, {
    // Walks show it as well where they are drawn in other spellings.
    mayFail: ["list.limit.default"],
    when: withHeader("accept", (accept) => accept === "*/*"),
    page: sizedByDefault(2 * usual),
  }),
  breaks("limits.page-size", "list.limit.default"),
  fault("page.default-nine", `sends ${usual - 1} cards without a limit`, {
    page: sizedByDefault(usual - 1),
  }),
];

/** Faults of the list of cards. */
export const readFaults: readonly Fault[] = catalogue(
  ...(pageSize === null ? [] : sizeFaults(pageSize.default)),
  breaks("service.limits.change", "write.stays"),
  fault("page.stale-copy", "every fifth list comes from a copy of the cards that no write reaches", {
    page: (request, context) => {
      const copy = copiesOf(context, request.items);
      const isStale = everyFifth(context);
      return pageOf({ ...request, items: request.items.map((item) => (isStale && copy.get(item)) || item) });
    },
  }),
  breaks("list.iteration.once", "page.distinct"),
  fault("page.old-version", "sends the last card once more at the end, once something has been written", {
    // The last page is one longer than was asked for where it is full.
    mayFail: ["list.page-size"],
    page: (request, context) => {
      const { items, next } = pageOf(request);
      const isPastWrites = context.state.writes.size > 0 && next === null;
      return { items: isPastWrites ? [...items, ...items.slice(-1)] : items, next };
    },
  }),
  breaks("page.next-cursor.more", "page.last"),
  fault("page.ends-after-write", "ends the list with half a page in the first request after a write", {
    page: (request, context) => {
      const { items, next } = pageOf(request);
      return isFirstAfterWrite(context)
        ? { items: items.slice(0, Math.ceil(items.length / 2)), next: null }
        : { items, next };
    },
  }),
  breaks("list.iteration.once", "page.whole"),
  fault("page.leaves-out-after-write", "leaves the second card out in the first request after a write", {
    page: (request, context) => {
      const { items } = request;
      const isShort = isFirstAfterWrite(context);
      return pageOf({ ...request, items: isShort ? items.filter((_, index) => index !== 1) : items });
    },
  }),
  breaks("list.request", "list.entity-tag"),
  fault("list.tag-without-limits", "sends an ETag into which no limits go", {
    reply: (reply) => ({ ...reply, headers: { ...reply.headers, etag: tagWithoutLimits(reply.body) } }),
  }),
  breaks("service.cards.pages", "list.request", "page.complete"),
  fault("list.bare-array", "sends the cards as a bare array, without pages", { reply: bareItems(items) }),
);
