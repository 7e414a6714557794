/** How fast a run may go: below a known rate, and not before the server accepts requests again. */
import { duration } from "../base/text.ts";
import { createSpacing } from "./spacing.ts";

/** What a server that currently accepts no more requests asks for. */
export interface AskedPause {
  readonly milliseconds: number;
  /** True if the server says how long; false if the suite has to guess. */
  readonly isSaid: boolean;
  /** True if the server says that there are too many requests (RFC 6585, section 4). */
  readonly isLimit: boolean;
  /** True if the run makes this pause; it then applies to all requests. */
  readonly isKept: boolean;
}

/** What was accepted before the server stopped accepting requests. */
interface Allowance {
  readonly startedAt: number;
  readonly refusedAt: number;
  taken: number;
  endsAt: number;
  isSaid: boolean;
  /** True if requests of another kind were accepted nevertheless. */
  isForSome: boolean;
}

/** However much of the time a server asks to pause, some is left to plan with. */
const leastFree = 0.05;

/** If this many requests in a row, of more than one kind, are refused for now, the server accepts none. */
const mostRefusedInARow = 8;

/**
 * Creates the pace of a run. Times are milliseconds since the epoch; a kind is a method and a path.
 *
 * @param now - When the run starts.
 * @param ratePerSecond - Maximum requests per second; unlimited by default.
 */
export function createPace(now: number, ratePerSecond = Number.POSITIVE_INFINITY) {
  const spacing = createSpacing(ratePerSecond);
  let windowStart = now;
  let takenInWindow = 0;
  let pausedUntil = now;
  let pausedMs = 0;
  let refusedInARow: string[] = [];
  let allowance: Allowance | null = null;
  const refused = new Set<string>();
  const inVain = new Set<string>();
  const givenUp = new Set<string>();
  return {
    /** Takes a turn for a request of this kind, and returns how many milliseconds to wait for it. */
    turn: (kind: string, time: number): number => spacing.turn(kind, Math.max(time, pausedUntil)) - time,
    /** The most requests in a second that the server takes, as far as that is known. */
    perSecond: spacing.perSecond,
    /** The part of the time so far in which the server has not asked to pause. */
    freeShare: (time: number): number => {
      const free = time - now - (pausedMs - Math.max(0, pausedUntil - time));
      return time > now ? Math.max(leastFree, free / (time - now)) : 1;
    },
    /** How many more milliseconds the server has asked to pause; 0 if it has not. */
    paused: (time: number): number => Math.max(0, pausedUntil - time),
    /** A request sent at this time was taken: granted, or refused for what it is. */
    taken(kind: string, sentAt: number, isGranted: boolean): void {
      refusedInARow = [];
      spacing.taken(sentAt, isGranted);
      // A response that was on its way when the server stopped accepting belongs to what it accepted before.
      if (allowance !== null && sentAt < allowance.refusedAt) {
        allowance.taken += 1;
        return;
      }
      // While it takes none of one kind, it takes others: that is no limit for all.
      if (allowance !== null && sentAt < allowance.endsAt && !refused.has(kind)) allowance.isForSome = true;
      takenInWindow += 1;
      refused.delete(kind);
      inVain.delete(kind);
    },
    /** A request was not accepted, for now. */
    asked(kind: string, time: number, { milliseconds, isSaid, isLimit, isKept }: AskedPause): void {
      refusedInARow.push(kind);
      const endsAt = time + milliseconds;
      if (isKept) {
        if (time >= pausedUntil) spacing.resumed();
        if (isLimit) spacing.refused(kind, time, milliseconds);
        pausedMs += Math.max(0, endsAt - Math.max(pausedUntil, time));
        pausedUntil = Math.max(pausedUntil, endsAt);
      }
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
    /** The longest possible wait for a request was in vain. */
    waitedInVain: (kind: string): unknown => inVain.add(kind),
    /** False for a kind that was waited for in vain, until one is accepted. */
    isWorthWaiting: (kind: string): boolean => !inVain.has(kind),
    /** True if the server has accepted no request of any kind for a while. */
    isAtAnEnd: (): boolean => refusedInARow.length >= mostRefusedInARow && new Set(refusedInARow).size > 1,
    /** Why requests had to be given up, as text; null if none was. */
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
