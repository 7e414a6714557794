/**
 * The points where a fault can act. Each seam is one decision of the service; the defaults follow the
 * specification, and a fault replaces one or more of them.
 */
import type { KeyObject } from "node:crypto";
import type { OperationId } from "../../generated/operations.ts";
import { applyChange, type Change } from "./change.ts";
import type { Choices } from "./choices.ts";
import type { Condition } from "./conditions.ts";
import type { RefusedSignature } from "./explain-signature.ts";
import type { SandboxRequest } from "./request.ts";
import type { SandboxResponse } from "./response.ts";
import type { IssuedToken, Item, State } from "./state.ts";
import type { SignatureRules, VerifyFunction } from "./verify.ts";

/** The current request, and the service that received it. */
export interface RequestContext {
  readonly request: SandboxRequest;
  readonly operation: OperationId | null;
  /** Number of requests of this operation so far, including this one. */
  readonly count: number;
  /** Number of other requests that have arrived and are not answered yet. */
  readonly beside: number;
  /** Number of the requested page; the first page is 1. */
  page: number;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly now: number;
  readonly state: State;
  readonly choices: Choices;
  readonly seams: Seams;
  /** The partner's public key. */
  readonly publicKey: KeyObject;
  /** Says what is wrong with a signature that was refused. */
  readonly explainSignature: (refused: RefusedSignature) => string;
  /** Verifies a signature. */
  readonly verify: VerifyFunction;
}

/** A part of the list, by index. */
export interface PageRequest {
  readonly items: readonly Item[];
  readonly start: number;
  readonly limit: number;
  /** The limit as the request gives it, or null. */
  readonly asked: number | null;
}

/** The items of a page and the index at which the next one starts. */
export interface Page {
  readonly items: readonly Item[];
  readonly next: number | null;
}

/** Every decision that can be replaced. */
export interface Seams {
  /** The path without the prefix of the base URL to route, for a path as requested. */
  route(path: string): string;
  /** A response to send before anything is checked, or null. */
  intercept(context: RequestContext): SandboxResponse | null;
  /** True to skip the check of a condition. */
  skipsCheck(condition: Condition, context: RequestContext): boolean;
  /** True to carry out a request even though it is refused. */
  appliesAnyway(condition: Condition, context: RequestContext): boolean;
  issuedToken(token: IssuedToken, context: RequestContext): IssuedToken;
  signature(rules: SignatureRules, context: RequestContext): SignatureRules;
  page(request: PageRequest, context: RequestContext): Page;
  /** True if an earlier write with this idempotency key replaces this one. */
  honoursIdempotencyKey(key: string, context: RequestContext): boolean;
  apply(change: Change, context: RequestContext): void;
  reply(reply: SandboxResponse, context: RequestContext): SandboxResponse;
}

/** The requested page. */
export function pageOf({ items, start, limit }: PageRequest): Page {
  const end = start + limit;
  return { items: items.slice(start, end), next: end < items.length ? end : null };
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
