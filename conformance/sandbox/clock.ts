/** A clock that can be moved, so that an hour or a day passes at once. */
export interface TurnableClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Moves the clock forward (or back, when negative) by `milliseconds`. */
  advance(milliseconds: number): void;
}

/**
 * Creates a clock that can be moved.
 *
 * @param source - The underlying clock, in milliseconds; the system clock unless given. A constant stops it.
 */
export function createClock(source: () => number = Date.now): TurnableClock {
  let turned = 0;
  return {
    now: () => source() + turned,
    advance: (milliseconds) => {
      turned += milliseconds;
    },
  };
}
