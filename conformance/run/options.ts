/** The options and the result of a run. */
import type { KeyObject } from "node:crypto";
import type { CheckEvent, EndEvent, RunEvent, RunLogEvent } from "../base/events.ts";
import type { Target } from "../base/target.ts";
import type { Check } from "../checks/kit/check.ts";
import type { JournalFile } from "../checks/kit/keeper.ts";
import type { SpellingName } from "../plan/spellings.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { SignFunction } from "../wire/sign.ts";
import type { Transport } from "../wire/transport.ts";
import type { Expectations } from "./decide.ts";

/** The options of a run. All access to the outside world comes in here. */
export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  /** Which checks; all by default. */
  readonly select?: (check: Check) => boolean;
  readonly writes?: boolean;
  readonly card?: string | null;
  /** What the profile expects: pinned answers and known failures. */
  readonly expectations?: Expectations;
  /** True to count inconclusive checks as incomplete, except where a rule cannot apply to the server. */
  readonly strict?: boolean;
  /** Sends each defect in this one combination of spellings alone, and draws nothing. */
  readonly only?: readonly SpellingName[];
  /** Seed of what is drawn, a whole number; the same one draws the same. */
  readonly seed?: number;
  /** The most requests that are drawn besides plain ones; 0 for none, and for no histories. */
  readonly cases?: number;
  /** True to draw pairs of spellings for what is to be refused, as far as the cases reach. */
  readonly thorough?: boolean;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly budgetMs?: number;
  readonly waitMs?: number;
  /** Maximum requests per second; unlimited by default. */
  readonly ratePerSecond?: number;
  /** Where that is kept which is to be put back; nowhere by default. */
  readonly journal?: JournalFile;
  /** The command to show for putting back what is in the journal. */
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
  /**
   * The command to show for repeating one check. What was found in some spellings alone has its case in words,
   * for `--case`.
   */
  readonly reproduce?: (check: Check, words: string | null) => string;
  /** Options for the log's header, without secrets. */
  readonly shown?: RunEvent["options"];
  readonly onEvent?: (event: RunLogEvent) => void;
  /** Receives a message about what is about to be written. */
  readonly onNotice?: (message: string) => void;
}

/** The result of a run. */
export interface RunResult {
  readonly events: readonly RunLogEvent[];
  readonly checks: readonly CheckEvent[];
  readonly end: EndEvent;
}

/** {@link RunOptions.cases} of a thorough run, unless given. */
export const thoroughCases = 10_000;

/** Defaults of {@link RunOptions}. */
export const runDefaults = {
  seed: 1,
  cases: 1000,
  thorough: false,
  concurrency: 16,
  timeoutMs: 10_000,
  budgetMs: 300_000,
  waitMs: 35_000,
} as const;
