import { onAbort } from "../core/abort.ts";
import type { Deadline } from "../core/deadline.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { race } from "../core/wait.ts";

/** Work that is done once for all callers that want its result. */
export interface Flight<T> {
  /** True while the work is in progress. */
  readonly underWay: boolean;
  /**
   * Waits for the work in progress, or starts it. When a call is aborted and no other call still waits, the
   * work is ended too: nothing more is sent, and the process may end. A call that times out leaves the work
   * running for the next one.
   *
   * @param deadline - Deadline of the call that waits, or that continues alongside the work.
   * @throws what the work throws, or what ended the call.
   */
  join(deadline: Deadline): Promise<T>;
}

/**
 * Creates a flight.
 *
 * @param work - Receives the signal that ends it, and the deadline of the call that started it.
 */
export function flightOf<T>(work: (signal: AbortSignal, deadline: Deadline) => Promise<T>): Flight<T> {
  let current: ReturnType<typeof begin> | undefined;

  function begin(deadline: Deadline) {
    const controller = new AbortController();
    const result = work(controller.signal, deadline).finally(() => {
      if (current === flight) current = undefined;
    });
    const flight = { result, controller, calls: new Set<Deadline>() };
    current = flight;
    return flight;
  }

  return {
    get underWay() {
      return current !== undefined;
    },
    join(deadline) {
      const flight = current ?? begin(deadline);
      flight.calls.add(deadline);
      const { signal } = deadline;
      // Immediately: a call that comes after the abort finds no work in progress and starts its own.
      const forget = onAbort(signal, () => {
        flight.calls.delete(deadline);
        const ended = signal.reason as PartnerCardError;
        if (ended.code !== "aborted" || ![...flight.calls].every(({ over }) => over)) return;
        if (current === flight) current = undefined;
        flight.controller.abort(ended);
      });
      return race(flight.result, signal).finally(() => {
        forget();
        flight.calls.delete(deadline);
      });
    },
  };
}
