import { onAbort } from "../../src/core/abort.ts";

/**
 * Why a run ends before it is complete: a signal, a closed output, a caller error. It is the reason of the
 * abort signal that stops the run, and the footer contains its message.
 */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
  /** Exit code of the run unless it found a contradiction: 2 wrong use, 3 incomplete, 4 our own fault. */
  readonly exitCode: 2 | 3 | 4;

  constructor(message: string, exitCode: 2 | 3 | 4, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The reason of an abort signal in words, and its exit code. */
export function endingOf(signal: AbortSignal): { readonly message: string; readonly exitCode: 2 | 3 | 4 } {
  return signal.reason instanceof RunEnded
    ? signal.reason
    : { message: "the run was ended before it was complete", exitCode: 3 };
}

/** Ends a run, from outside or from within. */
export interface Ending {
  readonly signal: AbortSignal;
  /** Ends the run; the first reason counts. */
  end(reason: RunEnded): void;
  /** Stops listening to the outer signal. */
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

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
