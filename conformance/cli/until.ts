/** Waits until a signal is aborted, or until the time is over, in seconds. */
export function until(signal: AbortSignal, seconds?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = seconds === undefined ? null : setTimeout(resolve, 1000 * seconds);
    const onAbort = () => {
      if (timer !== null) clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
