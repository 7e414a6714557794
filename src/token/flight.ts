import { onAbort } from "../core/abort.ts";
import type { Deadline } from "../core/deadline.ts";
import type { PartnerCardError } from "../core/errors.ts";
import { race } from "../core/wait.ts";

/** Work that is done once for all who want its result. */
export interface Flight<T> {
  /** True while the work is under way. */
  readonly underWay: boolean;
  /**
   * Waits for the work under way, or begins it. When a call is aborted and no other one that joined goes on, the
   * work is ended too: nothing is sent any more, and the process may end. A call whose time is up leaves the work
   * for the next one.
   *
   * @param deadline - Of the call that waits, or that goes on beside the work.
   * @throws what the work throws, or what ended the call.
   */
  join(deadline: Deadline): Promise<T>;
}

/**
 * Makes a flight.
 *
 * @param work - Gets the signal that ends it, and the deadline of the call that it was begun for.
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
      // At once: whoever comes after the abort finds no work under way, and begins its own.
      const forget = onAbort(signal, () => {
        flight.calls.delete(deadline);
        const ended: PartnerCardError = signal.reason;
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
