/**
 * Makes a caller's function, such as a logger, safe to call: what it throws, and what it rejects with later,
 * goes to `onError` and never to the code that calls it.
 *
 * @param callback - The function; undefined does nothing.
 * @param onError - Receives the error. Default: the error is ignored.
 * @returns A function that returns what the callback returns; undefined if it throws or returns a promise.
 */
export function guarded<Arguments extends readonly unknown[], Result>(
  callback: ((...values: Arguments) => Result) | undefined,
  onError: (error: unknown) => void = () => undefined,
): (...values: Arguments) => Result | undefined {
  return (...values) => {
    try {
      const result = callback?.(...values);
      if (typeof result !== "object" || result === null || !("then" in result)) return result;
      // Wrapped in our own promise: a foreign one may lack `catch`, and its `then` may throw.
      Promise.resolve(result).catch(onError);
    } catch (error) {
      onError(error);
    }
    return undefined;
  };
}
