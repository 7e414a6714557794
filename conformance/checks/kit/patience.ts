/** How long a run waits until an accepted write can be read: as long as the server has been seen to need. */

/** The patience of one run. */
export interface Patience {
  /** Milliseconds to wait before each further look at a write that was not to be seen at once. */
  looks(): readonly number[];
  /** A look that came so many milliseconds after the write showed it. */
  saw(afterMs: number): void;
  /** For how many milliseconds to wait before it is said that a write had no effect; null where no wait is left. */
  settling(): number | null;
  /** True where an accepted write was not seen after the longest wait. */
  readonly wasInVain: boolean;
  /** All looks were in vain, and took so many milliseconds. */
  sawNothing(afterMs: number): void;
  /**
   * True where a write that was not seen has been waited for as long as ever: it then counts as not applied.
   * Otherwise it may still come.
   */
  isCertain(waitedMs: number): boolean;
}

/** Milliseconds between looks at a write that is not to be seen at once. */
const longest: readonly number[] = [200, 800, 2000, 4000];
/** All waiting for effects in a run, in milliseconds. */
const totalMs = 9000;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Makes the patience of a run. */
export function createPatience(): Patience {
  let waitedMs = 0;
  let slowestMs = 0;
  let wasInVain = false;
  // A server that shows its writes at once, and did not show one after the longest wait, will not show others late.
  const isPrompt = () => wasInVain && slowestMs <= (longest[0] ?? 0);
  return {
    looks: () => {
      const looks: number[] = [];
      for (const pause of isPrompt() ? longest.slice(0, 1) : longest) {
        if (waitedMs + sum(looks) + pause <= totalMs) looks.push(pause);
      }
      return looks;
    },
    settling: () => {
      if (slowestMs === 0) return 0;
      if (waitedMs + slowestMs > totalMs) return null;
      waitedMs += slowestMs;
      return slowestMs;
    },
    get wasInVain() {
      return wasInVain;
    },
    saw: (afterMs) => {
      waitedMs += afterMs;
      slowestMs = Math.max(slowestMs, afterMs);
    },
    sawNothing: (afterMs) => {
      waitedMs += afterMs;
      wasInVain ||= afterMs >= sum(longest);
    },
    isCertain: (afterMs) => isPrompt() || afterMs >= sum(longest),
  };
}
