/** How fast a run may go: below a rate that is known, and not before the server takes requests again. */
import { duration } from "../report/text.ts";

/** The pace of one run. Times are milliseconds since the epoch. */
export interface Pace {
  /** Takes a turn and returns for how many milliseconds to wait until then. */
  turn(now: number): number;
  /** A request was taken. */
  taken(): void;
  /** The server asks for a pause of so many milliseconds. Where it is kept, it holds for all requests. */
  asked(now: number, milliseconds: number, isKept: boolean): void;
  /** A request as specified was given up, since the server asked for more time than there is. */
  gaveUp(): void;
  /** How many requests in a row the server did not take, for now. */
  refusedInARow(): number;
  /** Why requests had to be given up, in words; null where none was. */
  problem(): string | null;
}

/**
 * Makes the pace of a run.
 *
 * @param now - When the run starts.
 * @param ratePerSecond - Most requests in a second; no bound unless given.
 */
export function createPace(now: number, ratePerSecond = Number.POSITIVE_INFINITY): Pace {
  const interval = 1000 / ratePerSecond;
  let windowStart = now;
  let takenInWindow = 0;
  let nextAt = now;
  let pausedUntil = now;
  let refusedInARow = 0;
  let allowance: string | null = null;
  let givenUp = false;
  return {
    turn: (time) => {
      const at = Math.max(time, nextAt, pausedUntil);
      nextAt = at + interval;
      return at - time;
    },
    taken: () => {
      takenInWindow += 1;
      refusedInARow = 0;
    },
    asked: (time, milliseconds, isKept) => {
      refusedInARow += 1;
      const until = time + milliseconds;
      if (takenInWindow > 0) {
        allowance = `the server allows about ${takenInWindow} requests in ${duration(until - windowStart)}`;
        takenInWindow = 0;
        windowStart = until;
      }
      if (isKept) pausedUntil = Math.max(pausedUntil, until);
    },
    gaveUp: () => {
      givenUp = true;
    },
    refusedInARow: () => refusedInARow,
    problem: () =>
      givenUp
        ? `${allowance ?? "the server takes no request for now (429 or 503)"}; --rate N keeps below a limit, a longer --budget waits for it`
        : null,
  };
}
