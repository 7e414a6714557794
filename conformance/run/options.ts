/** What a run is made of, and what it comes to. */
import type { KeyObject } from "node:crypto";
import type { CheckEvent, EndEvent, RunEvent, RunLogEvent } from "../base/events.ts";
import type { Target } from "../base/target.ts";
import type { Check } from "../checks/kit/check.ts";
import type { JournalFile } from "../checks/kit/journal.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { SignFunction } from "../wire/sign.ts";
import type { Transport } from "../wire/transport.ts";
import type { Expectations } from "./decide.ts";

/** What a run is made of. Everything that touches the world comes in here. */
export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  /** Which checks; all unless given. */
  readonly select?: (check: Check) => boolean;
  readonly writes?: boolean;
  readonly card?: string | null;
  /** What the profile expects: pinned answers and known failures. */
  readonly expectations?: Expectations;
  /** True to count inconclusive checks as incomplete, except where a rule cannot apply to the server. */
  readonly strict?: boolean;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly budgetMs?: number;
  readonly waitMs?: number;
  /** Most requests in a second; no bound unless given. */
  readonly ratePerSecond?: number;
  /** Where the limits of cards are kept until they have been put back; nowhere unless given. */
  readonly journal?: JournalFile;
  /** What is shown as the command that puts limits back out of the journal. */
  readonly restoreCommand?: string;
  /** Judges these exchanges and sends nothing. */
  readonly recorded?: readonly Exchange[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly sign?: SignFunction;
  readonly foreignKey?: () => Promise<KeyObject>;
  /** Ends the run; a {@link RunEnded} as its reason says why. */
  readonly signal?: AbortSignal;
  /** What the command shows as the way to repeat one check. */
  readonly reproduce?: (check: Check) => string;
  /** Options for the log's header, without secrets. */
  readonly shown?: RunEvent["options"];
  readonly onEvent?: (event: RunLogEvent) => void;
  /** Told in words what is about to be written. */
  readonly onNotice?: (message: string) => void;
}

/** What a run comes to. */
export interface RunResult {
  readonly events: readonly RunLogEvent[];
  readonly checks: readonly CheckEvent[];
  readonly end: EndEvent;
}

/** Defaults of {@link RunOptions}. */
export const runDefaults = { concurrency: 4, timeoutMs: 10_000, budgetMs: 300_000, waitMs: 5000 } as const;
