/** How far apart requests are sent: as far as the user wants, and as a server shows by refusing several at once. */

/** Only after pauses up to this long does a run slow down: what is allowed in hours is used up at once, and told. */
const shortPauseMs = 10_000;
/** So much slower than what the server took at once, for two clocks do not begin their seconds together. */
const reserve = 1.15;
/** A lock-out may be the reason where so many of the last requests were refused for what they are. */
const [fewRefused, lastTaken] = [3, 16];
/** At least so many of the last requests are remembered. */
const mostRecent = 1000;
/** The longest time between two requests that a run comes to by itself, in milliseconds. */
const longestIntervalMs = 1000;

/** What is known of requests of one kind. */
interface Spaced {
  sent: number;
  intervalMs: number;
  nextAt: number;
}

/**
 * Creates the spacing of a run. Times are milliseconds since the epoch; a kind is a method and a path.
 *
 * @param ratePerSecond - Maximum requests per second, of all kinds together.
 */
export function createSpacing(ratePerSecond: number) {
  const intervalMs = 1000 / ratePerSecond;
  let nextAt = Number.NEGATIVE_INFINITY;
  /** When the last requests were taken, in order, and whether what they asked for was granted. */
  const recent: { readonly at: number; readonly isGranted: boolean }[] = [];
  const kinds = new Map<string, Spaced>();
  /** The kinds that were refused for now since the last pause, how often in all, and those slowed down for that. */
  const refusedNow = new Set<Spaced>();
  const slowedNow = new Set<Spaced>();
  let refusedAtOnce = 0;
  /** What any kind has slowed down to at first, in milliseconds; 0 before. */
  let knownMs = 0;
  const spacedOf = (kind: string): Spaced => {
    const known = kinds.get(kind);
    if (known !== undefined) return known;
    const added = { sent: 0, intervalMs: 0, nextAt };
    kinds.set(kind, added);
    return added;
  };
  return {
    /** Takes a turn for a request that may not be sent before some time, and returns when it is. */
    turn(kind: string, notBefore: number): number {
      const spaced = spacedOf(kind);
      const at = Math.max(notBefore, nextAt, spaced.nextAt);
      nextAt = at + intervalMs;
      spaced.nextAt = at + spaced.intervalMs;
      spaced.sent += 1;
      return at;
    },
    /** A request sent at this time was taken, that is, granted or refused for what it is. */
    taken(at: number, isGranted: boolean): void {
      if (recent.push({ at, isGranted }) > 2 * mostRecent) recent.splice(0, mostRecent);
    },
    /** A pause has ended, or none was made yet. */
    resumed(): void {
      refusedNow.clear();
      slowedNow.clear();
      refusedAtOnce = 0;
    },
    /**
     * Requests of the kinds that are refused slow down, once for each pause, to what was taken of all kinds in as much
     * time as the server asks to wait. A single refusal is none of too many requests at once. Those that follow requests
     * which were refused for what they are may lock out who sent them: they show no other limit than one known before.
     */
    refused(kind: string, time: number, pauseMs: number): void {
      refusedNow.add(spacedOf(kind));
      refusedAtOnce += 1;
      if (refusedAtOnce < 2 || pauseMs > shortPauseMs) return;
      const isLockedOut = recent.slice(-lastTaken).filter(({ isGranted }) => !isGranted).length >= fewRefused;
      const windowMs = Math.max(1000, pauseMs);
      const taken = recent.filter(({ at }) => at > time - windowMs).length;
      const neededMs = Math.min(longestIntervalMs, (reserve * windowMs) / Math.max(1, taken));
      if (!isLockedOut) knownMs = Math.max(knownMs, neededMs);
      for (const spaced of refusedNow) {
        if (slowedNow.has(spaced)) continue;
        slowedNow.add(spaced);
        // Where that was kept to and is still too fast, it is only known that it has to be less.
        const slowerMs = neededMs > spaced.intervalMs ? neededMs : 1.5 * spaced.intervalMs;
        const ownMs = isLockedOut ? knownMs : Math.min(longestIntervalMs, slowerMs);
        spaced.intervalMs = Math.max(spaced.intervalMs, ownMs);
      }
    },
    /** The most requests in a second, of the kinds of which this run consists so far. */
    perSecond(): number {
      const all = [...kinds.values()];
      const sent = all.reduce((sum, kind) => sum + kind.sent, 0);
      const spacedMs = all.reduce((sum, kind) => sum + kind.sent * kind.intervalMs, 0) / Math.max(1, sent);
      return 1000 / Math.max(intervalMs, spacedMs);
    },
  };
}
