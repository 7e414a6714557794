import { onAbort } from "../../src/core/abort.ts";

/**
 * Waits in real time, or until the signal aborts. An aborted wait leaves no timer behind that would keep
 * the process alive for the rest of the wait.
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let forget = () => {};
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    if (signal === undefined) return;
    forget = onAbort(signal, () => {
      clearTimeout(timer);
      resolve();
    });
  });
  forget();
}
