/**
 * Makes a caller's function safe to call: what it throws, or rejects with where it is asynchronous, goes to
 * `onError` and never to whoever calls it.
 */
export function guarded<Arguments extends readonly unknown[], Result>(
  callback: ((...values: Arguments) => Result) | undefined,
  onError: (error: unknown) => void,
): (...values: Arguments) => Result | undefined {
  return (...values) => {
    try {
      const result = callback?.(...values);
      if (result instanceof Promise) result.catch(onError);
      return result;
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
}
