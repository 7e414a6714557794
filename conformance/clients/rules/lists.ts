/** How a client reads a list (Endpoints / GET /v1/card). */
import { isDeepStrictEqual } from "node:util";
import { count } from "../../base/text.ts";
import { pagedOperation } from "../../checks/kit/paged.ts";
import type { Fact } from "../../checks/kit/verdict.ts";
import type { Seen } from "../evidence.ts";
import { broken, each, kept, type Rule } from "../rule.ts";
import { cursorOf, overlapping, type PageSeen, partsAtOnce, type View, type WorkSeen } from "../view.ts";

const how = "Let the client read the whole list, over several pages.";
const claims = "Let the program print an outcome line for a list, with the ids of its cards.";

/**
 * The parts of the task that read a list, with the pages that each of them was given: all of them, where several were
 * read at the same time and nobody can tell the walks apart.
 */
function walks({ worked, pages, lists }: View): readonly Walk[] {
  // Walks at the same time need not overlap on the wire: a client may have one connection, and a server be quick.
  const isMixed = overlapping(lists).length > 0 || partsAtOnce(worked) > 1;
  return worked.filter(isOfList).map((one) => ({
    ...one,
    isMixed,
    pages: pages.filter(({ seen }) => isMixed || one.attempts.includes(seen)),
  }));
}

function isOfList({ work }: WorkSeen): boolean {
  return pagedOperation(work.operation) !== null;
}

/** True where the client says that it has not got what was asked for, or ends so. */
function admits({ end }: View, { claim }: WorkSeen): boolean {
  return claim === null ? end !== null && end.code !== 0 : claim.result !== "ok";
}

type Walk = WorkSeen & { readonly pages: readonly PageSeen[]; readonly isMixed: boolean };

/** True where a walk reports what an earlier one, which came to the last page, was served. */
function isSameList({ pages }: Walk, { claim }: Walk): boolean {
  const served = pages.flatMap(({ items }) => items);
  return pages.some(({ next }) => next === null) && isDeepStrictEqual(claim?.items, served);
}

/** The pages whose cursor was never sent, of those that `select` selects. */
function left(view: View, { pages, isMixed }: Walk, select: (page: PageSeen) => boolean) {
  // Who has read the whole list may look at a part of it again, for example before a write.
  if (!isMixed && pages.some(({ next }) => next === null)) return [];
  const sent = new Set(view.lists.map(cursorOf));
  const isLeft = ({ next }: PageSeen) => next !== null && !sent.has(next);
  // Who had waited long enough for a page asks for it again, and is answered twice: one that is followed is enough.
  const isSpare = ({ seen }: PageSeen) => {
    const same = pages.filter((other) => cursorOf(other.seen) === cursorOf(seen) && !isLeft(other));
    return same.length >= (isMixed && cursorOf(seen) === null ? view.worked.filter(isOfList).length : 1);
  };
  return pages.filter((page) => select(page) && isLeft(page) && !isSpare(page));
}

/** Facts about cursors that have to be followed, on pages that `select` selects. */
function followed(view: View, words: string, message: string, select: (page: PageSeen) => boolean): Fact[] {
  return walks(view).flatMap((walk): Fact[] => {
    const [page] = walk.pages.filter((one) => one.next !== null && select(one));
    if (page === undefined) return [];
    const [ended] = left(view, walk, select);
    if (ended === undefined || admits(view, walk)) return [kept(words, page.seen)];
    const received = walk.claim === null ? "the walk ended there" : "the list was reported as read";
    return [
      broken({ message, expected: "the next request, with the cursor of this page", received }, ended.seen),
    ];
  });
}

const isEmpty = ({ seen, items }: PageSeen) => items.length === 0 && seen.weather.length > 0;
const mostOfDeadCursor = 10;

