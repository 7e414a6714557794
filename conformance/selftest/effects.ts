/**
 * Counts how often what is odd about a server made a difference: a reply, a decision, the state or the time that
 * is not what the specification gives. What never takes effect proves nothing.
 */
import { isDeepStrictEqual } from "node:util";
import type { TurnableClock } from "../sandbox/clock.ts";
import { type RequestContext, type Seams, specified } from "../sandbox/seams.ts";
import { signatureHolds } from "../sandbox/verify.ts";

/** Effects by place: the name of a seam, or `wrap`. A place that is there and had no effect has 0. */
export type Effects = Map<string, number>;

/** A fetch handler. */
export type Handler = (request: Request) => Promise<Response>;

/** Comes between the suite and a handler, for one request. */
export type Wrap = (request: Request, next: Handler) => Promise<Response>;

/** The places that never took effect. */
export function idle(effects: Effects): string[] {
  return [...effects].filter(([, count]) => count === 0).map(([place]) => place);
}

/** The same seams; each call whose outcome is not the specified one is counted. */
export function countedSeams(seams: Partial<Seams>, effects: Effects): Partial<Seams> {
  for (const place of Object.keys(seams)) effects.set(place, effects.get(place) ?? 0);
  const count = (place: keyof Seams, differs: boolean) => {
    if (differs) effects.set(place, (effects.get(place) ?? 0) + 1);
  };
  const told = <T>(place: keyof Seams, given: T, usual: T): T => {
    count(place, !isDeepStrictEqual(given, usual));
    return given;
  };
  const all: Seams = { ...specified, ...seams };
  const counted: Seams = {
    route: (path) => told("route", all.route(path), path),
    intercept: (context) => {
      const before = stateOf(context);
      const reply = all.intercept(context);
      count("intercept", reply !== null || stateOf(context) !== before);
      return reply;
    },
    skipsCheck: (condition, context) => told("skipsCheck", all.skipsCheck(condition, context), false),
    appliesAnyway: (condition, context) => {
      const before = stateOf(context);
      const carriedOut = all.appliesAnyway(condition, context);
      count("appliesAnyway", carriedOut || stateOf(context) !== before);
      return carriedOut;
    },
    issuedToken: (token, context) => {
      const [before, usual] = [stateOf(context), structuredClone(token)];
      const given = all.issuedToken(token, context);
      count("issuedToken", stateOf(context) !== before || !isDeepStrictEqual(given, usual));
      return given;
    },
    signature: (rules, context) => {
      const { method, path, headers } = context.request;
      const parts = { method, path, timestamp: headers.get("x-service-request-timestamp") ?? "" };
      const header = headers.get("x-service-signature") ?? "";
      const given = all.signature(rules, context);
      const holds = (by: typeof rules) => signatureHolds(context.publicKey, parts, header, by);
      count("signature", holds(given) !== holds(rules));
      return given;
    },
    page: (request, context) => told("page", all.page(request, context), specified.page(request, context)),
    honoursIdempotencyKey: (key, context) =>
      told("honoursIdempotencyKey", all.honoursIdempotencyKey(key, context), true),
    apply: (change, context) => {
      const { cards } = context.state;
      const twins = structuredClone(cards);
      const card = twins[cards.indexOf(change.card)] ?? structuredClone(change.card);
      specified.apply({ ...change, card }, context);
      const before = restOf(context);
      all.apply(change, context);
      count("apply", !isDeepStrictEqual(cards, twins) || restOf(context) !== before);
    },
    reply: (reply, context) => {
      const usual = structuredClone(reply);
      return told("reply", all.reply(reply, context), usual);
    },
  };
  return Object.fromEntries(Object.entries(counted).filter(([place]) => place in seams));
}

/** A handler behind a wrap; each request that it changes, answers in another way or holds up is counted. */
export function countedWrap(wrap: Wrap, handler: Handler, clock: TurnableClock, effects: Effects): Handler {
  effects.set("wrap", 0);
  return async (request) => {
    const began = clock.now();
    const passed: { readonly asked: Request; readonly at: number; readonly reply: string }[] = [];
    const next: Handler = async (asked) => {
      const at = clock.now();
      const response = await handler(asked);
      passed.push({ asked, at, reply: await textOf(response) });
      return response;
    };
    let reply: string | null = null;
    try {
      const response = await wrap(request, next);
      reply = await textOf(response);
      return response;
    } finally {
      const [only, ...more] = passed;
      const same = only?.asked === request && only.at === began && only.reply === reply && more.length === 0;
      if (!same) effects.set("wrap", (effects.get("wrap") ?? 0) + 1);
    }
  };
}

async function textOf(response: Response): Promise<string> {
  return JSON.stringify([response.status, [...response.headers], await response.clone().text()]);
}

/** What a request may change of the state, as text. */
function stateOf(context: RequestContext): string {
  return JSON.stringify(context.state.cards) + restOf(context);
}

/** The same without the cards. */
function restOf({ state: { secretHash, tokens, cursors, writes } }: RequestContext): string {
  return [secretHash.toString("hex"), tokens.size, cursors.size, writes.size].join();
}
