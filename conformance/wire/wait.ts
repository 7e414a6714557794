import { onAbort } from "../../src/core/abort.ts";

/**
 * Waits in real time, or until the signal aborts. An aborted wait leaves no timer behind that would keep
 * the process alive for the rest of the wait.
 *
 * @param milliseconds - null where nothing but the signal ends it.
 */
export async function wait(milliseconds: number | null, signal?: AbortSignal): Promise<void> {
  let forget = () => {};
  await new Promise<void>((resolve) => {
    const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds);
    if (signal === undefined) return;
    forget = onAbort(signal, () => {
      clearTimeout(timer);
      resolve();
    });
  });
  forget();
}
