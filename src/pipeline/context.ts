import type { Deps } from "../core/deps.ts";
import type { Report } from "../core/events.ts";
import type { Reply, WireRequest } from "../http/fetch-send.ts";
import type { BaseUrl } from "../request/base-url.ts";
import type { Signer } from "../signature/signer.ts";
import type { TokenSource } from "../token/source.ts";
import type { SigningClock } from "./clock.ts";
import type { KeyLedger } from "./idempotency.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** What all calls of a client share. */
export interface Parts {
  readonly deps: Deps;
  readonly report: Report;
  readonly base: BaseUrl;
  readonly send: (request: WireRequest, signal: AbortSignal) => Promise<Reply>;
  readonly tokens: TokenSource;
  /** Undefined in a client that only reads. */
  readonly signer: Signer | undefined;
  /** Which path is signed: from /v1 on, or with the prefix of the base URL. */
  readonly signaturePath: "api" | "full";
  readonly clock: SigningClock;
  readonly keys: KeyLedger;
  readonly budget: RetryBudget;
  /** Values that must not get into any error. */
  readonly secrets: readonly string[];
}
