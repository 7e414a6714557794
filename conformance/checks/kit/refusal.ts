/** When a request with one defect counts as refused: pure, and the same for every such check. */

import { headerOf } from "../../base/headers.ts";
import type { Spelling } from "../../plan/spellings.ts";
import type { Alteration } from "../../wire/alteration.ts";
import {
  type Exchange,
  isFailureInFront,
  isServerFailure,
  notNow,
  outcomeOf,
  succeeded,
} from "../../wire/exchange.ts";
import type { Fact } from "./verdict.ts";

/** A write with one defect, and what the specification demands for it. */
export interface WriteDefect {
  /** Id of the check that it belongs to. */
  readonly check: string;
  readonly alteration: Alteration;
  /** null if the specification leaves open whether it is a defect. */
  readonly rule: RefusalRule | null;
  /** True for a form of a defect that a run sends only if it is drawn. */
  readonly isDrawn?: true;
  /** The spellings and situations that were drawn for it. */
  readonly row?: readonly Spelling[];
}

/** What came of a request that should be refused. */
export interface RefusedRequest {
  /** null if it was not sent. */
  readonly exchange: Exchange | null;
  readonly fact: Fact;
  /** What came of it in the spellings that were drawn. */
  readonly drawn?: readonly Fact[];
}

/** A request with one defect, between two requests without it. */
export interface Bracket {
  /** The same request without the defect, before and after; null if it could not be sent. */
  readonly before: Exchange | null;
  readonly altered: Exchange;
  readonly after: Exchange | null;
  /** Whether the defective request had its effect, unknown if that could not be seen; left out for a read. */
  readonly effect?: "none" | "applied" | "unknown" | undefined;
}

/** What the rule demands of the refusal. */
export interface RefusalRule {
  /** What should have happened, for the report. */
  readonly expected: string;
  /** The documented status; any 4xx if omitted. */
  readonly status?: number;
  /** True if a successful response really grants what was asked (a token, a list), so it is not a refusal. */
  readonly granted?: (exchange: Exchange) => boolean;
  /** True if a successful response tells that what is wrong in the request was refused, and the rest was not. */
  readonly toldWithin?: (exchange: Exchange) => boolean;
  /** True if it is a matter of time whether it is to be refused: clocks may differ from what is known of them. */
  readonly isTimed?: true;
}

/**
 * Judges one bracket. A refusal counts only when the request without the defect succeeds on both sides, so
 * that it cannot have been refused for another reason, and when it had no effect.
 */
export function judgeRefusal({ before, altered, after, effect }: Bracket, rule: RefusalRule): Fact {
  const exchanges = [altered.id, before?.id, after?.id].filter((id) => id !== undefined);
  const what = altered.alteration ?? "the altered request";
  if (before === null || !succeeded(before)) {
    return missing(
      `the same request without the defect was not accepted before (${description(before)})`,
      exchanges,
    );
  }
  if (altered.response === null) return missing(`${what}: ${outcomeOf(altered)}`, exchanges);
  const { status } = altered.response;
  if (rule.toldWithin?.(altered) === true)
    return { kind: "held", exchange: altered.id, seen: `refused ${what} within its answer (${status})` };
  const granted = succeeded(altered) && (rule.granted?.(altered) ?? true);
  if (granted) {
    // No chance carries out, or hands out, what is to be refused: once is enough.
    const isProven = effect === "applied" || (effect === undefined && rule.granted !== undefined);
    return {
      kind: "violated",
      ...(isProven && rule.isTimed !== true ? { isLasting: true } : {}),
      message: `A request ${what} was accepted.`,
      expected: [rule.expected],
      received: `${status}${effect === "applied" ? ", and the write was carried out" : ""}`,
      exchanges,
    };
  }
  if (effect === "applied") {
    return {
      kind: "violated",
      message: `A request ${what} was answered ${status}, but the write was carried out.`,
      expected: [rule.expected, noChange],
      received: `${status}, and the limit has the refused value`,
      exchanges,
    };
  }
  if (after === null || !succeeded(after)) {
    return missing(
      `the same request without the defect was not accepted afterwards (${description(after)})`,
      exchanges,
    );
  }
  const otherStatus = rule.status !== undefined && status !== rule.status && status >= 400;
  if (otherStatus && notNow.includes(status))
    return missing(`${what}: ${status}, which asks to come again`, exchanges);
  if (otherStatus && (status < 500 || isServerFailure(altered))) {
    return {
      kind: "violated",
      message: `A request ${what} was refused with ${status}.`,
      expected: [rule.expected],
      received: String(status),
      exchanges,
    };
  }
  if (status < 400 || status > 499 || status === 429) {
    const fact = missing(`${what}: answered ${status}, which is no refusal`, exchanges);
    if (status >= 300 && status < 400) return { ...fact, redirected: true };
    // A failing gateway says nothing about the service behind it, unless it fails at each such request.
    if (isFailureInFront(altered)) return { ...fact, gatewayError: true };
    return isServerFailure(altered) ? { ...fact, serverError: true } : fact;
  }
  if (effect === "unknown")
    return missing(`${what}: refused, but whether it had an effect could not be seen`, exchanges);
  return { kind: "held", exchange: altered.id, seen: `refused ${what} (${status})` };
}

/** What is expected, besides the refusal, where what was refused has had an effect. */
export const noChange = "no change of the card";

/** True for a fact of a server that failed instead of refusing: a single failure may be chance. */
export function isServerError(fact: Fact): boolean {
  return fact.kind === "missing" && fact.serverError === true;
}

/** True for a fact of a server that answered what is to be refused with a failure or a redirect. */
export function isNoRefusal(fact: Fact): fact is Extract<Fact, { kind: "missing" }> {
  return fact.kind === "missing" && (fact.serverError === true || fact.redirected === true);
}

/** The Authorization header of a request: if it differs, the token was renewed in between. */
export function authorizationOf({ request }: Exchange): string | undefined {
  return headerOf(request.headers, "authorization")?.trim();
}

function description(exchange: Exchange | null): string {
  return exchange === null ? "no token" : outcomeOf(exchange);
}

function missing(what: string, exchanges: readonly string[]): Extract<Fact, { kind: "missing" }> {
  return { kind: "missing", what, exchanges };
}
