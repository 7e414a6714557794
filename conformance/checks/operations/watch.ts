/** Looks again and again at what can be read while a check writes. */
import type { Run } from "../kit/check.ts";
import type { Arguments } from "./arguments.ts";
import { type Difference, differences, type View } from "./view.ts";

/** Milliseconds between looks at an accepted write that is not visible at once. */
export const pauses: readonly number[] = [200, 800, 2000, 4000];

/**
 * Reads, and reads again after each pause until what it has read is enough: what was written may be seen late.
 *
 * @param isEnough - Is given how many milliseconds were waited so far as well.
 */
export async function readSoon<T>(
  run: Run,
  read: () => Promise<T>,
  isEnough: (seen: T, waitedMs: number) => boolean,
): Promise<T> {
  let seen = await read();
  let waitedMs = 0;
  for (const pause of pauses) {
    if (isEnough(seen, waitedMs)) break;
    await run.probe.session.sleep(pause);
    waitedMs += pause;
    seen = await read();
  }
  return seen;
}

/** How many requests long nothing has to change before a change is held against a server. */
const calmRequests = 100;

/** How late the effects of an operation become visible, as far as it has been seen. */
interface Delay {
  slowestMs: number;
  /** True if the first of them did not become visible, however long the wait was. */
  wasInVain: boolean;
}

function delayOf(run: Run, name: string): Promise<Delay> {
  return run.memoize(`delay of ${name}`, async () => ({ slowestMs: 0, wasInVain: false }));
}

/** Waits as long as effects of an operation were seen to take. */
export async function settle(run: Run, name: string): Promise<void> {
  const { slowestMs } = await delayOf(run, name);
  if (slowestMs > 0) await run.probe.session.sleep(slowestMs);
}

/** Watches one view of a server, apart from what changes by itself. */
export class Watch {
  readonly #run: Run;
  readonly #delay: Delay;
  readonly #read: () => Promise<View>;
  readonly #restless: ReadonlySet<string>;
  #last: View;

  private constructor(
    run: Run,
    delay: Delay,
    read: () => Promise<View>,
    last: View,
    restless: ReadonlySet<string>,
  ) {
    this.#run = run;
    this.#delay = delay;
    this.#read = read;
    this.#last = last;
    this.#restless = restless;
  }

  /**
   * Begins to watch, while nothing is written: what differs between two looks is not watched.
   *
   * @param name - Of what is watched, the same for every watch of it in the run.
   */
  static async start(run: Run, name: string, read: () => Promise<View>): Promise<Watch> {
    const delay = await delayOf(run, name);
    const first = await read();
    const last = await read();
    return new Watch(run, delay, read, last, new Set(differences(first, last).map(({ place }) => place)));
  }

  /** What has changed since the last look, after an accepted write: waits until there is something to see. */
  async expectChange(): Promise<readonly Difference[]> {
    let seen = await this.#peek();
    let waited = 0;
    const { wasInVain, slowestMs } = this.#delay;
    const isBlind = wasInVain || this.#last.size === 0;
    const longestMs = isBlind ? 0 : slowestMs === 0 ? Number.POSITIVE_INFINITY : 2 * slowestMs;
    for (const pause of pauses) {
      if (seen.changed.length > 0 || waited >= longestMs) break;
      await this.#run.probe.session.sleep(pause);
      waited += pause;
      seen = await this.#peek();
    }
    if (seen.changed.length > 0) this.#delay.slowestMs = Math.max(this.#delay.slowestMs, waited);
    else this.#delay.wasInVain ||= this.#delay.slowestMs === 0;
    return this.#keep(seen);
  }

  /** What has changed since the last look, where nothing should have: looks as late as effects were seen before. */
  async expectNone(): Promise<readonly Difference[]> {
    if (this.#delay.slowestMs > 0) await this.#run.probe.session.sleep(this.#delay.slowestMs);
    return this.#keep(await this.#peek());
  }

  /**
   * True if nothing changes while nothing is written: otherwise a change may be somebody else's doing. Looks
   * for longer than a check takes to send its requests and to read after them.
   */
  async isCalm(): Promise<boolean> {
    const { exchanges } = this.#run.probe.session;
    const before = exchanges.length;
    for (let look = 0; look < calmRequests && exchanges.length - before < calmRequests; look += 1) {
      if (this.#keep(await this.#peek()).length > 0) return false;
    }
    return true;
  }

  async #peek(): Promise<{ readonly view: View; readonly changed: readonly Difference[] }> {
    const view = await this.#read();
    const changed = differences(this.#last, view).filter(({ place }) => !this.#restless.has(place));
    return { view, changed };
  }

  #keep({ view, changed }: { readonly view: View; readonly changed: readonly Difference[] }) {
    this.#last = view;
    return changed;
  }
}

/** Puts another item in the place of one that was used up, which a watch takes for no effect of what comes next. */
export async function renewed({ item }: Arguments, watch: Watch | null): Promise<void> {
  if (item?.isUsedUp !== true) return;
  await item.renew();
  await watch?.expectChange();
}
