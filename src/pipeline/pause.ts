import type { Deadline } from "../core/deadline.ts";
import type { Deps } from "../core/deps.ts";

/**
 * Waits between two attempts. Ends at once, with a rejection, when the call is aborted or its deadline
 * passes.
 *
 * @param ms - Milliseconds to wait.
 */
export function pause(deps: Deps, ms: number, deadline: Deadline): Promise<void> {
  if (deadline.ended !== undefined) return Promise.reject(deadline.ended);
  return new Promise((resolve, reject) => {
    const cancel = deps.wait(ms, () => {
      forget();
      resolve();
    });
    const forget = deadline.onEnd((reason) => {
      cancel();
      reject(reason);
    });
  });
}
