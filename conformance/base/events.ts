/**
 * The event log of a run, one JSON object per line (NDJSON): a header, then checks and exchanges as they
 * end, then a footer. Every report is a function of these events; a log without its footer was cut short.
 * Whatever stands in an event has been redacted before.
 */
import type { Basis, RequirementId } from "../../generated/requirements.ts";

/**
 * What a check says about the server.
 *
 * - `passed`: exercised, and the rule held
 * - `failed`: the server contradicts a stated or derived requirement, or a pinned answer
 * - `observed`: the specification is silent; this is what the server did
 * - `inconclusive`: it could not be exercised here; the message says what is missing
 * - `skipped`: left out on purpose; the message says why
 * - `broken`: the suite itself failed
 */
export type Verdict = "passed" | "failed" | "observed" | "inconclusive" | "skipped" | "broken";

/** Every verdict, in the order in which counts are shown. */
export const verdicts = [
  "passed",
  "failed",
  "observed",
  "inconclusive",
  "skipped",
  "broken",
] as const satisfies readonly Verdict[];

/** Header names and values in the order of the wire; a repeated header stands repeatedly. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A body as evidence: the text as far as it is kept, and a digest of all the bytes that came. */
export interface BodyEvidence {
  /**
   * Decoded as UTF-8 after content decoding. Up to 262,144 characters are kept, until the long bodies of the
   * run have come to 16,777,216 characters; of all others the first 4,096 are.
   */
  readonly text: string;
  /** Bytes received (after content decoding). */
  readonly bytes: number;
  /** True where `text` is not everything. */
  readonly truncated: boolean;
  /** SHA-256 of the bytes received before redaction, in hex. */
  readonly sha256: string;
}

/** How an exchange ended without a usable response. */
export interface TransportFailure {
  readonly kind:
    | "unreachable"
    | "reset"
    | "timeout"
    | "too-large"
    | "cut-short"
    | "malformed"
    | "budget"
    | "aborted";
  /** One line in words. */
  readonly message: string;
}

/** First event: what was judged, by what, with which options. */
export interface RunEvent {
  readonly event: "run";
  /** Version of this format. */
  readonly format: 1;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly target: { readonly baseUrl: string; readonly sandbox: boolean };
  readonly suite: { readonly name: string; readonly version: string; readonly digest: string };
  readonly description: { readonly version: string; readonly digest: string };
  /** Options that shape the verdicts, without secrets. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
  /** Number of checks that the run is going to emit. */
  readonly expected: number;
  /** The same per section, so that progress can be shown and what is missing be named. */
  readonly sections?: Readonly<Record<string, number>>;
}

/** One request and what came of it. */
export interface ExchangeEvent {
  readonly event: "exchange";
  /** Unique within the run: x1, x2, … */
  readonly id: string;
  /** Id of the check that caused it, or what else it was for: "token", "walk", "restore". */
  readonly purpose: string;
  /** operationId of the description, or null for a request that the description does not know. */
  readonly operation: string | null;
  /** What was altered on purpose, in words, or null for a request as specified. */
  readonly alteration: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: HeaderList;
    readonly body: BodyEvidence;
  } | null;
  readonly failure: TransportFailure | null;
}

/** The result of one check. */
export interface CheckEvent {
  readonly event: "check";
  readonly id: string;
  /** Section of the specification. */
  readonly section: string;
  readonly title: string;
  readonly requirements: readonly RequirementId[];
  readonly basis: Basis;
  readonly verdict: Verdict;
  /** One or two sentences: what was found, or what is missing. */
  readonly message: string;
  /** What would have been right: every acceptable alternative. */
  readonly expected: readonly string[];
  readonly received: string | null;
  /** JSON pointer into the body of the deciding response. */
  readonly pointer: string | null;
  readonly hint: string | null;
  /** The answer to an open question, where the check asks one. */
  readonly answer: string | null;
  /** Where it is inconclusive: what holds it back, in words shared by all that the same thing holds back. */
  readonly cause?: string;
  /** True where it is inconclusive since the rule cannot apply to this server; `strict` does not count it. */
  readonly doesNotApply?: true;
  /** Why the profile expects this check to fail; it then fails without making the run fail. */
  readonly known?: string;
  /** Ids of the exchanges that decided, the deciding one first. */
  readonly exchanges: readonly string[];
  /** A command that repeats just this check. */
  readonly reproduce: string;
  readonly durationMs: number;
}

/** How often each verdict was given, and how many checks were announced. */
export type Summary = Readonly<Record<Verdict, number>> & {
  readonly expected: number;
  readonly emitted: number;
};

/** How a line of why a run is incomplete begins that names an operation of which nothing can be said. */
export const cantSay = "Can't say: ";

/** Last event. */
export interface EndEvent {
  readonly event: "end";
  /** ISO 8601. */
  readonly endedAt: string;
  readonly durationMs: number;
  /** Server clock minus ours, from the Date header; null where none was seen. */
  readonly clock: { readonly offsetMs: number; readonly uncertaintyMs: number } | null;
  readonly summary: Summary;
  readonly requests: number;
  readonly writes: {
    readonly card: string | null;
    readonly sent: number;
    readonly budget: number;
    /** What could not be put back, in words; null where nothing is left changed. */
    readonly leftChanged: string | null;
  };
  /** Why the run is incomplete (exit 3), one line each. */
  readonly incomplete: readonly string[];
  readonly exitCode: 0 | 1 | 2 | 3 | 4;
}

/** A line of the log. */
export type RunLogEvent = RunEvent | ExchangeEvent | CheckEvent | EndEvent;
