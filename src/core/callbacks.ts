/**
 * Makes a function that was handed in, such as a logger, safe to call: what it throws, and what it rejects with
 * later, goes to `onError` and never to whoever calls it.
 *
 * @param callback - The function; one that is undefined does nothing.
 * @param onError - Is told of an error. Default: the error is dropped.
 * @returns A function that returns what the callback returns; undefined where it throws or returns a promise.
 */
export function guarded<Arguments extends readonly unknown[], Result>(
  callback: ((...values: Arguments) => Result) | undefined,
  onError: (error: unknown) => void = () => undefined,
): (...values: Arguments) => Result | undefined {
  return (...values) => {
    try {
      const result = callback?.(...values);
      if (typeof result !== "object" || result === null || !("then" in result)) return result;
      // Through a promise of our own: a foreign one may have no catch, and its then may throw.
      Promise.resolve(result).catch(onError);
    } catch (error) {
      onError(error);
    }
    return undefined;
  };
}