/** The rules. */
export const listRules: readonly Rule[] = [
  {
    id: "client.list.start",
    how,
    judge: ({ lists }) =>
      each(lists.slice(0, 1), "begun without a cursor", (first) =>
        cursorOf(first) === null
          ? null
          : {
              message: "The first request of a list has a cursor.",
              expected: "no cursor",
              received: "a cursor",
            },
      ),
  },
  {
    id: "client.list.follow",
    how: `${how} Whether it wanted the whole list is known when it is driven.`,
    judge: (view) =>
      followed(
        view,
        "read on while there was a cursor",
        "The list was left before its last page.",
        (page) => !isEmpty(page),
      ),
  },
  {
    id: "client.list.empty-page",
    how: "Drive the client: a page then is empty and has a cursor.",
    judge: (view) =>
      followed(view, "read on after an empty page", "An empty page with a cursor ended the list.", isEmpty),
  },
  {
    id: "client.list.verbatim",
    how,
    judge: ({ lists, pages }) => {
      const issued = new Set(pages.map(({ next }) => next));
      const sent = lists.filter((one) => cursorOf(one) !== null);
      return each(sent, "sent as returned", (one) => {
        const cursor = cursorOf(one) ?? "";
        const { length } = one.query.getAll(pagedOperation(one.operation)?.paginated.parameter ?? "");
        const expected = "the cursor of the page before, once";
        if (length > 1)
          return { message: "A request has more than one cursor.", expected, received: `${length} cursors` };
        if (issued.has(cursor)) return null;
        const near = [...issued].find((other) => other !== null && differsInCoding(other, cursor));
        return {
          message: "A cursor was sent that no page had returned.",
          expected: "the cursor of a page, encoded for the URL and otherwise unchanged",
          received: near === undefined ? "another text" : "the cursor, decoded or encoded otherwise",
          ...(near == null ? {} : hintOn(near, cursor)),
        };
      });
    },
  },
  {
    id: "client.list.immediate",
    how: "Let the client read the whole list twice, one after the other.",
    judge: ({ lists, pages, worked }) => {
      // Whichever of several walks ends first, the others are no walks after it.
      if (partsAtOnce(worked) > 1) return [];
      const [end] = pages.filter(({ next }) => next === null);
      if (end === undefined) return [];
      const at = lists.indexOf(end.seen);
      const before = new Set(lists.slice(0, at + 1).map(cursorOf));
      // A cursor that comes for the first time belongs to a walk that was under way beside the one that has ended.
      const later = lists
        .slice(at + 1)
        .filter((one) => one.arrived > end.seen.answered && before.has(cursorOf(one)));
      return each(later, "a new walk has no cursor of the one before", (one) =>
        cursorOf(one) === null
          ? null
          : {
              message: "A cursor of a walk that had ended was used again.",
              expected: "a list that begins without a cursor",
              received: "a cursor of the walk that had ended",
            },
      );
    },
  },
  {
    id: "client.list.limit",
    how: "Let the client ask for a number of items per page.",
    judge: ({ lists }) => {
      const limitOf = ({ query, operation }: Seen) => {
        const { pageSize = null } = pagedOperation(operation)?.paginated ?? {};
        return pageSize === null ? null : query.get(pageSize.parameter);
      };
      return each(
        lists.filter((one) => limitOf(one) !== null),
        "an integer",
        (one) =>
          /^[0-9]+$/.test(limitOf(one) ?? "")
            ? null
            : {
                message: "The number of items per page is no integer.",
                expected: "an integer",
                received: limitOf(one) ?? "",
              },
      );
    },
  },
  {
    id: "client.list.complete",
    how: claims,
    judge: (view) =>
      walks(view).flatMap((walk, index, all): Fact[] => {
        const { claim, pages } = walk;
        if (claim?.result !== "ok" || claim.items === null) return [];
        // How long a client keeps a list that it has read is for the client to decide.
        if (walk.attempts.length === 0 && all.slice(0, index).some((one) => isSameList(one, walk))) return [];
        const served = new Set(pages.flatMap(({ items }) => items));
        const lacking = [...served].filter((id) => !claim.items?.includes(id));
        const invented = claim.items.filter((id) => !served.has(id));
        const isRead = pages.some(({ next }) => next === null);
        if (lacking.length + invented.length === 0 && isRead)
          return [kept("every item that was served is reported")];
        return [
          broken(
            {
              message: "A list was reported as complete that is not.",
              expected: isRead ? count(served.size, "item") : "a walk to the last page",
              received: !isRead
                ? "the last page was never read"
                : `${count(lacking.length, "item")} missing${suchAs(lacking)}, ${invented.length} never served in this walk${suchAs(invented)}`,
            },
            ...walk.attempts,
          ),
        ];
      }),
  },
  {
    id: "client.list.no-duplicates",
    how: claims,
    judge: (view) =>
      walks(view).flatMap((walk): Fact[] => {
        const { claim, pages, attempts } = walk;
        if (claim?.result !== "ok" || claim.items === null || pages.length === 0) return [];
        const often = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length;
        const rounds = roundsOf(walk).map((round) => round.flatMap(({ items }) => items));
        const twice = claim.items.find(
          (id) => often(claim.items ?? [], id) > 1 && rounds.every((served) => often(served, id) <= 1),
        );
        return [
          twice === undefined
            ? kept("no item is reported twice")
            : broken(
                {
                  message: "An item that was served once is reported more than once.",
                  expected: "each item once",
                  received: twice,
                },
                ...attempts,
              ),
        ];
      }),
  },
  {
    id: "client.list.dead-cursor",
    how: "Drive the client: a cursor then is refused in the middle of a walk.",
    judge: (view) =>
      walks(view).flatMap((walk): Fact[] => {
        const refused = walk.attempts.filter(
          ({ condition, response }) => condition === "cursor" && response !== null,
        );
        const [first] = refused;
        if (first === undefined) return [];
        const isRead = walk.pages.some(({ next }) => next === null);
        const expected = "an error, or the list from its beginning";
        if (refused.length > mostOfDeadCursor) {
          const received = `the same cursor ${refused.length} times`;
          return [
            broken({ message: "A refused cursor was sent again and again.", expected, received }, ...refused),
          ];
        }
        if (isRead || walk.claim?.result !== "ok")
          return walk.claim === null && !isRead ? [] : [kept("not reported as complete", first)];
        return [
          broken(
            {
              message: "A walk whose cursor was refused is reported as complete.",
              expected,
              received: "a complete list",
            },
            first,
          ),
        ];
      }),
  },
];

/** The pages of each time that the list was read from its beginning, each page once. */
function roundsOf({ pages, isMixed }: Walk): readonly (readonly PageSeen[])[] {
  if (isMixed) return [pages];
  const rounds: Map<string | null, PageSeen>[] = [];
  for (const page of pages) {
    const cursor = cursorOf(page.seen);
    if (cursor === null || rounds.length === 0) rounds.push(new Map());
    rounds.at(-1)?.set(cursor, page);
  }
  return rounds.map((round) => [...round.values()]);
}

/** One of some ids, in words. */
const suchAs = ([id]: readonly string[]) => (id === undefined ? "" : ` (such as ${id})`);

/** What was done to a cursor that is a page's one in another coding, where that is plain. */
function hintOn(issued: string, sent: string): { readonly hint?: string } {
  if (sent === encodeURIComponent(issued)) return { hint: "It is percent-encoded twice; once is enough." };
  return issued.includes("+") ? { hint: "A + in a query means a space; send it as %2B." } : {};
}

/** True for two texts that are the same but for percent encoding, + and spaces. */
function differsInCoding(issued: string, sent: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/[+ ]/g, " ");
  return plain(issued) === plain(sent) || plain(plain(sent)) === plain(issued);
}
