import { accessProblem } from "./access.ts";
import { refuse } from "./refuse.ts";
import { json, type Reply } from "./reply.ts";
import type { RequestContext } from "./seams.ts";
import type { Service } from "./service.ts";
import { issueCursor, type State } from "./state.ts";

const defaultLimit = 10;
/** Below the number of seeded cards, so that a cap can be seen. */
const cappedLimit = 20;
const cursorLifetimeMs = 600_000;

/** GET /v1/card: one page of the list. */
export function list(service: Service, context: RequestContext): Reply {
  const { seams, choices, state } = service;
  const { query } = context.request;
  const cursor = query.get("cursor");
  const position = cursor === null ? undefined : state.cursors.get(cursor);
  context.page = position?.page ?? 1;

  const problem = accessProblem(service, context, "listCards");
  if (problem !== null) return refuse(service, problem);

  let asked: number | null = null;
  const text = query.get("limit");
  if (text !== null) {
    if (/^[0-9]{1,9}$/.test(text) && Number(text) > 0) asked = Number(text);
    else if (choices.get("gap.limit.invalid") !== "default") {
      return refuse(service, { condition: "limit", message: "The limit is not a positive integer." });
    }
  }
  const maximum = choices.get("gap.limit.maximum");
  if (asked !== null && asked > cappedLimit && maximum === "refused") {
    return refuse(service, { condition: "limit", message: `The limit is larger than ${cappedLimit}.` });
  }
  const remembered = choices.get("gap.cursor.limit-omitted") === "remembered" ? position?.limit : undefined;
  const wanted = asked ?? remembered ?? defaultLimit;
  const limit = maximum === "capped" ? Math.min(wanted, cappedLimit) : wanted;

  let start = 0;
  if (cursor !== null) {
    const spent = position?.used === true && choices.get("gap.cursor.reuse") === "single-use";
    const expired = position !== undefined && context.now > position.issuedAt + cursorLifetimeMs;
    if (position === undefined || spent || expired) {
      const answer = choices.get("gap.cursor.invalid");
      if (answer === "empty-page") return json(200, ended(service, []));
      if (answer !== "first-page") {
        const message = cursorProblem(state, cursor, spent, expired);
        return refuse(service, { condition: "cursor", message });
      }
    } else {
      position.used = true;
      start = state.cards.findIndex((card) => card.id === position.after) + 1;
    }
  }

  const page = seams.page({ cards: state.cards, start, limit, asked }, context);
  if (page.next === null) return json(200, ended(service, page.items));
  const nextCursor = issueCursor(state, {
    after: state.cards[page.next - 1]?.id ?? "",
    limit,
    page: context.page + 1,
    issuedAt: context.now,
    used: false,
  });
  return json(200, { cards: page.items, nextCursor });
}

function cursorProblem({ cursors }: State, cursor: string, spent: boolean, expired: boolean): string {
  if (spent) return "The cursor has been used, and works once (gap.cursor.reuse).";
  if (expired) return `The cursor has expired; it lives ${cursorLifetimeMs / 60_000} minutes.`;
  // A plus sign that is sent as it is means a space in a query.
  return cursors.has(cursor.replaceAll(" ", "+"))
    ? "The cursor is not percent-encoded in the query."
    : "The cursor is none that was given; take nextCursor as it is.";
}

function ended({ choices }: Service, items: readonly unknown[]) {
  return choices.get("gap.page.end-form") === "null" ? { cards: items, nextCursor: null } : { cards: items };
}
