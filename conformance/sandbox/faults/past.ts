/** What a server has answered before: what conditions about the history of a request are decided by. */
import { api, type OperationId } from "../../../generated/operations.ts";
import type { SandboxResponse } from "../response.ts";
import type { RequestContext } from "../seams.ts";
import type { State } from "../state.ts";

/** A request that was answered. */
export interface PastRequest {
  readonly operation: OperationId | null;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Its idempotency key; null without. */
  readonly key: string | null;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly at: number;
  readonly status: number;
}

const pasts = new WeakMap<State, PastRequest[]>();

/** The requests that a sandbox has answered so far, as far as they were remembered. */
export function pastOf(state: State): readonly PastRequest[] {
  return pasts.get(state) ?? [];
}

/** Remembers a request with its answer. */
export function remember(
  { request, operation, state, now }: RequestContext,
  { status }: SandboxResponse,
): void {
  const past = pasts.get(state) ?? [];
  pasts.set(state, past);
  const { method, path, body, headers } = request;
  past.push({ operation, method, path, body, key: headers.get(api.headers.idempotencyKey), at: now, status });
}

/** True for a write that was carried out, or was said to be. A token request is none. */
export function isAcceptedWrite({ operation, method, status }: PastRequest): boolean {
  return operation !== null && operation !== api.token && method !== "GET" && status < 300;
}
