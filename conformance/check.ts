import type { RequirementId } from "../generated/requirements.ts";
import type { Probe } from "./probe/probe.ts";
import type { Target } from "./target.ts";
import type { Fact } from "./verdict.ts";

/** What a check may do and share with others while a run goes on. */
export interface Run {
  readonly probe: Probe;
  readonly target: Target;
  /** Card that writes may touch, by id; null for the last one of the list. */
  readonly card: string | null;
  /** True where writes are allowed. */
  readonly writes: boolean;
  /** Longest single wait that checks may make, in milliseconds. */
  readonly waitMs: number;
  /** Does a piece of work once and gives every caller the same result. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Runs work that writes to the card, one after the other. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** True when a check with this id is part of the run. */
  selected(id: string): boolean;
  /** Called with words before the first write, and for whatever is left changed. */
  say(message: string): void;
}

/** One question to the server. */
export interface Check {
  /** Stable and readable; never positional. */
  readonly id: string;
  /** What is asked, in a few words. */
  readonly title: string;
  /** The requirements it belongs to, the main one first; all of the same basis. */
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** `write` where the check changes limits of the card; such checks are skipped unless writes are allowed. */
  readonly access: "read" | "write";
  /**
   * `request` for a check that sends something; `log` for one that looks at every exchange of the run and
   * therefore comes last.
   */
  readonly stage: "request" | "log";
  run(run: Run): Promise<readonly Fact[]>;
}

/** A fact that says what is missing. */
export function missing(what: string, exchanges: readonly string[] = []): Fact {
  return { kind: "missing", what, exchanges };
}

/** A fact that the rule held, with words for the report. */
export function held(seen: string, exchange?: string): Fact {
  return exchange === undefined ? { kind: "held", seen } : { kind: "held", seen, exchange };
}

/** An answer to an open question. */
export function answer(value: string, seen: string, exchanges: readonly string[]): Fact {
  return { kind: "answer", answer: value, seen, exchanges };
}
