/**
 * Everything a run sends goes through its session. A request waits for its turn ({@link createGate},
 * {@link createPace}), is built, is sent unless the run has to stop ({@link createStop}), and is recorded; if
 * the server asks to wait, or the connection broke, it is built and sent again.
 */

import { performance } from "node:perf_hooks";
import { type OperationId, operations } from "../../generated/operations.ts";
import { parseRetryAfter } from "../../src/http/http-date.ts";
import type { Bodies } from "./bodies.ts";
import { type ClockOffset, createServerClock } from "./clock-offset.ts";
import { type Exchange, header, isForLater, receive, succeeded } from "./exchange.ts";
import { createGate } from "./gate.ts";
import { isWrite } from "./is-write.ts";
import { type AskedPause, createPace } from "./pace.ts";
import { type Budgets, createStop } from "./stop.ts";
import type { Outcome, Transport, WireRequest } from "./transport.ts";

/** What a session needs from outside. */
export interface SessionOptions extends Budgets {
  readonly transport: Transport;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits, or returns early when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Timeout of one exchange in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of simultaneous exchanges. */
  readonly concurrency: number;
  /** Maximum requests per second; unlimited by default. */
  readonly ratePerSecond?: number;
  /** Exchanges made earlier; if given, nothing is sent. */
  readonly recorded?: readonly Exchange[];
  /** Stores the bodies of responses; in memory by default. */
  readonly keep?: Bodies["keep"];
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A request to send: its purpose, and how to build it. It is built anew for every attempt. */
export interface Sending {
  readonly purpose: string;
  readonly operation: OperationId | null;
  readonly alteration?: string | null;
  readonly build: () => Promise<WireRequest>;
  /** What has to come before it can be built, such as a new token; asked when it is its turn. */
  readonly lacks?: () => Promise<unknown> | null;
  /** True if it must not wait behind other requests, such as the use of a cursor. */
  readonly urgent?: boolean;
}

/** How fast a run goes. */
export interface Speed {
  /** The most requests in a second that the server takes; infinite where no limit was met. */
  readonly perSecond: number;
  /** How long an answer takes, in milliseconds: the median of the last ones. */
  readonly latencyMs: number;
}

/** The wire of one run. */
export interface Session {
  readonly exchanges: readonly Exchange[];
  send(sending: Sending): Promise<Exchange>;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds left of the budget. */
  remainingMs(): number;
  /** What the Date headers say so far; null if none was seen. */
  clock(): ClockOffset | null;
  /** Milliseconds since the epoch by the server's clock, as accurately as it is known. */
  serverNow(): number;
  /**
   * The whole seconds by which a timestamp has to be older or younger than a bound, so that it is so by the server's
   * clock, whenever the request arrives; null if the clock is not known well enough.
   *
   * @param arrivalMs - How long the request takes at most; by default, as long as the slowest of the last ones.
   */
  marginSeconds(arrivalMs?: number): number | null;
  /** How fast requests can be sent and answered, as far as that is known. */
  speed(): Speed;
  /** Why the session stopped sending, or null. */
  stopped(): string | null;
  /** Why requests as specified were given up when the server limits their number; null if none was. */
  limited(): string | null;
  /** Sends a request of this session once more, built anew; null for an unknown id. */
  resend(id: string): Promise<Exchange | null>;
  /** The same session with its own log, which starts here. */
  fromNow(): Session;
  /** The same session, but it sends even after the run has been ended: for putting things back. */
  afterEnd(): Session;
}

/** Largest body read, in bytes. */
const maximumBytes = 4 * 1024 * 1024;
/** How often a request is sent again if the connection broke. */
const resends = 2;
/** How often a request is sent again if the server asked to wait. */
const mostWaits = 5;
/** How often a request gives up its turn for what it lacks. */
const mostDelays = 3;
/** Placeholder for the reason from the pace, which may know more later. */
const limitReached = "the server takes no request for now";
/** Milliseconds to wait if the server does not say how long: the first, doubled each time, and the longest. */
const [unsaidWaitMs, longestUnsaidWaitMs] = [200, 2000];
/** Of how many of the last responses the slowest shows how slow the next one may be. */
const latest = 20;
/** Extra time for what must be sent after the end, in milliseconds. */
const graceMs = 10_000;
/** Longest pause a server may ask for before what must be sent after the end, in milliseconds. */
const gracePauseMs = 60_000;

/** Starts a session; its budget runs from now. */
export function createSession(options: SessionOptions): Session {
  const { now, sleep, transport, timeoutMs } = options;
  /** The log of each view of this session. */
  const logs: Exchange[][] = [];
  const sendings = new Map<string, Sending>();
  const gate = createGate(options.concurrency);
  const pace = createPace(now(), options.ratePerSecond);
  const clock = createServerClock();
  const run = createStop(options, now, options.recorded === undefined ? null : "nothing is sent in this run");
  let waitedLate = 0;

  /** Sends a request until there is a response to keep; retries after a pause or a broken connection. */
  async function send(sending: Sending, late: boolean): Promise<Exchange> {
    let resent = 0;
    let waited = 0;
    let delays = 0;
    for (;;) {
      const isUrgent = sending.urgent === true || delays > 0;
      const exchange = await gate(async () => {
        await turn(kindOf(sending), late);
        const lacking = delays < mostDelays ? (sending.lacks?.() ?? null) : null;
        // What it lacks needs a turn of its own: this one is given up.
        if (lacking !== null) return { lacking };
        return once(sending, resent + waited, late);
      }, isUrgent);
      if ("lacking" in exchange) {
        await exchange.lacking;
        delays += 1;
        continue;
      }
      const isBroken = exchange.failure?.kind === "reset" || exchange.failure?.kind === "cut-short";
      if (isWaitedFor(exchange, sending, waited, late)) waited += 1;
      else if (isBroken && resent < resends && (late || run.reason() === null)) resent += 1;
      else return exchange;
    }
  }

  /** Waits until a request may be sent. */
  async function turn(kind: string, late: boolean): Promise<void> {
    const first = pace.turn(kind, now());
    if (first > 0) await pause(first, late);
    // The server may have asked for a pause in the meantime; after it, requests do not come all at once either.
    const asked = first > 0 && pace.paused(now()) > 0 ? pace.turn(kind, now()) : 0;
    if (asked > 0) await pause(asked, late);
  }

  async function once(sending: Sending, sentBefore: number, late: boolean): Promise<Exchange> {
    const { purpose, operation, alteration = null } = sending;
    const startedAt = now();
    const request = await sending.build();
    const id = `x${sendings.size + 1}`;
    sendings.set(id, sending);
    const sentAt = now();
    const began = performance.now();
    const { response, failure, resent = 0 } = await attempt(operation, request, late);
    const exchange: Exchange = {
      id,
      purpose,
      operation,
      alteration,
      sentBefore: sentBefore + resent,
      startedAt,
      durationMs: performance.now() - began,
      endedAt: now(),
      request,
      response:
        response === null ? null : receive(response.status, response.headers, response.body, options.keep),
      failure,
    };
    for (const log of logs) log.push(exchange);
    run.learn(exchange);
    clock.learn(header(exchange, "date"), sentAt, exchange.endedAt);
    options.onExchange?.(exchange);
    return exchange;
  }

  async function attempt(
    operation: OperationId | null,
    request: WireRequest,
    late: boolean,
  ): Promise<Outcome> {
    if (late) return transport(request, { timeoutMs: Math.min(timeoutMs, graceMs), maximumBytes });
    const writes = isWrite(operation);
    const refused = run.refusal(writes);
    if (refused !== null) return refused;
    const limits = { timeoutMs: Math.max(1, Math.min(timeoutMs, run.remainingMs())), maximumBytes };
    // A write is never aborted: it would be unknown whether, and when, the server carries it out.
    const { signal } = options;
    return transport(request, writes || signal === undefined ? limits : { ...limits, signal });
  }

  /** True if the server asks to wait and the run does so; the request may then be sent again. */
  function isWaitedFor(exchange: Exchange, sending: Sending, waited: number, late: boolean): boolean {
    const kind = kindOf(sending);
    const asked = askedPause(exchange, now(), waited);
    if (asked === null) {
      if (exchange.response !== null && !isForLater(exchange))
        pace.taken(kind, exchange.startedAt, succeeded(exchange));
      return false;
    }
    const left = late ? gracePauseMs - waitedLate : run.remainingMs();
    const isWorthWaiting = waited < mostWaits && pace.isWorthWaiting(kind);
    const isKept = asked.milliseconds < left && isWorthWaiting && (late || run.reason() === null);
    pace.asked(kind, now(), { ...asked, isKept });
    if (isKept) {
      if (late) waitedLate += asked.milliseconds;
      return true;
    }
    if (waited >= mostWaits) pace.waitedInVain(kind);
    if (exchange.alteration === null) pace.gaveUp(kind);
    if (pace.isAtAnEnd()) run.stop(limitReached);
    return false;
  }

  const pause = (milliseconds: number, late: boolean) =>
    sleep(milliseconds, late ? undefined : options.signal);

  const view = (exchanges: Exchange[], late: boolean): Session => ({
    exchanges,
    send: (sending) => send(sending, late),
    resend: async (id) => {
      const sending = sendings.get(id);
      return sending === undefined ? null : send(sending, late);
    },
    sleep: (milliseconds) => pause(milliseconds, late),
    remainingMs: run.remainingMs,
    clock: clock.offset,
    serverNow: () => now() + (clock.offset()?.offsetMs ?? 0),
    marginSeconds: (arrivalMs = Math.max(0, ...exchanges.slice(-latest).map(durationOf))) =>
      clock.margin(arrivalMs),
    speed: () => {
      const free = pace.freeShare(now());
      const latencyMs = medianOf(exchanges.slice(-latest).map(durationOf));
      return { perSecond: pace.perSecond() * free, latencyMs: latencyMs / free };
    },
    stopped: () => (run.reason() === limitReached ? pace.problem() : run.reason()),
    limited: pace.problem,
    fromNow: () => view(logged([]), late),
    afterEnd: () => view(exchanges, true),
  });
  const logged = (log: Exchange[]) => {
    logs.push(log);
    return log;
  };
  return view(logged([...(options.recorded ?? [])]), false);
}

const durationOf = ({ startedAt, endedAt }: Exchange): number => endedAt - startedAt;

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** How long the server asks to wait for a request that has waited so often before; null if it does not. */
function askedPause(exchange: Exchange, now: number, waited: number): Omit<AskedPause, "isKept"> | null {
  if (!isForLater(exchange)) return null;
  const asked = parseRetryAfter(header(exchange, "retry-after"), header(exchange, "date"), now);
  // A 503 may also be the response to the alteration: only one that asks to wait is temporary.
  const isAltered = exchange.response?.status === 503 && exchange.alteration !== null;
  if (asked === undefined && isAltered) return null;
  const isLimit = exchange.response?.status === 429;
  const guessed = Math.min(longestUnsaidWaitMs, unsaidWaitMs * 2 ** waited);
  return { milliseconds: asked ?? guessed, isSaid: asked !== undefined, isLimit };
}

/** How a request is counted when the server limits the number of requests. */
function kindOf({ operation }: Sending): string {
  return operation === null ? "other paths" : `${operations[operation].method} ${operations[operation].path}`;
}
