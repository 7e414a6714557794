import type { Deadline } from "../transport/deadline.ts";

/** Work that is done once for all who want its result. */
export interface Flight<T> {
  /** True while the work is under way. */
  readonly underWay: boolean;
  /**
   * Waits for the work under way, or begins it. When the last of those who wait is aborted, the work is ended:
   * nothing is sent any more, and the process may end. One whose time is up leaves the work for the next call.
   *
   * @throws what the work throws, or what ended the call.
   */
  join(deadline: Deadline): Promise<T>;
  /** Begins the work, unless it is under way; it then goes on whoever waits for it or not. */
  start(): Promise<T>;
}

/** Makes a flight. */
export function flightOf<T>(work: (signal: AbortSignal) => Promise<T>): Flight<T> {
  let current:
    | { readonly result: Promise<T>; readonly controller: AbortController; waiting: number }
    | undefined;

  function begin() {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => {
      if (current === flight) current = undefined;
    });
    // Told to those who wait, if there are any.
    result.catch(() => undefined);
    const flight = { result, controller, waiting: 0 };
    current = flight;
    return flight;
  }

  return {
    get underWay() {
      return current !== undefined;
    },
    async join(deadline) {
      const flight = current ?? begin();
      flight.waiting += 1;
      try {
        return await deadline.race(flight.result);
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0 && deadline.ended?.code === "aborted") {
          if (current === flight) current = undefined;
          flight.controller.abort(deadline.ended);
        }
      }
    },
    start() {
      const flight = current ?? begin();
      flight.waiting += 1;
      return flight.result;
    },
  };
}
