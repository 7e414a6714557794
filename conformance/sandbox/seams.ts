/**
 * The places where a fault can take hold. Each seam is one decision of the service; the defaults are the
 * specification, and a fault replaces one of them.
 */
import type { KeyObject } from "node:crypto";
import type { OperationId } from "../../generated/operations.ts";
import type { Card, Limits } from "./cards.ts";
import type { Choices } from "./choices.ts";
import type { Condition } from "./conditions.ts";
import type { SandboxRequest } from "./request.ts";
import type { SandboxResponse } from "./response.ts";
import type { IssuedToken, State } from "./state.ts";
import type { SignatureRules } from "./verify.ts";

/** The request at hand, and the service that it has come to. */
export interface RequestContext {
  readonly request: SandboxRequest;
  readonly operation: OperationId | null;
  /** How many requests of this operation there were, this one included. */
  readonly count: number;
  /** Number of the page that is asked for; the first page is 1. */
  page: number;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly now: number;
  readonly state: State;
  readonly choices: Choices;
  readonly seams: Seams;
  /** The partner's public key. */
  readonly publicKey: KeyObject;
}

/** A part of the list, by index. */
export interface PageRequest {
  readonly cards: readonly Card[];
  readonly start: number;
  readonly limit: number;
  /** The limit as the request gives it, or null. */
  readonly asked: number | null;
}

/** The items of a page and the index at which the next one starts. */
export interface Page {
  readonly items: readonly Card[];
  readonly next: number | null;
}

/** A change of limits that has been accepted. */
export interface Change {
  readonly card: Card;
  readonly changes: Partial<Limits>;
}

/** Every decision that can be replaced. */
export interface Seams {
  /** Path from /v1 on that is routed, for a path as requested. */
  route(path: string): string;
  /** An answer given before anything is looked at, or null. */
  intercept(context: RequestContext): SandboxResponse | null;
  /** True where a condition is not checked. */
  skipsCheck(condition: Condition, context: RequestContext): boolean;
  /** True where a request that is refused is carried out all the same. */
  appliesAnyway(condition: Condition, context: RequestContext): boolean;
  issuedToken(token: IssuedToken, context: RequestContext): IssuedToken;
  signature(rules: SignatureRules, context: RequestContext): SignatureRules;
  page(request: PageRequest, context: RequestContext): Page;
  /** True where an earlier write with this idempotency key stands in for the one at hand. */
  honoursIdempotencyKey(key: string, context: RequestContext): boolean;
  apply(change: Change, context: RequestContext): void;
  reply(reply: SandboxResponse, context: RequestContext): SandboxResponse;
}

/** The page that is asked for. */
export function pageOf({ cards, start, limit }: PageRequest): Page {
  const end = start + limit;
  return { items: cards.slice(start, end), next: end < cards.length ? end : null };
}

/** Sets the limits that a change names. */
export function applyChange({ card, changes }: Change): void {
  Object.assign(card.limits, changes);
}

/** The specification. */
export const specified: Seams = {
  route: (path) => path,
  intercept: () => null,
  skipsCheck: () => false,
  appliesAnyway: () => false,
  issuedToken: (token) => token,
  signature: (rules) => rules,
  page: pageOf,
  honoursIdempotencyKey: () => true,
  apply: applyChange,
  reply: (reply) => reply,
};
