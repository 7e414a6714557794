/**
 * Notes whether the peculiarity of a server made a difference: a response, decision, state or time that differs
 * from what the specification gives. A peculiarity that never takes effect proves nothing. What has made one is
 * not compared again, which takes as long as the request itself.
 */
import { isDeepStrictEqual } from "node:util";
import { api } from "../../generated/operations.ts";
import { applyChange, type Change } from "../sandbox/change.ts";
import type { TurnableClock } from "../sandbox/clock.ts";
import { type RequestContext, type Seams, specified } from "../sandbox/seams.ts";
import type { Handler } from "../sandbox/serve.ts";
import { type SignatureRules, signatureHolds } from "../sandbox/verify.ts";

/** Effects by place: the name of a seam, or `wrap`. A place without any effect has 0, any other 1. */
export type Effects = Map<string, number>;

/** Handles one request between the suite and a handler; `clock` is the handler's. */
export type Wrap = (request: Request, next: Handler, clock: TurnableClock) => Promise<Response>;

/** The places that never took effect. */
export function idle(effects: Effects): string[] {
  return [...effects].filter(([, count]) => count === 0).map(([place]) => place);
}

type Seam = (...given: readonly unknown[]) => unknown;

/** The same seams; a call whose result differs from the specified one is noted, once for each seam. */
export function countedSeams(seams: Partial<Seams>, effects: Effects): Partial<Seams> {
  const counted = Object.entries(seams as Readonly<Record<string, Seam>>).map(([place, seam]) => {
    effects.set(place, effects.get(place) ?? 0);
    const count: Seam = (...given) => {
      if (isSeen(effects, place)) return seam(...given);
      const expected = specifiedOutcome(place, given);
      const outcome = seam(...given);
      if (!isDeepStrictEqual(asSeen(place, outcome, given), expected)) effects.set(place, 1);
      return outcome;
    };
    return [place, count];
  });
  return Object.fromEntries(counted);
}

function isSeen(effects: Effects, place: string): boolean {
  return effects.get(place) === 1;
}

/** The result and side effects of a seam, in a form that can be compared. */
function asSeen(place: string, outcome: unknown, given: readonly unknown[]): unknown {
  // A path is routed before a context exists.
  if (place === "route") return outcome;
  const context = given.at(-1) as RequestContext;
  return [place === "signature" ? holdsBy(outcome as SignatureRules, context) : outcome, stateOf(context)];
}

/** Result and side effects of the specified seam; called first, since the other may change its arguments. */
function specifiedOutcome(place: string, given: readonly unknown[]): unknown {
  const usual = (specified as unknown as Readonly<Record<string, Seam>>)[place];
  if (place !== "apply") return structuredClone(asSeen(place, usual?.(...given), given));
  const [change, context] = given as [Change, RequestContext];
  // Cloned together, so that the item is still one of the list.
  const { items, item } = structuredClone({ items: context.state.items, item: change.item });
  applyChange({ ...change, item });
  return [undefined, stateOf({ ...context, state: { ...context.state, items } })];
}

/** Whether a request's signature is valid by these rules: their functions cannot be compared. */
function holdsBy(rules: SignatureRules, { request: { method, path, headers }, publicKey }: RequestContext) {
  const parts = { method, path, timestamp: headers.get(api.headers.timestamp) ?? "" };
  return signatureHolds(publicKey, parts, headers.get(api.headers.signature) ?? "", rules);
}

/** The parts of the state that a request may change, as text. */
function stateOf({ state: { items, secretHash, tokens, cursors, writes } }: RequestContext): string {
  const rest = [secretHash.toString("hex"), tokens.size, cursors.size, writes.size];
  return JSON.stringify([...items]) + rest.join();
}

/** A handler behind a wrap; a request that it changes, responds to differently or delays is noted, once. */
export function countedWrap(wrap: Wrap, handler: Handler, clock: TurnableClock, effects: Effects): Handler {
  effects.set("wrap", 0);
  return async (request) => {
    if (isSeen(effects, "wrap")) return wrap(request, handler, clock);
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
      const response = await wrap(request, next, clock);
      reply = await textOf(response);
      return response;
    } finally {
      const [only, ...more] = passed;
      const same = only?.asked === request && only.at === began && only.reply === reply && more.length === 0;
      if (!same) effects.set("wrap", 1);
    }
  };
}

async function textOf(response: Response): Promise<string> {
  return JSON.stringify([response.status, [...response.headers], await response.clone().text()]);
}
