import { operations } from "../../generated/operations.ts";
import { withValueAt } from "../base/pointer.ts";
import { accessProblem } from "./access.ts";
import { refuse } from "./refuse.ts";
import { json, type SandboxResponse } from "./response.ts";
import type { RequestContext } from "./seams.ts";
import { issueCursor } from "./state.ts";

const { items: itemsAt, cursor: cursorAt, parameter, pageSize } = operations.listCards.paginated;
/** Below the number of seeded cards, so that a cap can be seen. */
const cappedLimit = 20;
const cursorLifetimeMs = 600_000;

/** GET /v1/card: one page of the list. */
export function list(context: RequestContext): SandboxResponse {
  const { seams, choices, state, now } = context;
  const { query } = context.request;
  const cursor = query.get(parameter);
  const position = cursor === null ? undefined : state.cursors.get(cursor);
  context.page = position?.page ?? 1;

  const problem = accessProblem(context);
  if (problem !== null) return refuse(context, problem.condition, problem.message);

  const text = query.get(pageSize.parameter);
  const isValid = text !== null && /^[0-9]{1,9}$/.test(text) && Number(text) > 0;
  if (text !== null && !isValid && choices.get("gap.limit.invalid") !== "default") {
    return refuse(context, "limit", "The limit is not a positive integer.");
  }
  const asked = isValid ? Number(text) : null;
  const maximum = choices.get("gap.limit.maximum");
  if (asked !== null && asked > cappedLimit && maximum === "refused") {
    return refuse(context, "limit", `The limit is larger than ${cappedLimit}.`);
  }
  const remembered = choices.get("gap.cursor.limit-omitted") === "remembered" ? position?.limit : undefined;
  const wanted = asked ?? remembered ?? pageSize.default;
  const limit = maximum === "capped" ? Math.min(wanted, cappedLimit) : wanted;

  let start = 0;
  if (cursor !== null) {
    const spent = position?.used === true && choices.get("gap.cursor.reuse") === "single-use";
    const expired = position !== undefined && now > position.issuedAt + cursorLifetimeMs;
    if (position === undefined || spent || expired) {
      const answer = choices.get("gap.cursor.invalid");
      if (answer === "empty-page") return lastPage(context, []);
      if (answer !== "first-page") {
        return refuse(context, "cursor", cursorProblem(context, cursor, spent, expired));
      }
    } else {
      position.used = true;
      start = state.cards.findIndex((card) => card.id === position.after) + 1;
    }
  }

  const { items, next } = seams.page({ cards: state.cards, start, limit, asked }, context);
  if (next === null) return lastPage(context, items);
  const after = state.cards[next - 1]?.id ?? "";
  const page = context.page + 1;
  const value = issueCursor(state, { after, limit, page, issuedAt: now, used: false });
  return json(200, withValueAt(withValueAt({}, itemsAt, items), cursorAt, value));
}

function cursorProblem({ state }: RequestContext, cursor: string, spent: boolean, expired: boolean): string {
  if (spent) return "The cursor has been used, and works once (gap.cursor.reuse).";
  if (expired) return `The cursor has expired; it lives ${cursorLifetimeMs / 60_000} minutes.`;
  // An unencoded plus sign in a query means a space.
  return state.cursors.has(cursor.replaceAll(" ", "+"))
    ? "The cursor is not percent-encoded in the query."
    : `The cursor is none that was given; take ${cursorAt.slice(1)} as it is.`;
}

function lastPage({ choices }: RequestContext, cards: readonly unknown[]): SandboxResponse {
  const page = withValueAt({}, itemsAt, cards);
  return json(200, choices.get("gap.page.end-form") === "null" ? withValueAt(page, cursorAt, null) : page);
}
