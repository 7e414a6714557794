/**
 * Counts how often what is odd about a server made a difference: a reply, a decision, the state or the time that
 * is not what the specification gives. What never takes effect proves nothing.
 */
import { isDeepStrictEqual } from "node:util";
import type { TurnableClock } from "../sandbox/clock.ts";
import { type About, type Seams, specified } from "../sandbox/seams.ts";

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
    intercept: (about) => {
      const before = stateOf(about);
      const reply = all.intercept(about);
      count("intercept", reply !== null || stateOf(about) !== before);
      return reply;
    },
    waives: (condition, about) => told("waives", all.waives(condition, about), false),
    carriesOut: (condition, about) => {
      const before = stateOf(about);
      const carriedOut = all.carriesOut(condition, about);
      count("carriesOut", carriedOut || stateOf(about) !== before);
      return carriedOut;
    },
    issues: (token, about) => {
      const [before, usual] = [stateOf(about), structuredClone(token)];
      const given = all.issues(token, about);
      count("issues", stateOf(about) !== before || !isDeepStrictEqual(given, usual));
      return given;
    },
    signature: (rules, about) => {
      const { method, path, headers } = about.request;
      const parts = { method, path, timestamp: headers.get("x-service-request-timestamp") ?? "" };
      const header = headers.get("x-service-signature") ?? "";
      const given = all.signature(rules, about);
      count("signature", about.verify(parts, header, given) !== about.verify(parts, header, rules));
      return given;
    },
    page: (request, about) => told("page", all.page(request, about), specified.page(request, about)),
    remembers: (key, about) => told("remembers", all.remembers(key, about), true),
    apply: (change, about) => {
      const { cards } = about.state;
      const twins = structuredClone(cards);
      const card = twins[cards.indexOf(change.card)] ?? structuredClone(change.card);
      specified.apply({ ...change, card }, about);
      const before = restOf(about);
      all.apply(change, about);
      count("apply", !isDeepStrictEqual(cards, twins) || restOf(about) !== before);
    },
    reply: (reply, about) => {
      const usual = structuredClone(reply);
      return told("reply", all.reply(reply, about), usual);
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
function stateOf(about: About): string {
  return JSON.stringify(about.state.cards) + restOf(about);
}

/** The same without the cards. */
function restOf({ state: { secretHash, tokens, cursors, writes } }: About): string {
  return [secretHash.toString("hex"), tokens.size, cursors.size, writes.size].join();
}
