/** Looks again and again at what can be read while a check writes. */
import type { Run } from "../kit/check.ts";
import type { Arguments } from "./arguments.ts";
import { type Difference, differences, itemIn, type View } from "./view.ts";

/** Milliseconds between looks at an accepted write that is not visible at once. */
export const pauses: readonly number[] = [200, 800, 2000, 4000];

/**
 * How often in a row all pauses were made in vain, before one does: what waits for somebody's approval does not come by
 * itself, and a budget is soon spent on it.
 */
const mostInVain = 3;

/**
 * Reads, and reads again after each pause until what it has read is enough: what was written may be seen late.
 *
 * @param isEnough - Is given how many milliseconds were waited so far as well.
 * @param name - Of what is waited for, where that is given up once it was in vain several times.
 */
export async function readSoon<T>(
  run: Run,
  read: () => Promise<T>,
  isEnough: (seen: T, waitedMs: number) => boolean,
  name?: string,
): Promise<T> {
  const waits = run.recall(`waits for ${name ?? ""}`, { inVain: 0 });
  const made = name !== undefined && waits.inVain >= mostInVain ? pauses.slice(0, 1) : pauses;
  let seen = await read();
  let waitedMs = 0;
  for (const pause of made) {
    if (isEnough(seen, waitedMs)) break;
    await run.probe.session.sleep(pause);
    waitedMs += pause;
    seen = await read();
  }
  waits.inVain = isEnough(seen, waitedMs) ? 0 : waits.inVain + 1;
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
export interface Watch {
  /** What has changed since the last look, after an accepted write: waits until there is something to see. */
  expectChange(): Promise<readonly Difference[]>;
  /**
   * What has changed since the last look, where nothing should have: looks as late as effects were seen before. What
   * changes by itself may also end by itself, unless it is an item with one of these ids.
   */
  expectNone(ids?: readonly string[]): Promise<readonly Difference[]>;
  /**
   * True if nothing changes while nothing is written: otherwise a change may be somebody else's doing. Looks
   * for longer than a check takes to send its requests and to read after them.
   */
  isCalm(): Promise<boolean>;
}

/**
 * Begins to watch, while nothing is written: what differs between two looks is not watched.
 *
 * @param name - Of what is watched, the same for every watch of it in the run.
 */
export async function startWatch(run: Run, name: string, read: () => Promise<View>): Promise<Watch> {
  const { session } = run.probe;
  const delay = await delayOf(run, name);
  const first = await read();
  let last = await read();
  const restless = new Set(differences(first, last).map(({ place }) => place));
  const isCalm = ({ place }: Difference) => !restless.has(place);
  const peek = async () => {
    const view = await read();
    return { view, changed: differences(last, view).filter((one) => isExistence(one) || isCalm(one)) };
  };
  const keep = ({ view, changed }: Awaited<ReturnType<typeof peek>>) => {
    last = view;
    return changed;
  };
  return {
    async expectChange() {
      let seen = await peek();
      let waited = 0;
      const { wasInVain, slowestMs } = delay;
      const isBlind = wasInVain || last.size === 0;
      const longestMs = isBlind ? 0 : slowestMs === 0 ? Number.POSITIVE_INFINITY : 2 * slowestMs;
      for (const pause of pauses) {
        if (seen.changed.length > 0 || waited >= longestMs) break;
        await session.sleep(pause);
        waited += pause;
        seen = await peek();
      }
      if (seen.changed.length > 0) delay.slowestMs = Math.max(delay.slowestMs, waited);
      else delay.wasInVain ||= delay.slowestMs === 0;
      return keep(seen);
    },
    async expectNone(ids = []) {
      await settle(run, name);
      return keep(await peek()).filter((one) => isCalm(one) || ids.includes(itemIn(one)));
    },
    async isCalm() {
      const { exchanges } = session;
      const before = exchanges.length;
      for (let look = 0; look < calmRequests && exchanges.length - before < calmRequests; look += 1)
        if (keep(await peek()).some(isCalm)) return false;
      return true;
    },
  };
}

/** True where something has come or gone. */
const isExistence = ({ was, is }: Difference) => was === undefined || is === undefined;

/** Puts another item in the place of one that was used up, which a watch takes for no effect of what comes next. */
export async function renewed({ item }: Arguments, watch: Watch | null): Promise<void> {
  if (item?.isUsedUp !== true) return;
  await item.renew();
  await watch?.expectChange();
}
