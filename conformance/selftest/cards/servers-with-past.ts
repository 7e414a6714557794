/** What servers are made of whose answer depends on the writes before it. */
import { setTimeout } from "node:timers/promises";
import { api } from "../../../generated/operations.ts";
import { type Card, cardIn, cardsOf, objectIn } from "../../sandbox/cards/index.ts";
import { applyChange } from "../../sandbox/change.ts";
import { type RequestContext, type Seams, specified } from "../../sandbox/seams.ts";
import { isWrite } from "../../wire/is-write.ts";
import type { ProofOptions } from "../in-memory.ts";
import { replacing } from "../variation.ts";

/** The idempotency key of a request; "" for none. */
export const keyOf = ({ request }: RequestContext) => request.headers.get(api.headers.idempotencyKey) ?? "";
/** The card in the path of a write. */
export const cardAt = ({ request, state }: RequestContext) =>
  cardsOf(state).find(({ id }) => decodeURIComponent(request.path).includes(`/${id}/`)) as Card;
/** The daily limit that a write asks for. */
export const dailyOf = ({ request }: RequestContext) => objectIn(request.body).daily ?? Number.NaN;
/** True if the key was used before. */
export const isRepeated = (context: RequestContext) => context.state.writes.has(keyOf(context));

/** True if the key was used for a write of another value. */
export function isOtherBody(context: RequestContext): boolean {
  const reply = context.state.writes.get(keyOf(context))?.reply;
  return reply !== undefined && !JSON.stringify(reply.body).includes(`"daily":${dailyOf(context)},`);
}

/** A server that notes the daily limit before each write, and how many requests have been refused since. */
export function withPast(
  seams: (past: { daily: number; last: string | null; refused: number }) => Partial<Seams>,
): () => ProofOptions {
  return () => {
    const past = { daily: 0, last: null as string | null, refused: 0 };
    const { reply = specified.reply, apply = applyChange, ...others } = seams(past);
    return replacing({
      ...others,
      apply: (change, context) => {
        const before = cardIn(change).limits.daily;
        apply(change, context);
        Object.assign(past, { daily: before, last: context.operation, refused: 0 });
      },
      reply: (answer, context) => {
        if (isWrite(context.operation) && answer.status >= 400) past.refused += 1;
        return reply(answer, context);
      },
    });
  };
}

/** A server that honours a key only at times. */
export const honouring = (honours: Seams["honoursIdempotencyKey"]) => () =>
  replacing({ honoursIdempotencyKey: honours });
/** The checks of both writes. */
export const both = (...ids: string[]) => ids.flatMap((id) => [`${id}.patch`, `${id}.put`]);

type Limits = Card["limits"];

/** A server that changes the limits of a card once more after each write, knowing what they were. */
export const alsoChanging = (also: (limits: Limits, before: Limits, context: RequestContext) => void) => () =>
  replacing({
    apply: (change, context) => {
      const before = { ...cardIn(change).limits };
      applyChange(change);
      also(cardIn(change).limits, before, context);
    },
  });

/** A server that carries a write out with another amount than it says. */
export const storing = (stored: (daily: number, before: number) => number) =>
  alsoChanging((limits, before) => {
    limits.daily = stored(limits.daily, before.daily);
  });

/** Two patches that are on their way together begin with the same limits, and the later one writes all of them. */
export function losesUpdates(): ProofOptions {
  let read: Card["limits"] | null = null;
  const server = replacing({
    apply: (change, { beside, operation }) => {
      const before = { ...cardIn(change).limits };
      if (operation === "updateCardLimits" && read !== null) Object.assign(cardIn(change).limits, read);
      applyChange(change);
      read = beside > 0 && read === null ? before : null;
    },
  });
  return { ...server, run: { concurrency: 8 } };
}

/** Of two replacements at the same time, what is there then has a limit of each. */
export function mixesReplacements(): ProofOptions {
  let underWay = 0;
  let first: Card["limits"] | null = null;
  const server = replacing({
    apply: (change, { operation }) => {
      applyChange(change);
      if (operation !== "replaceCardLimits") return;
      const { limits } = cardIn(change);
      if (first !== null) limits.monthly = first.monthly;
      else if (underWay > 1) first = { ...limits };
    },
  });
  return {
    ...server,
    run: { concurrency: 8 },
    wrap: async (request, next) => {
      if (request.method !== "PUT") return next(request);
      underWay += 1;
      await setTimeout(2);
      const response = await next(request);
      underWay -= 1;
      if (underWay === 0) first = null;
      return response;
    },
  };
}

/** A repetition is put into a queue, which is worked through 1.5 seconds later. */
export function repeatsLater(): ProofOptions {
  const queue: { readonly at: number; readonly card: Card; readonly daily: number }[] = [];
  return replacing({
    honoursIdempotencyKey: (_, context) => {
      queue.push({ at: context.now + 1500, card: cardAt(context), daily: dailyOf(context) });
      return true;
    },
    intercept: ({ now }) => {
      const due = queue.filter(({ at }) => at <= now);
      for (const { card, daily } of due) card.limits.daily = daily;
      queue.splice(0, due.length);
      return null;
    },
  });
}

/** What a patch has set is what it was before, two seconds later, unless it is something else by then. */
export function forgetsPatches(): ProofOptions {
  let patch: { readonly at: number; readonly card: Card; readonly was: number; readonly is: number } | null =
    null;
  return replacing({
    apply: (change, { operation, now }) => {
      const { limits } = cardIn(change);
      const was = limits.daily;
      applyChange(change);
      const card = cardIn(change);
      patch = operation === "updateCardLimits" ? { at: now, card, was, is: card.limits.daily } : null;
    },
    intercept: ({ now }) => {
      if (patch === null || now - patch.at < 2000) return null;
      if (patch.card.limits.daily === patch.is) patch.card.limits.daily = patch.was;
      patch = null;
      return null;
    },
  });
}

/** A key is forgotten once a request with it had a wrong signature. */
export function forgetsWithWrongSignature(): ProofOptions {
  const forgotten = new Set<string>();
  return replacing({
    honoursIdempotencyKey: (key) => !forgotten.has(key),
    reply: (answer, context) => {
      const isSigned = context.request.headers.get(api.headers.signature) !== null;
      const isRefused = isWrite(context.operation) && answer.status >= 400;
      if (isRefused && isSigned && answer.problem?.condition.startsWith("signature") === true)
        forgotten.add(keyOf(context));
      return answer;
    },
  });
}
