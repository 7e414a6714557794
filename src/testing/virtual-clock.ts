import type { Cancel, Deps } from "../core/deps.ts";

/** A clock that only moves when a test says so. */
export interface VirtualClock extends Deps {
  /** Advances the time, running the timers that become due. */
  advance(ms: number): void;
  /** Every deliberate wait requested, in milliseconds. */
  readonly waits: number[];
  /** Number of timers that have neither fired nor been cancelled. */
  readonly pending: number;
  /** True (the default): waits end by themselves. False: the test advances past them. */
  skipWaits: boolean;
  /** What `random` returns. */
  dice: number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that starts at noon UTC on 1 January 2026. */
export function virtualClock(start = Date.UTC(2026, 0, 1, 12)): VirtualClock {
  let elapsed = 0;
  let uuids = 0;
  const timers = new Set<Timer>();
  const waits: number[] = [];
  const schedule = (ms: number, callback: () => void): Cancel => {
    const timer = { at: elapsed + ms, callback };
    timers.add(timer);
    return () => {
      timers.delete(timer);
    };
  };
  const advance = (ms: number) => {
    const end = elapsed + ms;
    for (;;) {
      const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      timers.delete(due);
      elapsed = Math.max(elapsed, due.at);
      due.callback();
    }
    elapsed = end;
  };
  const clock: VirtualClock = {
    advance,
    waits,
    skipWaits: true,
    dice: 0.5,
    get pending() {
      return timers.size;
    },
    now: () => start + elapsed,
    monotonic: () => elapsed,
    random: () => clock.dice,
    uuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, "0")}`,
    timeout: schedule,
    sleep(ms, callback) {
      waits.push(ms);
      const cancel = schedule(ms, callback);
      if (clock.skipWaits) setImmediate(() => advance(Math.max(0, ms)));
      return cancel;
    },
  };
  return clock;
}
