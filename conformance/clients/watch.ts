/** A sandbox that keeps what a client sends to it, under some weather. */
import type { KeyObject } from "node:crypto";
import { api, type OperationId } from "../../generated/operations.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../sandbox/app.ts";
import { createClock } from "../sandbox/clock.ts";
import { operationOf, type SandboxRequest } from "../sandbox/request.ts";
import { type Seams, specified } from "../sandbox/seams.ts";
import { CutShort } from "../sandbox/serve.ts";
import { receive } from "../wire/exchange.ts";
import { wait } from "../wire/wait.ts";
import type { Effect, Seen } from "./evidence.ts";
import { cut, hang, queueOf, type Silence, type Step, stepFor, type Weather, withhold } from "./weather.ts";

/** Options of a watched sandbox. */
export interface WatchOptions extends Omit<SandboxOptions, "clock" | "faults" | "onResponse"> {
  readonly publicKey: KeyObject;
  readonly scenario: string;
  readonly weather: Weather;
  /** What the ids of exchanges begin with; they are unique in a run. */
  readonly ids: string;
  /** True time, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** True to serve what has a wrong field or header as if it were right: who is at the beginning sees more at once. */
  readonly isLenient?: boolean;
  /** Requests after which the client is no longer served, since it is in a loop; no bound unless given. */
  readonly most?: number;
  /** Waits before an answer that takes a moment; in real time unless given. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Waits where an answer never comes; for ever unless given, so that it is the client that ends it. */
  readonly hanging?: () => Promise<void>;
  /** Called when the answer to a request is on its way, or is withheld. */
  readonly onSeen?: (seen: Seen) => void;
}

/** A watched sandbox. */
export interface Watch {
  /** Handles a request. @throws Withheld where the client is to get no answer. */
  fetch(request: Request): Promise<Response>;
  readonly sandbox: Sandbox;
  /** Every request that was answered, or whose answer was withheld, in the order of arrival. */
  readonly seen: readonly Seen[];
  readonly effects: readonly Effect[];
  /** True once the weather has done all that it had to do. */
  isOver(): boolean;
}

/** The connection is to be closed without an answer. */
export class Withheld extends Error {
  override readonly name = "Withheld";
}

/** What the seams learn about a request, before it becomes something that was seen. */
interface Note {
  readonly id: string;
  /** How many requests had arrived with it. */
  readonly count: number;
  readonly step: Step | null;
  operation: OperationId | null;
  path: string;
  condition: string | null;
  problem: string | null;
  withheld: Seen["withheld"];
  hangs: boolean;
  isCut: boolean;
}

/** Reasons to refuse a request that say who the client is or what it means: all others are forgiven. */
const essential = /^(?:client-|token\.|body|parameter|cursor|limit|unknown-item|not-found)|\.reused$/;

/** Milliseconds. */
const second = 1000;

const forEver = () => new Promise<never>(() => {});

const lost: Seen["failure"] = { kind: "reset", message: "the answer was withheld from the client" };
const notAwaited: Seen["failure"] = { kind: "timeout", message: "the client did not wait for the answer" };
const neverCame: Seen["failure"] = { kind: "timeout", message: "the client was kept waiting for the answer" };

