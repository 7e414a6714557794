/** How long a run waits until an accepted write can be read: as long as the server has been seen to need. */

/** Milliseconds between looks at a write that is not visible at once. */
const longest: readonly number[] = [100, 100, 200, 400, 1200, 2000, 3000];
/** How many of these looks there are where a server is prompt, and how long they take, in milliseconds. */
const [promptLooks, promptMs] = [2, 200];
/** Total waiting for effects in a run, in milliseconds: enough for a hundred writes that are to be seen a moment later. */
const totalMs = 40_000;
/** How long a run has waited, at most, when it still waits for what is drawn: the rest is for what every run asks. */
export const drawnMs = 15_000;
/** What a server does after its answer, it has done after this long, in milliseconds. */
export const afterwardsMs = 500;
/** How much waiting there is at least where it is renewed. */
const renewedMs = 15_000;
/** How often it is renewed after a wait in vain. */
const mostInVain = 14;
/** The same where effects are seen at once, and the longest wait was in vain. */
const promptTotalMs = 9000;
/** The shortest wait before the absence of an effect is believed, where a few effects have been late, in milliseconds. */
const leastMs = 1000;
/** So many late writes tell how late they are, and so many how late they are at most. */
const [severalLate, manyLate] = [5, 20];
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The patience of one run. */
export class Patience {
  #waitedMs = 0;
  /** How long writes took that were not to be seen at once, the slowest first, in milliseconds. */
  readonly #late: number[] = [];
  #wasInVain = false;
  #renewedInVain = 0;

  /** True if an accepted write was not visible after the longest wait. */
  get wasInVain(): boolean {
    return this.#wasInVain;
  }

  /**
   * How long the slowest write took, in milliseconds; of several the second one, since what sets a value again some
   * seconds later looks like one write that is slow. 0 where each was seen at once.
   */
  get #slowestMs(): number {
    return this.#late[this.#late.length < severalLate ? 0 : 1] ?? 0;
  }

  /** A server that is prompt, but did not show a write after the longest wait, shows no other write late. */
  get #isPrompt(): boolean {
    return this.#wasInVain && this.#slowestMs <= promptMs;
  }

  /** Has some seconds more, for what matters most; not again and again where the longest wait was in vain. */
  renew(): void {
    if (this.#wasInVain) this.#renewedInVain += 1;
    if (this.#renewedInVain <= mostInVain) this.#waitedMs = Math.min(this.#waitedMs, totalMs - renewedMs);
  }

  /** Milliseconds to wait before each further look at a write that was not visible at once. */
  looks(): readonly number[] {
    const looks: number[] = [];
    const mostMs = this.#isPrompt && this.#slowestMs === 0 ? promptTotalMs : totalMs;
    for (const pause of this.#isPrompt ? longest.slice(0, promptLooks) : longest) {
      if (this.#waitedMs + sum(looks) + pause <= mostMs) looks.push(pause);
    }
    return looks;
  }

  /**
   * The write was visible in a look.
   *
   * @param waitedMs - How long was waited between looks, in milliseconds; 0 where the first one showed it.
   * @param afterMs - How long the write may have taken, which is more where a look itself takes long.
   */
  saw(waitedMs: number, afterMs: number): void {
    this.#waitedMs += waitedMs;
    if (waitedMs === 0) return;
    this.#late.push(afterMs);
    this.#late.sort((one, other) => other - one);
  }

  /** No look showed the write; they took this many milliseconds. */
  sawNothing(afterMs: number): void {
    this.#waitedMs += afterMs;
    this.#wasInVain ||= afterMs >= sum(longest);
  }

  /**
   * Milliseconds to wait before concluding that a write had no effect; null if no waiting time is left.
   *
   * @param most - How long the run may have waited in all after that, in milliseconds.
   */
  settling(most: number = totalMs): number | null {
    if (this.#slowestMs === 0) return 0;
    // What was slow once may be slower the next time; of many, the slowest has been seen.
    const shortestMs = this.#late.length < manyLate ? leastMs : Math.min(leastMs, 3 * this.#slowestMs);
    const pauseMs = Math.max(shortestMs, 2 * this.#slowestMs);
    if (this.#waitedMs + pauseMs > most) return null;
    this.#waitedMs += pauseMs;
    return pauseMs;
  }

  /**
   * True if the wait for a write that was not visible was the longest possible, or longer than a prompt server takes for
   * any: the write then counts as not applied. Otherwise it may still become visible.
   */
  isCertain(waitedMs: number): boolean {
    const isLate = this.#slowestMs > 0;
    return waitedMs >= sum(longest) || (this.#isPrompt && (!isLate || waitedMs >= promptMs));
  }
}
