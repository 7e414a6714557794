/**
 * What the specification allows a server to be, as far as writes go: the limits of the card that is written to,
 * what is remembered under each idempotency key, and the answers to open questions given so far.
 */

/** A question about writes that the specification leaves open; an answer may differ from time to time. */
export type OpenQuestion =
  /** gap.idempotency.reuse: a key that is used again for another write. */
  | "reuse"
  /** gap.idempotency.replay-response: the repetition of a write that was carried out. */
  | "repetition"
  /** gap.idempotency.refused-key: the key of a write that was refused. */
  | "refused key";

/** How a request was answered, as far as the model tells answers apart. */
export type AnswerClass =
  /** 2xx: it was carried out, or had been before. */
  | "done"
  /** 202, or a success that was not to be seen in time: its effect may come later, or never. */
  | "waiting"
  /** A 4xx. */
  | "refused"
  /** No answer, or one that does not tell, such as a 5xx. */
  | "unknown";

/** What a write does to one limit. */
export interface SetLimit {
  /** The new value as JSON; null if the specification does not say which. */
  readonly text: string | null;
  /** True if the limit may also stay as it is: it is in the body only because the body has to be whole. */
  readonly mayStay: boolean;
}

/** A request that writes. */
export interface WriteRequest {
  readonly key: string;
  /** Method, path and body as text: with the same key, equal texts are the same write. */
  readonly write: string;
  /** The limits that it sets, by name. */
  readonly sets: ReadonlyMap<string, SetLimit>;
  /** What is wrong with it, so that it must be refused; null if nothing. */
  readonly defect: string | null;
}

/** What is remembered under a key. */
export interface Remembered {
  /** Which write, as in {@link WriteRequest.write}. */
  readonly write: string;
  /**
   * `refused` for a defect, `declined` although it had none: it may be for what it asks for. `open` if it may or may
   * not have been carried out, or if nothing is said about the key any more.
   */
  readonly outcome: "done" | "refused" | "declined" | "open";
}

/** A write without a known outcome, which may still be carried out. */
export interface LateWrite extends Pick<WriteRequest, "sets" | "write"> {
  /** Its key, if that was its own: carried out late, it is done like any other. null if it was used before. */
  readonly key: string | null;
}

/** The values that a limit may have, as JSON; none stands for any value. */
export type Limits = ReadonlyMap<string, readonly string[]>;

/** One state of things that agrees with everything that was seen. */
export interface World {
  readonly limits: Limits;
  readonly keys: ReadonlyMap<string, Remembered>;
  /** What may still be done, at any time, each once. */
  readonly late: readonly LateWrite[];
  /** The answer given last to each open question. */
  readonly answers: ReadonlyMap<OpenQuestion, string>;
}

/** The world in which nothing has been written yet, with the limits of the card as they were read. */
export function worldWith(limits: ReadonlyMap<string, string>): World {
  return {
    limits: new Map([...limits].map(([name, text]) => [name, [text]])),
    keys: new Map(),
    late: [],
    answers: new Map(),
  };
}

/** The limits after a write was carried out. */
export function limitsAfter(limits: Limits, sets: WriteRequest["sets"]): Limits {
  const next = new Map(limits);
  for (const [name, { text, mayStay }] of sets) {
    const before = limits.get(name) ?? [];
    const isAny = text === null || (mayStay && limits.has(name) && before.length === 0);
    next.set(name, isAny ? [] : [...new Set([text, ...(mayStay ? before : [])])]);
  }
  return next;
}

/** Worlds without duplicates. */
export function distinct(worlds: readonly World[]): readonly World[] {
  return [...new Map(worlds.map((world) => [textOf(world), world])).values()];
}

function textOf({ limits, keys, late, answers }: World): string {
  const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const lateText = late.map(({ sets, key }) => [sorted(sets), key]);
  return JSON.stringify([sorted(limits), sorted(keys), lateText, sorted(answers)]);
}
