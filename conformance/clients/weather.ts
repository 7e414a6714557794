/** What a lawful server and a real network may do to a client: scripted, counted, never random. */
import type { Choices } from "../sandbox/choices.ts";
import type { SandboxResponse } from "../sandbox/response.ts";
import type { Page, PageRequest, RequestContext } from "../sandbox/seams.ts";

/** Said instead of an answer: the connection is closed without one. */
export const withhold = Symbol("the answer is withheld");

/** Said instead of an answer: none comes, and the connection stays open. */
export const hang = Symbol("the answer never comes");

/** Said instead of an answer: half of its body arrives, and then the connection is closed. */
export const cut = Symbol("the answer is cut short");

/** What is said where there is no answer, or not all of it. */
export type Silence = typeof withhold | typeof hang | typeof cut;

/** Silence before anything is carried out: then there is no answer to cut short. */
export type EarlySilence = Exclude<Silence, typeof cut>;

/** One adversity, at one logical point. */
export interface Step {
  /** What happens, for people: "the answer is lost". */
  readonly name: string;
  /** True for a request that it waits for. */
  readonly at: (context: RequestContext) => boolean;
  /** How many such requests pass before the first one it acts on; none by default. */
  readonly skip?: number;
  /**
   * On how many it acts: at most two in a row, so that nobody is judged by patience, or on all of them, where nothing
   * but the end of patience is judged.
   */
  readonly times: number;
  /** Acts before anything is checked or carried out; null lets the request pass. */
  readonly before?: (context: RequestContext) => SandboxResponse | EarlySilence | null;
  /** Which items the page has. */
  readonly page?: (request: PageRequest, page: Page, context: RequestContext) => Page;
  /** Acts once the request is carried out and its answer is ready. */
  readonly after?: (reply: SandboxResponse, context: RequestContext) => SandboxResponse | Silence;
}

/** A kind of weather. */
export interface Weather {
  readonly id: string;
  /** What it is like, in a sentence. */
  readonly title: string;
  /** Why a server that keeps the specification may do this, or what stands between it and the client. */
  readonly lawful: string;
  /** What a client may do then: words that follow "a client may". */
  readonly may: string;
  /** What it must not do, with the rules that find it: words that follow "and must not". */
  readonly mustNot: string;
  readonly steps: readonly Step[];
  /**
   * Ids of checks that fail a server with it although it is lawful: who is refused everything cannot tell a server
   * that refuses from one that does not serve.
   */
  readonly looksLike?: readonly string[];
  /** True where a client waits as long as it waits for any answer: such scenarios are begun first. */
  readonly isLong?: true;
  /** How far the sandbox's clock is from true time, in milliseconds; none by default. */
  readonly clockMs?: number;
  /** How long answers are under way, in milliseconds, in turn; no time by default. */
  readonly answersMs?: readonly number[];
  /** True where the body of each answer arrives in pieces, with time between them. */
  readonly isInPieces?: true;
  /** What client id and secret end with, after letters and digits. */
  readonly credentialsEnd?: string;
  /** The path of the base URL, as "/partner"; none by default. */
  readonly prefix?: string;
  /** The time zone in which a program is started; that of its surroundings by default. */
  readonly timeZone?: string;
  /** When in a second a token is issued, in milliseconds after its beginning; at once by default. */
  readonly tokenAtMs?: number;
  /** Other answers to open questions than the sandbox's own. */
  readonly choices?: Choices;
}

/** A step of a weather that is under way. */
export interface Queued {
  readonly step: Step;
  /** How many requests it still lets pass, and on how many it still acts. */
  skip: number;
  left: number;
}

/** The steps of a weather at its beginning. */
export function queueOf({ steps }: Weather): Queued[] {
  return steps.map((step) => ({ step, skip: step.skip ?? 0, left: step.times }));
}

/**
 * Takes the step that a request meets off the queue. It is taken before anything is awaited, so that two requests
 * at the same time can't meet the same one.
 */
export function stepFor(queue: readonly Queued[], context: RequestContext): Step | null {
  for (const queued of queue) {
    if (queued.left === 0 || !queued.step.at(context)) continue;
    if (queued.skip > 0) {
      queued.skip -= 1;
      continue;
    }
    queued.left -= 1;
    return queued.step;
  }
  return null;
}

/** No weather at all. */
export const calm: Weather = {
  id: "calm",
  title: "Everything works.",
  lawful: "It is the service as specified.",
  may: "do its task as it likes",
  mustNot: "break any rule",
  steps: [],
};
