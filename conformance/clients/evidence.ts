/** What is known of a client in one scenario: what it sent, what that caused, and what it says of it. */
import type { KeyObject } from "node:crypto";
import type { Exchange } from "../wire/exchange.ts";

/** A request of the client, and what became of it. */
export interface Seen extends Exchange {
  /**
   * When it arrived and when it was answered, counted in such events: two requests were under way at the same time
   * where the later arrived before the earlier was answered, however coarse the clock is.
   */
  readonly arrived: number;
  readonly answered: number;
  /** Path without the prefix of the base URL, as the sandbox routed it. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: string;
  /** Why it was refused, in a word of the sandbox; null if it was not. */
  readonly condition: string | null;
  /** The same in words, with the autopsy of a signature. */
  readonly problem: string | null;
  /** Whether the answer was withheld, and if so on which side of the effect. */
  readonly withheld: "before" | "after" | null;
  /** What the weather did to it, by the names of its steps. */
  readonly weather: readonly string[];
}

/** A write that was carried out. */
export interface Effect {
  /** Id of the exchange that caused it. */
  readonly exchange: string;
  readonly changes: unknown;
}

/** One thing that a client is asked to do. */
export interface Work {
  /** Number in the task, from 1. */
  readonly task: number;
  readonly operation: string;
  /** Path to be requested, without the prefix of the base URL. */
  readonly path: string;
  /** The value to be sent; undefined for a read. */
  readonly body?: unknown;
  /** True where it is to be done at the same time as the others. */
  readonly isAtOnce?: boolean;
  /** True where the client is started for it alone. */
  readonly isOwnStart?: boolean;
}

/** What a client says that became of its work, as its caller would learn it. */
export interface Claim {
  readonly task: number;
  readonly result: "ok" | "error" | "unsupported";
  /** Ids of the items of a list; null where it does not say. */
  readonly items: readonly string[] | null;
  /** For an error of a write, what the caller is told about the effect; null where it does not say. */
  readonly outcome: "not-sent" | "rejected" | "unknown" | null;
}

/** How the program that uses the client has ended. */
export interface ProgramEnd {
  /** Exit code; null if a signal ended it. */
  readonly code: number | null;
  /** The signal that ended it, ours included; null without one. */
  readonly signal: string | null;
  /** True if it was ended because its time was over. */
  readonly isLate: boolean;
  /** Everything that it printed. */
  readonly output: string;
}

/** Everything that rules look at. */
export interface Evidence {
  readonly scenario: string;
  /** The task in order; null where nobody knows what the client was asked to do. */
  readonly work: readonly Work[] | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKey: KeyObject;
  readonly seen: readonly Seen[];
  readonly effects: readonly Effect[];
  /** Empty where the client says nothing. */
  readonly claims: readonly Claim[];
  /** Null where no program was started. */
  readonly end: ProgramEnd | null;
}
