/** A fault under conditions: its seams act on requests that meet all of them, and on no others. */
import type { SandboxResponse } from "../response.ts";
import type { RequestContext, Seams } from "../seams.ts";
import type { Circumstance } from "./circumstances.ts";
import { replacedWhen } from "./fault.ts";
import { pastOf, remember } from "./past.ts";

/** What is told of the requests to a server under circumstances. */
export interface Told {
  /** Called for each request that meets all of them. */
  readonly onMet?: (context: RequestContext) => void;
  /** Called with every answer. */
  readonly onAnswer?: (reply: SandboxResponse, context: RequestContext) => void;
}

/**
 * The seams of a fault under circumstances. They are decided once, when a request arrives: what it does itself
 * is not among its circumstances. `route` acts before there is a request, so it has none.
 */
export function under(
  circumstances: readonly Circumstance[],
  { route, ...seams }: Partial<Seams>,
  { onMet, onAnswer }: Told = {},
): Partial<Seams> {
  const met = new WeakSet<RequestContext>();
  const replaced = replacedWhen((context) => met.has(context), seams);
  return {
    ...replaced,
    ...(route === undefined || circumstances.length > 0 ? {} : { route }),
    intercept: (context) => {
      if (circumstances.every(({ holds }) => holds(context, pastOf(context.state)))) {
        met.add(context);
        onMet?.(context);
      }
      return replaced.intercept?.(context) ?? null;
    },
    reply: (reply, context) => {
      const sent = replaced.reply?.(reply, context) ?? reply;
      remember(context, sent);
      onAnswer?.(sent, context);
      return sent;
    },
  };
}
