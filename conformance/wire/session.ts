/**
 * Everything a run sends goes through its session: it counts, records, measures the server's clock, waits
 * where the server asks to, and stops at the run's budget.
 */
import { performance } from "node:perf_hooks";
import { type OperationId, operations } from "../../generated/operations.ts";
import { parseRetryAfter } from "../../src/transport/retry-after.ts";
import type { Bodies } from "./bodies.ts";
import { boundsOf, type ClockOffset, narrow, type OffsetBounds, offsetOf } from "./clock-offset.ts";
import { type Exchange, header, receive } from "./exchange.ts";
import { failed, type Outcome, type Transport, type WireRequest } from "./transport.ts";

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
  /** Most requests that change limits, not counting those that put them back; no bound unless given. */
  readonly writeBudget?: number;
  /** Exchanges that have been made before; with them, nothing is sent. */
  readonly recorded?: readonly Exchange[];
  /** Ends the run, for example on Ctrl-C. */
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
  /** From now on everything is sent, whatever the budget says: for putting limits back. */
  allowEverything(): void;
}

/** Largest body read, in bytes. */
const maximumBytes = 4 * 1024 * 1024;
const mostReceived = 4 * 1024 ** 3;
/** Transport failures in a row after which the server counts as gone. */
const patience = 4;
const ended = "the run was ended before it was complete";
const resends = 2;
const waits = 5;
/** Grace for what must be sent after the end, in milliseconds. */
const graceMs = 10_000;

/** Starts a session; its budget runs from now. */
export function createSession(options: SessionOptions): Session {
  const { now, sleep, transport } = options;
  const endsAt = now() + options.budgetMs;
  const exchanges: Exchange[] = [...(options.recorded ?? [])];
  const gate = createGate(options.concurrency);
  let bounds: OffsetBounds | null = null;
  let failuresInARow = 0;
  let stopped: string | null = options.recorded === undefined ? null : "nothing is sent in this run";
  let everything = false;
  let sent = 0;
  let writes = 0;
  let received = 0;

  async function once(sending: Sending, wire: WireRequest, sentBefore: number): Promise<Exchange> {
    sent += 1;
    const id = `x${sent}`;
    const startedAt = now();
    const began = performance.now();
    const outcome = await attempt(sending, wire);
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
    exchanges.push(exchange);
    learn(exchange, startedAt);
    options.onExchange?.(exchange);
    return exchange;
  }

  async function attempt(sending: Sending, wire: WireRequest): Promise<Outcome> {
    const late = everything;
    if (!late && isWrite(sending.operation)) {
      if (writes >= (options.writeBudget ?? Number.POSITIVE_INFINITY)) {
        return failed("budget", `the write budget of ${options.writeBudget} requests is used up`);
      }
      writes += 1;
    }
    if (!late && stopped !== null) return failed("budget", stopped);
    if (!late && options.signal?.aborted === true) {
      stopped = ended;
      return failed("aborted", stopped);
    }
    const remaining = endsAt - now();
    if (!late && remaining <= 0) {
      stopped = `the run budget of ${options.budgetMs / 1000} s is used up`;
      return failed("budget", stopped);
    }
    return transport(wire, {
      timeoutMs: late
        ? Math.min(options.timeoutMs, graceMs)
        : Math.max(1, Math.min(options.timeoutMs, remaining)),
      maximumBytes,
      ...(late || options.signal === undefined ? {} : { signal: options.signal }),
    });
  }

  function learn(exchange: Exchange, startedAt: number): void {
    if (exchange.response === null) {
      // What we have ended ourselves says nothing about the server.
      if (exchange.failure?.kind === "aborted") stopped ??= ended;
      else if (exchange.failure?.kind !== "budget") failuresInARow += 1;
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

  async function send(sending: Sending): Promise<Exchange> {
    let resent = 0;
    let waited = 0;
    for (;;) {
      const exchange = await gate(
        async () => once(sending, await sending.build(), resent + waited),
        sending.urgent,
      );
      const status = exchange.response?.status;
      const asked = parseRetryAfter(header(exchange, "retry-after"), header(exchange, "date"), now());
      if ((status === 429 || (status === 503 && asked !== undefined)) && waited < waits) {
        const wait = asked ?? 1000;
        if (wait < (everything ? graceMs : endsAt - now())) {
          waited += 1;
          await pause(wait);
          continue;
        }
      }
      const again = exchange.failure?.kind === "reset" || exchange.failure?.kind === "cut-short";
      if (again && resent < resends && stopped === null) {
        resent += 1;
        continue;
      }
      return exchange;
    }
  }

  function pause(milliseconds: number): Promise<void> {
    const signal = everything ? undefined : options.signal;
    return endedEarly(sleep(milliseconds, signal), signal);
  }

  return {
    exchanges,
    send,
    sleep: pause,
    remainingMs: () => endsAt - now(),
    clock: () => offsetOf(bounds),
    serverNow: () => now() + (offsetOf(bounds)?.offsetMs ?? 0),
    stopped: () => stopped,
    allowEverything: () => {
      everything = true;
    },
  };
}

/** True for an operation that changes limits. */
export function isWrite(operation: OperationId | null): boolean {
  return operation !== null && operations[operation].signed !== null;
}

/** Resolves with the wait, or at once when the run is ended. */
async function endedEarly(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return wait;
  if (signal.aborted) return;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
    signal.addEventListener("abort", end, { once: true });
  });
  await Promise.race([wait, ended]);
  signal.removeEventListener("abort", end);
}

/** Lets at most `size` tasks run at the same time: urgent ones first, others in the order in which they came. */
function createGate(size: number): <T>(task: () => Promise<T>, urgent?: boolean) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (task, urgent = false) => {
    if (free === 0) await new Promise<void>((resolve) => waiting[urgent ? "unshift" : "push"](resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