/** Creates one. It never judges: it only keeps. */
export function createWatch(options: WatchOptions): Watch {
  const {
    scenario,
    weather,
    ids,
    now = Date.now,
    isLenient = false,
    most = Number.POSITIVE_INFINITY,
    hanging = forEver,
    pause = wait,
    onSeen,
    ...rest
  } = options;
  const notes = new WeakMap<Headers, Note>();
  const queue = queueOf(weather);
  // By arrival: an answer may be ready before that to an earlier request.
  const seen: Seen[] = [];
  const effects: Effect[] = [];
  let count = 0;
  let events = 0;

  const noteOf = ({ headers }: { headers: Headers }): Note => notes.get(headers) as Note;
  const withheld = (note: Note, side: "before" | "after", silence: Silence = withhold): never => {
    note.withheld = side;
    note.hangs = silence === hang;
    throw new Withheld(note.step?.name);
  };
  const seams: Partial<Seams> = {
    intercept: (context) => {
      const step = stepFor(queue, context);
      count += 1;
      const note: Note = {
        id: `${ids}${count}`,
        count,
        step,
        operation: context.operation,
        path: context.request.path,
        condition: null,
        problem: null,
        withheld: null,
        hangs: false,
        isCut: false,
      };
      notes.set(context.request.headers, note);
      if (count > most) return withheld(note, "before");
      const reply = step?.before?.(context) ?? null;
      return reply === withhold || reply === hang ? withheld(note, "before", reply) : reply;
    },
    skipsCheck: (condition) => isLenient && !essential.test(condition),
    page: (request, context) => {
      const page = specified.page(request, context);
      return noteOf(context.request).step?.page?.(request, page, context) ?? page;
    },
    apply: (change, context) => {
      specified.apply(change, context);
      effects.push({ exchange: noteOf(context.request).id, changes: structuredClone(change.changes) });
    },
    reply: (reply, context) => {
      const note = noteOf(context.request);
      note.condition = reply.problem?.condition ?? null;
      note.problem = reply.problem?.message ?? null;
      const changed = note.step?.after?.(reply, context) ?? reply;
      if (changed === withhold || changed === hang) return withheld(note, "after", changed);
      if (changed !== cut) return changed;
      note.withheld = "after";
      note.isCut = true;
      return reply;
    },
  };
  const clock = createClock(now);
  clock.advance(weather.clockMs ?? 0);
  const choices = weather.choices === undefined ? {} : { choices: weather.choices };
  const { answersMs = [], tokenAtMs, prefix = "" } = weather;
  let turn = 0;
  const work = async (request: SandboxRequest) => {
    if (tokenAtMs !== undefined && operationOf(request) === api.token)
      await pause((second + tokenAtMs - (now() % second)) % second);
  };
  const slowness = tokenAtMs === undefined ? {} : { work };
  const sandbox = createSandbox({ ...rest, ...choices, ...slowness, prefix, clock, faults: [seams] });

  return {
    sandbox,
    get seen() {
      // Those that are still to be answered leave holes.
      return seen.filter(() => true);
    },
    effects,
    isOver: () => queue.every(({ left }) => left === 0 || left === Number.POSITIVE_INFINITY),
    async fetch(request) {
      const startedAt = now();
      const arrived = ++events;
      const headers = new Headers(request.headers);
      const body = await request.clone().text();
      const outcome = await sandbox.fetch(request).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      );
      const note = notes.get(request.headers);
      const response = "response" in outcome ? outcome.response : null;
      const answer = response === null ? null : Buffer.from(await response.clone().arrayBuffer());
      const keep = (isReceived: boolean): void => {
        if (note === undefined) return;
        const endedAt = now();
        seen[note.count - 1] = {
          id: note.id,
          purpose: scenario,
          operation: note.operation,
          alteration: note.step === null ? null : `weather: ${note.step.name}`,
          sentBefore: 0,
          startedAt,
          durationMs: endedAt - startedAt,
          endedAt,
          request: {
            method: request.method,
            url: request.url,
            headers: [...headers],
            body: body === "" ? null : body,
          },
          response:
            isReceived && response !== null && answer !== null
              ? receive(response.status, [...response.headers], answer)
              : null,
          failure: isReceived
            ? null
            : response !== null && !note.isCut
              ? notAwaited
              : note.hangs
                ? neverCame
                : lost,
          arrived,
          answered: ++events,
          path: note.path,
          query: new URL(request.url).searchParams,
          headers,
          body,
          condition: note.condition,
          problem: note.problem,
          withheld: note.withheld ?? (isReceived ? null : "after"),
          weather: note.step === null ? [] : [note.step.name],
        };
      };
      // After all is done: an answer may be under way for so long that what it says has ended meanwhile, or that nobody
      // waits for it any more.
      if (answersMs.length > 0) {
        keep(false);
        await pause(answersMs[turn++ % answersMs.length] ?? 0);
      }
      if (!request.signal.aborted) keep(response !== null && note?.isCut !== true);
      const kept = note === undefined ? undefined : seen[note.count - 1];
      if (kept !== undefined) onSeen?.(kept);
      if (response !== null && answer !== null)
        return note?.isCut === true ? halfOf(response, answer) : response;
      if (note?.hangs === true) await hanging();
      throw (outcome as { error: unknown }).error;
    },
  };
}

/** The same answer, whose body ends with an error in the middle. */
function halfOf({ status, headers }: Response, body: Buffer): Response {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(body.subarray(0, body.length / 2)));
    },
    pull(controller) {
      controller.error(new CutShort({ status, headers: [...headers], body }));
    },
  });
  return new Response(stream, { status, headers });
}
