import type { OperationId } from "../../../generated/operations.ts";
import type { RunEnded } from "../../base/run-ended.ts";
import type { Target } from "../../base/target.ts";
import type { Histories } from "../../plan/budget.ts";
import type { Draw } from "../../plan/draw.ts";
import type { Spelling } from "../../plan/spellings.ts";
import type { Probe } from "../../wire/probe.ts";
import { type Inconclusive, onInconclusive } from "./inconclusive.ts";
import type { Keeper } from "./keeper.ts";
import type { WriteDefect } from "./refusal.ts";
import type { Fact } from "./verdict.ts";

/** How many samples a check takes the first time that it is asked. */
export const samplesFirst = 2;

/** What a check may do, and share with others, during a run. */
export interface Run {
  readonly probe: Probe;
  readonly target: Target;
  /** How many samples a check takes of what happens only occasionally: more when it is asked again. */
  readonly samples: number;
  /** What this run has written over so far, for any check. */
  readonly keeper: Keeper;
  /** Id of what writes may touch; null for the last one of the list, of a long one the last of its first pages. */
  readonly card: string | null;
  /** How much is drawn, and from which seed. */
  readonly draw: Draw;
  /** True if writes are allowed. */
  readonly writes: boolean;
  /** True if the run reads a recording and sends nothing. */
  readonly offline: boolean;
  /** How many requests may be under way at the same time. */
  readonly concurrency: number;
  /** Longest single wait that checks may make, in milliseconds. */
  readonly waitMs: number;
  /** Does a piece of work once and gives every caller the same result. */
  memoize<T>(key: string | object, work: () => Promise<T>): Promise<T>;
  /** What was given first under a key, here or in the run that this one repeats: what is asked again is asked of the same. */
  recall<T>(key: string, value: T): T;
  /** Runs work that writes, one after the other. */
  withCardLock<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Gives the card away, and does work some seconds after the last write, before anybody writes again: all who ask for
   * that share one pause, after everything else. Only while the card is its own, which it is afterwards, too.
   */
  afterPause<T>(work: () => Promise<T>): Promise<T>;
  /** The defective writes that the checks of this run look at: no others are sent. */
  readonly defects: ReadonlySet<WriteDefect>;
  /** Counts combinations of spellings that are drawn for one defect, of those in which it could be sent. */
  noteDrawn(rows: readonly (readonly Spelling[])[], usable: readonly Spelling[]): void;
  /** Tells whoever started the run what is about to be written; the same words once. */
  notify(message: string): void;
  /** Ends the run before it is complete. */
  abort(reason: RunEnded): void;
}

/** True once a run sends nothing any more. */
export function hasEnded({ probe }: Pick<Run, "probe">): boolean {
  return probe.session.stopped() !== null;
}

/** What is asked, of whomever. */
export interface Question {
  /** Stable and readable; never positional. */
  readonly id: string;
  /** What is asked, in a few words. */
  readonly title: string;
  /**
   * Ids of the requirements it belongs to, the main one first; all of the same basis. A check of the suite may
   * name some that a description lacks: without one of them, it does not run.
   */
  readonly requirements: readonly [string, ...string[]];
}

/** One question to the server. */
export interface Check extends Question {
  /** The operations that it judges; by default those of its main requirement. */
  readonly operations?: readonly string[];
  /** `write` if the check changes something on the server; such checks are skipped unless writes are allowed. */
  readonly access: "read" | "write";
  /**
   * `request` for a check that sends something, in parallel with others, those that write after those that do not;
   * `last` for one that sends something alone, after those; `credentials` for one that sends token requests that
   * should be refused, after all of these, since a server may lock the client out because of them; `log` for one
   * that only looks at the exchanges of the run, at its end.
   */
  readonly stage: "request" | "last" | "credentials" | "log";
  /** The operation of which nothing can be said where it is inconclusive, and no write was seen in a read. */
  readonly essentialTo?: OperationId;
  /** Defective writes that it looks at; those of all checks of a run are sent together. */
  readonly defects?: readonly WriteDefect[];
  /** How many other requests with a defect it sends in spellings that are drawn; none by default. */
  readonly drawsFor?: number;
  /** True if it looks at walks that are also made in spellings that are drawn. */
  readonly walksAreSpelled?: true;
  /** The drawn histories that it looks at; the checks of a run share them. */
  readonly histories?: Histories;
  run(run: Run): Promise<readonly Fact[]>;
}

/** A fact that says what is missing. */
export function missing(what: string, exchanges: readonly string[] = []): Fact {
  return { kind: "missing", what, exchanges };
}

/** A fact that says why the rule cannot apply to this server. */
export function inapplicable(what: string): Fact {
  return { kind: "missing", what, doesNotApply: true };
}

/** A fact that the rule held, with words for the report. */
export function held(seen: string, exchange?: string): Fact {
  return exchange === undefined ? { kind: "held", seen } : { kind: "held", seen, exchange };
}

/** An answer to an open question. */
export function answer(value: string, seen: string, exchanges: readonly string[]): Fact {
  return { kind: "answer", answer: value, seen, exchanges };
}

/**
 * Does the work that a check of the log needs beforehand; when the run reads a recording, there is none. If
 * the work can't go on, the log shows how far it got.
 *
 * @returns Why it could not go on; null if it could.
 */
export async function prepare(run: Run, work: () => Promise<unknown>): Promise<Inconclusive | null> {
  if (run.offline) return null;
  return onInconclusive(
    work().then(() => null),
    (reason) => reason,
  );
}

/** True if something shows that this is the API at all: a token, or a recording that says so. */
export async function isServed(run: Run): Promise<boolean> {
  return run.offline || (await run.probe.tokens.current()) !== null;
}
