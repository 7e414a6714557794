import type { Environment } from "./settings.ts";

/** A stream that text is written to; process.stdout is one. */
export interface TextStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command may touch. */
export interface World {
  readonly environment: Environment;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Prints to standard output and ends the command with 0. */
  print(text: string): 0;
  /**
   * A signal that is aborted by whatever ends the process from outside, until it is released; a second Ctrl-C
   * ends the process.
   */
  onInterrupt(): { readonly signal: AbortSignal; release(): void };
}

/** A command of the package. */
export interface Command {
  readonly name: string;
  /** A few words for the overview. */
  readonly summary: string;
  readonly help: string;
  /** Runs it; the result is the exit code. */
  run(args: readonly string[], world: World): Promise<number>;
}
