import { type RunLogEvent, verdicts } from "../base/events.ts";
import {
  boolean,
  headers,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Shape,
  text,
  time,
} from "./shape.ts";

const run = object({
  format: oneOf(1),
  startedAt: time,
  target: object({ baseUrl: text, sandbox: boolean }),
  suite: object({ name: text, version: text, digest: text }),
  description: object({ version: text, digest: text }),
  options: record((value, path) =>
    value === null || typeof value !== "object" ? null : list(text)(value, path),
  ),
  expected: number,
  sections: optional(record(number)),
});

const exchange = object({
  id: text,
  purpose: text,
  operation: nullable(text),
  alteration: nullable(text),
  startedAt: time,
  durationMs: number,
  request: object({ method: text, url: text, headers, body: nullable(text) }),
  response: nullable(
    object({
      status: number,
      headers,
      body: object({ text, bytes: number, truncated: boolean, sha256: text }),
    }),
  ),
  failure: nullable(object({ kind: text, message: text })),
});

const check = object({
  id: text,
  section: text,
  title: text,
  requirements: list(text),
  basis: oneOf("stated", "derived", "unspecified"),
  verdict: oneOf(...verdicts),
  message: text,
  expected: list(text),
  received: nullable(text),
  pointer: nullable(text),
  hint: nullable(text),
  answer: nullable(text),
  cause: optional(text),
  doesNotApply: optional(oneOf(true)),
  known: optional(text),
  exchanges: list(text),
  reproduce: text,
  durationMs: number,
});

const end = object({
  endedAt: time,
  durationMs: number,
  clock: nullable(object({ offsetMs: number, uncertaintyMs: number })),
  summary: object(
    Object.fromEntries([...verdicts, "expected", "emitted"].map((name) => [name, number] as const)),
  ),
  requests: number,
  writes: object({ card: nullable(text), sent: number, budget: number, leftChanged: nullable(text) }),
  incomplete: list(text),
  exitCode: oneOf(0, 1, 2, 3, 4),
});

/** What each kind of event looks like. */
export const eventShapes: Readonly<Record<RunLogEvent["event"], Shape>> = { run, exchange, check, end };
