import type { Deadline } from "../core/deadline.ts";
import type { Deps } from "../core/deps.ts";
import { ConnectionError } from "../core/errors.ts";

/**
 * Runs one attempt under a timer of its own, which covers the response body as well.
 *
 * Each attempt has a fresh, short-lived signal. The work is also raced, because an injected transport may
 * ignore its signal.
 *
 * @param ms - Milliseconds for this attempt.
 * @param work - Receives the signal that ends with the attempt.
 * @throws ConnectionError `attempt-timeout`, or what ended the call.
 */
export async function withAttemptTimer<T>(
  deps: Deps,
  deadline: Deadline,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (deadline.ended !== undefined) throw deadline.ended;
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (reason: Error) => {
      // At once: what ignores its signal must not keep the timer, and the timer the process.
      settle();
      reject(reason);
      controller.abort(reason);
    };
    const cancel = deps.limit(ms, () =>
      stop(
        new ConnectionError("attempt-timeout", `The attempt took longer than ${ms} ms.`, { cause: { ms } }),
      ),
    );
    const forget = deadline.onEnd(stop);
    const settle = () => {
      cancel();
      forget();
    };
    work(controller.signal).then(resolve, reject).finally(settle);
  });
}
