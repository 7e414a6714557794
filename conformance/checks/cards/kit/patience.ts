/** How long a run waits until an accepted write can be read: as long as the server has been seen to need. */

/** Milliseconds between looks at a write that is not visible at once. */
const longest: readonly number[] = [200, 800, 2000, 4000];
/** Total waiting for effects in a run, in milliseconds. */
const totalMs = 9000;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The patience of one run. */
export class Patience {
  #waitedMs = 0;
  #slowestMs = 0;
  #wasInVain = false;

  /** True if an accepted write was not visible after the longest wait. */
  get wasInVain(): boolean {
    return this.#wasInVain;
  }

  /** A server that is prompt, but did not show a write after the longest wait, shows no other write late. */
  get #isPrompt(): boolean {
    return this.#wasInVain && this.#slowestMs <= (longest[0] ?? 0);
  }

  /** Milliseconds to wait before each further look at a write that was not visible at once. */
  looks(): readonly number[] {
    const looks: number[] = [];
    for (const pause of this.#isPrompt ? longest.slice(0, 1) : longest) {
      if (this.#waitedMs + sum(looks) + pause <= totalMs) looks.push(pause);
    }
    return looks;
  }

  /** The write was visible in a look this many milliseconds after it. */
  saw(afterMs: number): void {
    this.#waitedMs += afterMs;
    this.#slowestMs = Math.max(this.#slowestMs, afterMs);
  }

  /** No look showed the write; they took this many milliseconds. */
  sawNothing(afterMs: number): void {
    this.#waitedMs += afterMs;
    this.#wasInVain ||= afterMs >= sum(longest);
  }

  /** Milliseconds to wait before concluding that a write had no effect; null if no waiting time is left. */
  settling(): number | null {
    if (this.#slowestMs === 0) return 0;
    if (this.#waitedMs + this.#slowestMs > totalMs) return null;
    this.#waitedMs += this.#slowestMs;
    return this.#slowestMs;
  }

  /**
   * True if the wait for a write that was not visible was the longest possible: the write then counts as not
   * applied. Otherwise it may still become visible.
   */
  isCertain(waitedMs: number): boolean {
    return this.#isPrompt || waitedMs >= sum(longest);
  }
}
