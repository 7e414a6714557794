/**
 * Everything a run sends goes through its session: it counts, records, measures the server's clock, waits
 * where the server asks to, and stops at the run's budget.
 */

import { performance } from "node:perf_hooks";
import { type OperationId, operations } from "../../generated/operations.ts";
import { onAbort } from "../../src/core/abort.ts";
import { parseRetryAfter } from "../../src/http/http-date.ts";
import { endingOf } from "../base/run-ended.ts";
import type { Bodies } from "./bodies.ts";
import { boundsOf, type ClockOffset, narrow, type OffsetBounds, offsetOf } from "./clock-offset.ts";
import { type Exchange, header, isForLater, receive } from "./exchange.ts";
import { createGate } from "./gate.ts";
import { createPace } from "./pace.ts";
import { failed, type Outcome, type Transport, type WireRequest } from "./transport.ts";
import { isWriteOperation } from "./write-form.ts";

/** What a session needs from outside. */
export interface SessionOptions {
  readonly transport: Transport;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits; it may end early when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds for one exchange. */
  readonly timeoutMs: number;
  /** Milliseconds for the whole run. */
  readonly budgetMs: number;
  /** Exchanges at the same time. */
  readonly concurrency: number;
  /** Most requests in a second; no bound unless given. */
  readonly ratePerSecond?: number;
  /** Most requests that change limits, not counting those that put them back; no bound unless given. */
  readonly writeBudget?: number;
  /** Exchanges that have been made before; with them, nothing is sent. */
  readonly recorded?: readonly Exchange[];
  /** Ends the run, for example on Ctrl-C; its reason may be a RunEnded. */
  readonly signal?: AbortSignal;
  /** Most bytes of bodies that a run takes in, since it keeps them; 4 GiB unless given. */
  readonly receiveBudget?: number;
  /** Keeps the bodies of responses; in memory unless given. */
  readonly keep?: Bodies["keep"];
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A request to send: what it is for, and how to make it. It is made anew for every attempt. */
export interface Sending {
  readonly purpose: string;
  readonly operation: OperationId | null;
  readonly alteration?: string | null;
  readonly build: () => Promise<WireRequest>;
  /** True for what must not wait behind other requests, such as the use of a cursor. */
  readonly urgent?: boolean;
}

/** The wire of one run. */
export interface Session {
  readonly exchanges: readonly Exchange[];
  send(sending: Sending): Promise<Exchange>;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds left of the budget. */
  remainingMs(): number;
  /** What the Date headers say so far; null where none was seen. */
  clock(): ClockOffset | null;
  /** Milliseconds since the epoch by the server's clock, as well as it is known. */
  serverNow(): number;
  /** Why the session stopped sending, or null. */
  stopped(): string | null;
  /** Why requests as specified were given up, where the server limits their number; null where none was. */
  limited(): string | null;
  /** Sends a request of this session once more, made anew; null for an id that it does not know. */
  resend(id: string): Promise<Exchange | null>;
  /** The same session with a log of its own, which starts here. */
  fromNow(): Session;
  /** The same session, which sends even when the run has been ended: for putting limits back. */
  afterEnd(): Session;
}

/** Largest body read, in bytes. */
const maximumBytes = 4 * 1024 * 1024;
const mostReceived = 4 * 1024 ** 3;
/** Transport failures in a row after which the server counts as gone. */
const patience = 4;
const resends = 2;
const mostWaits = 5;
/** Stands for what the pace says, which may know more later. */
const limitReached = "the server takes no request for now";
/** Milliseconds to wait where the server does not say for how long. */
const unsaidWaitMs = 1000;
/** Grace for what must be sent after the end, in milliseconds. */
const graceMs = 10_000;
/** Longest pause that a server may ask for before what must be sent after the end, in milliseconds. */
const gracePauseMs = 60_000;

/** Starts a session; its budget runs from now. */
export function createSession(options: SessionOptions): Session {
  const { now, sleep, transport } = options;
  const endsAt = now() + options.budgetMs;
  /** The log of each view of this session. */
  const logs: Exchange[][] = [];
  const sendings = new Map<string, Sending>();
  const gate = createGate(options.concurrency);
  let bounds: OffsetBounds | null = null;
  let failuresInARow = 0;
  let stopped: string | null = options.recorded === undefined ? null : "nothing is sent in this run";
  const pace = createPace(now(), options.ratePerSecond);
  let sent = 0;
  let writes = 0;
  let received = 0;
  let waitedLate = 0;

  async function once(
    sending: Sending,
    wire: WireRequest,
    sentBefore: number,
    late: boolean,
  ): Promise<Exchange> {
    sent += 1;
    const id = `x${sent}`;
    const startedAt = now();
    const began = performance.now();
    const outcome = await attempt(sending, wire, late);
    const durationMs = performance.now() - began;
    const exchange: Exchange = {
      id,
      purpose: sending.purpose,
      operation: sending.operation,
      alteration: sending.alteration ?? null,
      sentBefore: sentBefore + (outcome.resent ?? 0),
      startedAt,
      durationMs,
      endedAt: now(),
      request: wire,
      response:
        outcome.response === null
          ? null
          : receive(outcome.response.status, outcome.response.headers, outcome.response.body, options.keep),
      failure: outcome.failure,
    };
    for (const log of logs) log.push(exchange);
    sendings.set(id, sending);
    learn(exchange, startedAt);
    options.onExchange?.(exchange);
    return exchange;
  }

  async function attempt(sending: Sending, wire: WireRequest, late: boolean): Promise<Outcome> {
    if (!late && isWriteOperation(sending.operation)) {
      if (writes >= (options.writeBudget ?? Number.POSITIVE_INFINITY)) {
        return failed("budget", `the write budget of ${options.writeBudget} requests is used up`);
      }
      writes += 1;
    }
    if (!late && stopped !== null) return failed("budget", stopped);
    if (!late && options.signal?.aborted === true) {
      stopped = endingOf(options.signal).message;
      return failed("aborted", stopped);
    }
    const remaining = endsAt - now();
    if (!late && remaining <= 0) {
      stopped = `the run budget of ${options.budgetMs / 1000} s is used up`;
      return failed("budget", stopped);
    }
    // A write is not broken off: nobody could tell any more whether, and when, the server carries it out.
    const signal = late || isWriteOperation(sending.operation) ? undefined : options.signal;
    return transport(wire, {
      timeoutMs: late
        ? Math.min(options.timeoutMs, graceMs)
        : Math.max(1, Math.min(options.timeoutMs, remaining)),
      maximumBytes,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  function learn(exchange: Exchange, startedAt: number): void {
    if (exchange.response === null) {
      // What we have ended ourselves says nothing about the server.
      if (exchange.failure?.kind === "aborted" && options.signal !== undefined) {
        stopped ??= endingOf(options.signal).message;
      } else if (exchange.failure?.kind !== "budget" && exchange.failure?.kind !== "aborted")
        failuresInARow += 1;
      if (failuresInARow >= patience) {
        stopped ??= `the server has stopped answering (${exchange.failure?.message ?? "no answer"})`;
      }
      return;
    }
    failuresInARow = 0;
    received += exchange.response.bytes;
    const most = options.receiveBudget ?? mostReceived;
    if (received > most)
      stopped ??= `the server has sent more than ${most} bytes, which is all that a run keeps`;
    const seen = boundsOf(header(exchange, "date"), startedAt, now());
    if (seen !== null) bounds = narrow(bounds, seen);
  }

  async function send(sending: Sending, late: boolean): Promise<Exchange> {
    let resent = 0;
    let waited = 0;
    for (;;) {
      const exchange = await gate(async () => {
        const turn = pace.turn(now());
        if (turn > 0) await pause(turn, late);
        // Meanwhile, the server may have asked for a pause.
        const asked = turn > 0 ? pace.paused(now()) : 0;
        if (asked > 0) await pause(asked, late);
        return once(sending, await sending.build(), resent + waited, late);
      }, sending.urgent);
      const asked = askedPause(exchange);
      const kind = kindOf(sending);
      if (asked !== null) {
        const { milliseconds } = asked;
        const left = late ? gracePauseMs - waitedLate : endsAt - now();
        const isWorthWaiting = waited < mostWaits && pace.isWorthWaiting(kind);
        const isKept = milliseconds < left && isWorthWaiting && (late || stopped === null);
        pace.asked(kind, now(), { ...asked, isKept });
        if (isKept) {
          waited += 1;
          if (late) waitedLate += milliseconds;
          continue;
        }
        if (waited >= mostWaits) pace.waitedInVain(kind);
        if (exchange.alteration === null) pace.gaveUp(kind);
        if (pace.isAtAnEnd()) stopped ??= limitReached;
      } else if (exchange.response !== null && !isForLater(exchange)) {
        pace.taken(kind, exchange.startedAt);
      }
      const again = exchange.failure?.kind === "reset" || exchange.failure?.kind === "cut-short";
      if (again && resent < resends && (late || stopped === null)) {
        resent += 1;
        continue;
      }
      return exchange;
    }
  }

  /** For how long the server asks to wait; null where it does not. */
  function askedPause(exchange: Exchange): { milliseconds: number; isSaid: boolean } | null {
    if (!isForLater(exchange)) return null;
    const asked = parseRetryAfter(header(exchange, "retry-after"), header(exchange, "date"), now());
    // A 503 may also be the answer to what was altered: only one that says so is a matter of time.
    const isAltered = exchange.response?.status === 503 && exchange.alteration !== null;
    if (asked === undefined && isAltered) return null;
    return { milliseconds: asked ?? unsaidWaitMs, isSaid: asked !== undefined };
  }

  function pause(milliseconds: number, late: boolean): Promise<void> {
    const signal = late ? undefined : options.signal;
    return endedEarly(sleep(milliseconds, signal), signal);
  }

  const view = (exchanges: Exchange[], late: boolean): Session => ({
    exchanges,
    send: (sending) => send(sending, late),
    resend: async (id) => {
      const sending = sendings.get(id);
      return sending === undefined ? null : send(sending, late);
    },
    sleep: (milliseconds) => pause(milliseconds, late),
    remainingMs: () => endsAt - now(),
    clock: () => offsetOf(bounds),
    serverNow: () => now() + (offsetOf(bounds)?.offsetMs ?? 0),
    stopped: () => (stopped === limitReached ? pace.problem() : stopped),
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

/** What a request counts as where the server takes only so many. */
function kindOf({ operation }: Sending): string {
  return operation === null ? "other paths" : `${operations[operation].method} ${operations[operation].path}`;
}

/** Resolves with the wait, or at once when the run is ended. */
async function endedEarly(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return wait;
  let forget = () => {};
  const ended = new Promise<void>((resolve) => {
    forget = onAbort(signal, resolve);
  });
  await Promise.race([wait, ended]).finally(forget);
}
