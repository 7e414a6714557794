/** How the checks of a run share work and avoid disturbing each other. */
import type { Run } from "./check.ts";

/** Does each piece of work once, by its name or object; every caller gets the same result or error. */
export function createMemo(): Run["memoize"] {
  const known = new Map<string | object, Promise<unknown>>();
  return <T>(key: string | object, work: () => Promise<T>): Promise<T> => {
    const before = known.get(key);
    if (before !== undefined) return before as Promise<T>;
    const result = work();
    known.set(key, result);
    // Callers receive the error; while none of them waits, it is not an unhandled rejection.
    result.catch(() => undefined);
    return result;
  };
}

/** Keeps the first value under each key, and gives it back from then on. */
export function createRecall(): Run["recall"] {
  const first = new Map<string, unknown>();
  return <T>(key: string, value: T): T => {
    if (!first.has(key)) first.set(key, value);
    return first.get(key) as T;
  };
}

/**
 * The card that a run writes to: for one piece of work after the other; a failed one does not block the next.
 *
 * @param pause - Waits, while nobody writes.
 */
export function createCardLock(pause: () => Promise<void>): Pick<Run, "withCardLock" | "afterPause"> {
  const waiting: (() => void)[] = [];
  let paused: (() => Promise<unknown>)[] = [];
  let isTaken = false;
  const pauseFor = async (works: readonly (() => Promise<unknown>)[]) => {
    await pause();
    for (const work of works) await work();
  };
  const next = () => {
    const go = waiting.shift();
    isTaken = go !== undefined || paused.length > 0;
    if (go !== undefined) return go();
    if (paused.length === 0) return;
    const works = paused;
    paused = [];
    pauseFor(works).finally(next);
  };
  const take = () =>
    new Promise<void>((go) => {
      waiting.push(go);
      if (!isTaken) next();
    });
  return {
    async withCardLock(work) {
      await take();
      try {
        return await work();
      } finally {
        next();
      }
    },
    async afterPause<T>(work: () => Promise<T>) {
      const done = new Promise<T>((resolve, reject) => {
        paused.push(() => work().then(resolve, reject));
      });
      const back = done.then(take, take);
      next();
      await back;
      return done;
    },
  };
}
