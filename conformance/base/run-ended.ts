import { onAbort } from "../../src/core/abort.ts";

/**
 * Why a run ends before it is complete: a signal, an output that is closed, a fault of the caller. It is
 * the reason of the abort signal that stops the run, and its message stands in the footer.
 */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
  /** What the run comes to, unless it has found a contradiction: 2 wrong use, 3 incomplete, 4 a fault on our side. */
  readonly exitCode: 2 | 3 | 4;

  constructor(message: string, exitCode: 2 | 3 | 4, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The reason of an abort signal in words, and the exit code that it leads to. */
export function endingOf(signal: AbortSignal): { readonly message: string; readonly exitCode: 2 | 3 | 4 } {
  return signal.reason instanceof RunEnded
    ? signal.reason
    : { message: "the run was ended before it was complete", exitCode: 3 };
}

/** What can end a run, from outside or from within. */
export interface Ending {
  readonly signal: AbortSignal;
  /** Ends the run; the first reason counts. */
  end(reason: RunEnded): void;
  /** Lets go of the outer signal. */
  release(): void;
}

/** Creates the ending of a run; when `outer` is aborted, the run ends with the reason of `outer`. */
export function createEnding(outer?: AbortSignal): Ending {
  const controller = new AbortController();
  const forget = outer && onAbort(outer, () => controller.abort(outer.reason));
  return {
    signal: controller.signal,
    end: (reason) => controller.abort(reason),
    release: () => forget?.(),
  };
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
