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

/** Does one piece of work after the other; a failed one does not block the next. */
export function createCardLock(): Run["withCardLock"] {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
