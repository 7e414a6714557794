/** How long a run waits until an accepted write can be read: as long as the server has been seen to need. */

/** Milliseconds between looks at a write that is not to be seen at once. */
const longest: readonly number[] = [200, 800, 2000, 4000];
/** All waiting for effects in a run, in milliseconds. */
const totalMs = 9000;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The patience of one run. */
export class Patience {
  #waitedMs = 0;
  #slowestMs = 0;
  #wasInVain = false;

  /** True where an accepted write was not seen after the longest wait. */
  get wasInVain(): boolean {
    return this.#wasInVain;
  }

  /** A server that shows its writes at once, and did not show one after the longest wait, shows no other one late. */
  get #isPrompt(): boolean {
    return this.#wasInVain && this.#slowestMs <= (longest[0] ?? 0);
  }

  /** Milliseconds to wait before each further look at a write that was not to be seen at once. */
  looks(): readonly number[] {
    const looks: number[] = [];
    for (const pause of this.#isPrompt ? longest.slice(0, 1) : longest) {
      if (this.#waitedMs + sum(looks) + pause <= totalMs) looks.push(pause);
    }
    return looks;
  }

  /** A look that came so many milliseconds after the write showed it. */
  saw(afterMs: number): void {
    this.#waitedMs += afterMs;
    this.#slowestMs = Math.max(this.#slowestMs, afterMs);
  }

  /** All looks were in vain, and took so many milliseconds. */
  sawNothing(afterMs: number): void {
    this.#waitedMs += afterMs;
    this.#wasInVain ||= afterMs >= sum(longest);
  }

  /** For how many milliseconds to wait before it is said that a write had no effect; null where no wait is left. */
  settling(): number | null {
    if (this.#slowestMs === 0) return 0;
    if (this.#waitedMs + this.#slowestMs > totalMs) return null;
    this.#waitedMs += this.#slowestMs;
    return this.#slowestMs;
  }

  /**
   * True where a write that was not seen has been waited for as long as ever: it then counts as not applied.
   * Otherwise it may still come.
   */
  isCertain(waitedMs: number): boolean {
    return this.#isPrompt || waitedMs >= sum(longest);
  }
}
