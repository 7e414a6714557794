/** How fast a run may go: below a rate that is known, and not before the server takes requests again. */
import { duration } from "../base/text.ts";

/** What a server asks for that takes a request no more, for now. */
export interface AskedPause {
  readonly milliseconds: number;
  /** True where the server says for how long; false where the suite has to guess. */
  readonly isSaid: boolean;
  /** True where the pause is kept; it then holds for all requests. */
  readonly isKept: boolean;
}

/** What was taken before the server took no more. */
interface Allowance {
  readonly startedAt: number;
  readonly refusedAt: number;
  taken: number;
  endsAt: number;
  isSaid: boolean;
  /** True where requests of another kind were taken nevertheless. */
  isForSome: boolean;
}

/** So many requests in a row, of more than one kind, that a server does not take: then it takes none for now. */
const mostRefusedInARow = 8;

/**
 * Makes the pace of a run. Times are milliseconds since the epoch; a kind is a method and a path.
 *
 * @param now - When the run starts.
 * @param ratePerSecond - Most requests in a second; no bound unless given.
 */
export function createPace(now: number, ratePerSecond = Number.POSITIVE_INFINITY) {
  const interval = 1000 / ratePerSecond;
  let windowStart = now;
  let takenInWindow = 0;
  let nextAt = now;
  let pausedUntil = now;
  let refusedInARow: string[] = [];
  let allowance: Allowance | null = null;
  const refused = new Set<string>();
  const inVain = new Set<string>();
  const givenUp = new Set<string>();
  return {
    /** Takes a turn and returns for how many milliseconds to wait until then. */
    turn(time: number): number {
      const at = Math.max(time, nextAt, pausedUntil);
      nextAt = at + interval;
      return at - time;
    },
    /** For how many milliseconds the server has asked to pause; 0 where it has not. */
    paused: (time: number): number => Math.max(0, pausedUntil - time),
    /** A request was taken that had been sent at this time. */
    taken(kind: string, sentAt: number): void {
      refusedInARow = [];
      // An answer that was on its way when the server took no more belongs to what it took before.
      if (allowance !== null && sentAt < allowance.refusedAt) {
        allowance.taken += 1;
        return;
      }
      takenInWindow += 1;
      refused.delete(kind);
      inVain.delete(kind);
    },
    /** A request was not taken, for now. */
    asked(kind: string, time: number, { milliseconds, isSaid, isKept }: AskedPause): void {
      refusedInARow.push(kind);
      const endsAt = time + milliseconds;
      if (isKept) pausedUntil = Math.max(pausedUntil, endsAt);
      if (allowance !== null && refused.has(kind)) {
        if (!allowance.isSaid) allowance.endsAt = Math.max(allowance.endsAt, endsAt);
        allowance.isSaid ||= isSaid;
        allowance.isForSome ||= takenInWindow > 0;
      } else if (takenInWindow > 0) {
        const taken = takenInWindow;
        allowance = { startedAt: windowStart, refusedAt: time, taken, endsAt, isSaid, isForSome: false };
        takenInWindow = 0;
        windowStart = endsAt;
      }
      refused.add(kind);
    },
    /** A request as specified was given up: the server asks for more time than there is. */
    gaveUp: (kind: string): unknown => givenUp.add(kind),
    /** A request was waited for as long as ever, in vain. */
    waitedInVain: (kind: string): unknown => inVain.add(kind),
    /** False for a kind that has been waited for in vain, until one is taken. */
    isWorthWaiting: (kind: string): boolean => !inVain.has(kind),
    /** True where the server has taken no request for a while, of whatever kind. */
    isAtAnEnd: (): boolean => refusedInARow.length >= mostRefusedInARow && new Set(refusedInARow).size > 1,
    /** Why requests had to be given up, in words; null where none was. */
    problem: (): string | null =>
      givenUp.size === 0
        ? null
        : `${description(allowance, [...givenUp])}; --rate N keeps below a limit, a longer --budget waits for it`,
  };
}

function description(allowance: Allowance | null, givenUp: readonly string[]): string {
  if (allowance === null) return "the server takes no request for now (429 or 503)";
  const { startedAt, refusedAt, endsAt, taken, isSaid, isForSome } = allowance;
  if (isForSome) {
    return `the server takes no more of ${givenUp.join(", ")} for ${duration(endsAt - refusedAt)} or longer (429 or 503)`;
  }
  return isSaid
    ? `the server allows about ${taken} requests in ${duration(endsAt - startedAt)}`
    : `the server took about ${taken} requests, and then none for ${duration(endsAt - refusedAt)}`;
}
