/** How the checks of a run share work, and keep out of each other's way. */
import type { Run } from "./check.ts";

/** Does each piece of work once, by its name or by what it is about; everybody who asks for it gets the same result, or the same error. */
export function createMemo(): Run["memoize"] {
  const known = new Map<string | object, Promise<unknown>>();
  return <T>(key: string | object, work: () => Promise<T>): Promise<T> => {
    const before = known.get(key);
    if (before !== undefined) return before as Promise<T>;
    const result = work();
    known.set(key, result);
    // Who asks hears of it; it is no unhandled rejection while nobody waits for it.
    result.catch(() => undefined);
    return result;
  };
}

/** Does one piece of work after the other; one that fails does not keep the next from its turn. */
export function createCardLock(): Run["withCardLock"] {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
