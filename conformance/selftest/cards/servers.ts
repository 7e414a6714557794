/** How a conforming server can differ: responses, clock, speed, business rules. */

import { operations } from "../../../generated/operations.ts";
import { valueAt } from "../../../src/core/json.ts";
import { isObject } from "../../base/shape.ts";
import { type makeCards, objectIn } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { type Choices, choose } from "../../sandbox/choices.ts";
import { hasStatedStatus } from "../../sandbox/conditions.ts";
import type { RequestContext, Seams } from "../../sandbox/seams.ts";
import { notNow } from "../../wire/exchange.ts";
import { isWrite } from "../../wire/is-write.ts";
import type { ProofOptions } from "../in-memory.ts";
import { beforeEach, refusing, replacing, taking } from "../variation.ts";

/** Changes responses before they are sent. */
export const replies = (reply: Seams["reply"]): ProofOptions => replacing({ reply });

/** A JSON value with unknown fields added to every object in it. */
export function withExtraFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtraFields);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withExtraFields(field)]);
  return { ...Object.fromEntries(fields), futureField: { added: "later" }, another: null };
}

/** Answers have the members of objects in the opposite order: what is written as it was read comes in another one. */
export function turnedRound(): ProofOptions {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, field]) => [name, turned(field)] as const);
    return Object.fromEntries(members.reverse());
  };
  const { sandbox } = replies((reply) => ({ ...reply, body: turned(reply.body) }));
  return { sandbox: { ...sandbox, choices: choose(["gap.approval-based.type", "object"]) } };
}

/** Cards, their holders and their limits have extra fields whose values change every time. */
export function movingFields(): ProofOptions {
  let version = 0;
  return replies((reply, { operation }) => {
    if (operation !== "listCards" || !isObject(reply.body) || !Array.isArray(reply.body.cards)) return reply;
    const cards = (reply.body.cards as ReturnType<typeof makeCards>).map((card) => {
      version += 1;
      const updatedAt = version;
      const cardHolder = { ...card.cardHolder, updatedAt };
      return { ...card, updatedAt, cardHolder, limits: { ...card.limits, updatedAt, usedToday: version } };
    });
    return { ...reply, body: { ...reply.body, cards } };
  });
}

/** Uses this status for every refusal whose status is not specified. */
export function refusedWith(status: number): ProofOptions {
  return replies((reply, { operation }) => {
    const isStated = reply.problem !== undefined && hasStatedStatus(reply.problem.condition);
    // What is put off is not refused.
    const isRefusal = reply.status >= 400 && !notNow.includes(reply.status) && !isStated;
    return isRefusal && operation !== null ? { ...reply, status } : reply;
  });
}

/** A business rule about the daily limit that is not in the specification. */
export function businessRule(isAllowed: (daily: number) => boolean): ProofOptions {
  return refusing(({ operation, request }) => {
    if (!isWrite(operation)) return false;
    const { daily } = objectIn(request.body);
    return daily !== undefined && !isAllowed(daily);
  });
}

/** Refuses further writes after some have been carried out, except writes of the initial value. */
export function afterSome(most: number): ProofOptions {
  return refusing(
    ({ operation, request, state }) =>
      isWrite(operation) && state.writes.size >= most && !request.body.includes("1500"),
  );
}

/** Returns an unrelated status for some requests: every eleventh one, or only the one with this number. */
export function nowAndThen(status: number, kind: "read" | "write", once?: number): ProofOptions {
  let count = 0;
  return refusing(({ operation }) => {
    if (kind === "read" ? operation !== "listCards" : !isWrite(operation)) return false;
    count += 1;
    return once === undefined ? count % 11 === 0 : count === once;
  }, status);
}

/** Accepted writes take effect only after some virtual time has passed; each request takes a little of it. */
export function late(delayMs: number, choices = choose()): ProofOptions {
  const pending: { at: number; apply: () => void }[] = [];
  const seams: Partial<Seams> = {
    intercept: ({ now }) => {
      while (pending[0] !== undefined && pending[0].at <= now) pending.shift()?.apply();
      return null;
    },
    apply: (change, { now }) => {
      pending.push({ at: now + delayMs, apply: () => applyChange(change) });
    },
  };
  return taking(20, { choices, faults: [seams] });
}

/** Cursors expire five seconds after they were issued; each request takes 300 ms. */
export function shortCursors(): ProofOptions {
  const ending = beforeEach(({ state, now }) => {
    for (const [cursor, { issuedAt }] of state.cursors) {
      if (now > issuedAt + 5000) state.cursors.delete(cursor);
    }
  });
  return taking(300, ending.sandbox);
}

/** A cursor serves nothing but what it came with: the same token, or the same size of pages. */
export function boundCursors(to: (request: RequestContext["request"]) => string | null): ProofOptions {
  const { parameter } = operations.listCards.paginated;
  const boundTo = new Map<string, string | null>();
  return replacing({
    intercept: ({ request, state }) => {
      const cursor = request.query.get(parameter);
      if (cursor !== null && boundTo.get(cursor) !== to(request)) state.cursors.delete(cursor);
      return null;
    },
    reply: (reply, { request }) => {
      const next = valueAt(reply.body, operations.listCards.paginated.cursor);
      if (typeof next === "string") boundTo.set(next, to(request));
      return reply;
    },
  });
}

/** Only the cursor that was given last to a token is any. */
export function newestCursors(): ProofOptions {
  const newest = new Map<string, string>();
  const tokenOf = ({ headers }: RequestContext["request"]) => headers.get("authorization") ?? "";
  return replacing({
    reply: (reply, { request, state }) => {
      const next = valueAt(reply.body, operations.listCards.paginated.cursor);
      if (typeof next !== "string") return reply;
      state.cursors.delete(newest.get(tokenOf(request)) ?? "");
      newest.set(tokenOf(request), next);
      return reply;
    },
  });
}

/** Every seventh request of a method is carried out, but its response is lost with the connection. */
export function lostAnswers(choices: Choices, method: string): ProofOptions {
  let count = 0;
  return {
    sandbox: { choices },
    wrap: async (request, next) => {
      const response = await next(request);
      if (request.method === method) count += 1;
      if (request.method !== method || count % 7 !== 0) return response;
      throw Object.assign(new Error("the connection was reset"), { code: "ECONNRESET" });
    },
  };
}

/** No response has a Date header. */
export function withoutDate(): ProofOptions {
  return {
    wrap: async (request, next) => {
      const response = await next(request);
      response.headers.delete("date");
      return response;
    },
  };
}
