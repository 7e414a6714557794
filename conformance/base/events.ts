/**
 * The event log of a run, one JSON object per line (NDJSON): a header, then checks and exchanges as they
 * end, then a footer. Every report is a function of these events; a log without a footer was cut short.
 * Secrets are redacted before an event is written.
 */
import * as is from "./shape.ts";

/** Every verdict, in display order. */
export const verdicts = ["passed", "failed", "observed", "inconclusive", "skipped", "broken"] as const;

/**
 * What a check says about the server.
 *
 * - `passed`: exercised, and the server follows the rule
 * - `failed`: the server contradicts a stated or derived requirement, or a pinned answer
 * - `observed`: the specification is silent; this is what the server did
 * - `inconclusive`: it could not be exercised here; the message says what is missing
 * - `skipped`: left out on purpose; the message says why
 * - `broken`: the suite itself failed
 */
export type Verdict = (typeof verdicts)[number];

/** Header names and values in wire order; a repeated header appears repeatedly. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

const headers = is.list<HeaderList[number]>((value, path) =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")
    ? null
    : `${path} is not a pair of strings`,
);

const option: is.Shape<string | number | boolean | readonly string[] | null> = (value, path) =>
  value === null || typeof value !== "object" ? null : is.list(is.text)(value, path);

const body = is.object({
  /**
   * Decoded as UTF-8 after content decoding. Up to 262,144 characters are kept, until the long bodies of the
   * run total 16,777,216 characters; after that, only the first 4,096.
   */
  text: is.text,
  /** Bytes received (after content decoding). */
  bytes: is.number,
  /** True when `text` is incomplete. */
  truncated: is.boolean,
  /** SHA-256 of the bytes received before redaction, in hex. */
  sha256: is.text,
});

/** A body as evidence: the text that is kept, and a digest of all bytes received. */
export interface BodyEvidence extends is.Of<typeof body> {}

const failure = is.object({
  kind: is.textOf<
    | "unreachable"
    | "reset"
    | "timeout"
    | "too-large"
    | "cut-short"
    | "malformed"
    | "budget"
    | "aborted"
    | "left"
  >(),
  /** A one-line description. */
  message: is.text,
});

/** How an exchange ended without a usable response. */
export interface TransportFailure extends is.Of<typeof failure> {}

const run = is.object(
  {
    event: is.oneOf("run"),
    /** Version of this format. */
    format: is.oneOf(1),
    /** ISO 8601. */
    startedAt: is.time,
    target: is.object({ baseUrl: is.text, sandbox: is.boolean }),
    suite: is.object({ name: is.text, version: is.text, digest: is.text }),
    description: is.object({ version: is.text, digest: is.text }),
    /** Options that shape the verdicts, without secrets. */
    options: is.record(option),
    /** Number of checks that the run will emit. */
    expected: is.number,
  },
  {
    /** The same per section, to show progress and to name what is missing. */
    sections: is.record(is.number),
    /** Who was judged, if not a server: then `target` is the sandbox that the client was given. */
    party: is.oneOf("client"),
  },
);

/** First event: who was judged, by which version, with which options. */
export interface RunEvent extends is.Of<typeof run> {}

const exchange = is.object({
  event: is.oneOf("exchange"),
  /** Unique within the run: x1, x2, … */
  id: is.text,
  /** Id of the check that caused it, or its other purpose: "token", "walk", "restore". */
  purpose: is.text,
  /** operationId of the description, or null for a request that is not in the description. */
  operation: is.nullable(is.text),
  /** What was altered on purpose, in words, or null for a request as specified. */
  alteration: is.nullable(is.text),
  /** ISO 8601. */
  startedAt: is.time,
  durationMs: is.number,
  request: is.object({ method: is.text, url: is.text, headers, body: is.nullable(is.text) }),
  response: is.nullable(is.object({ status: is.number, headers, body })),
  failure: is.nullable(failure),
});

/** One request and its outcome. */
export interface ExchangeEvent extends is.Of<typeof exchange> {}

const check = is.object(
  {
    event: is.oneOf("check"),
    id: is.text,
    /** Section of the specification. */
    section: is.text,
    title: is.text,
    requirements: is.list(is.text),
    basis: is.oneOf("stated", "derived", "unspecified", "practice"),
    verdict: is.oneOf(...verdicts),
    /** One or two sentences: what was found, or what is missing. */
    message: is.text,
    /** What would have been right: every acceptable alternative. */
    expected: is.list(is.text),
    received: is.nullable(is.text),
    /** JSON pointer into the body of the deciding response. */
    pointer: is.nullable(is.text),
    hint: is.nullable(is.text),
    /** The answer to an open question, if the check asks one. */
    answer: is.nullable(is.text),
    /** Ids of the exchanges that decided, the deciding one first. */
    exchanges: is.list(is.text),
    /** A command that repeats only this check. */
    reproduce: is.text,
    durationMs: is.number,
  },
  {
    /** If inconclusive: the reason, in the same words for all checks with the same reason. */
    cause: is.text,
    /** True if inconclusive because the rule cannot apply to this server; `strict` does not count it. */
    doesNotApply: is.oneOf(true),
    /** Why the profile expects this check to fail; such a failure does not make the run fail. */
    known: is.text,
  },
);

/** The result of one check. */
export interface CheckEvent extends is.Of<typeof check> {}

const summary = is.object({
  passed: is.number,
  failed: is.number,
  observed: is.number,
  inconclusive: is.number,
  skipped: is.number,
  broken: is.number,
  expected: is.number,
  emitted: is.number,
} satisfies Record<Verdict, unknown> & Record<"expected" | "emitted", unknown>);

/** How often each verdict was given, and how many checks were announced and reported. */
export interface Summary extends is.Of<typeof summary> {}

const drawn = is.object({
  /** Requests with a defect that were sent in spellings that were drawn. */
  requests: is.number,
  /** For how many different defects. */
  defects: is.number,
  /** In how many pairs of a defect and a spelling it was sent, of all in which it could be. */
  met: is.number,
  possible: is.number,
});

const end = is.object(
  {
    event: is.oneOf("end"),
    /** ISO 8601. */
    endedAt: is.time,
    durationMs: is.number,
    /** Server clock minus ours, from the Date header; null if no response had one. */
    clock: is.nullable(is.object({ offsetMs: is.number, uncertaintyMs: is.number })),
    summary,
    requests: is.number,
    writes: is.object({
      card: is.nullable(is.text),
      sent: is.number,
      budget: is.number,
      /** What could not be put back, in words; null if nothing is left changed. */
      leftChanged: is.nullable(is.text),
    }),
    /** Why the run is incomplete (exit 3), one line each. */
    incomplete: is.list(is.text),
    exitCode: is.oneOf(0, 1, 2, 3, 4),
  },
  { drawn },
);

/** Last event. */
export interface EndEvent extends is.Of<typeof end> {}

/** Start of a line about why a run is incomplete, when it names an operation that cannot be judged. */
export const cantSay = "Can't say: ";

/** End of the line for an operation of which the server accepted no request as specified. */
export const neverAccepted = "was never accepted";

/** What the line says of an operation that no check of the suite judges. */
export const judgedByNone = "is judged by no check";

/** How the line continues for an operation of which more checks could not be exercised than could. */
export const hardlyExercised = "could hardly be exercised";

/** A line of the log. */
export type RunLogEvent = RunEvent | ExchangeEvent | CheckEvent | EndEvent;

/** What each kind of event looks like. */
export const eventShapes: { readonly [Kind in RunLogEvent["event"]]: is.Shape<unknown> } = {
  run,
  exchange,
  check,
  end,
};
