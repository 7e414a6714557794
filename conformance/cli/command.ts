import { oneLine } from "../base/text.ts";
import type { Environment } from "./environment.ts";
import { type Flags, type Given, parseFlags, readValues, type Values } from "./flags.ts";

/** A stream that text is written to; process.stdout is one. */
export interface TextStream {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command may touch. */
export interface World {
  readonly environment: Environment;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /**
   * A signal that is aborted by whatever ends the process from outside, until it is released; a second Ctrl-C
   * ends the process.
   */
  onInterrupt(): { readonly signal: AbortSignal; release(): void };
}

/** Says something to people in one line of standard error. */
export function notify({ stderr }: Pick<World, "stderr">, message: string): void {
  stderr.write(`partner-card: ${oneLine(message)}\n`);
}

/** The exit code of a command, or what it prints to standard output before it exits with 0. */
export type Result = number | string;

/** A command of the package. */
export interface Command {
  readonly name: string;
  /** A few words for the overview. */
  readonly summary: string;
  /** @throws UsageError for a mistake in the arguments. */
  run(args: readonly string[], world: World): Promise<Result>;
}

/** How a command was called. */
export interface Call<T extends Flags> {
  readonly values: Values<T>;
  /** The flags as they were given. */
  readonly given: Given;
  readonly positionals: readonly string[];
}

/** A command out of its flags and arguments, its help and what it does. */
export function defineCommand<const T extends Flags>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  readonly flags: T;
  /** Names of the arguments without a flag. */
  readonly positionals?: readonly string[];
  run(call: Call<T>, world: World): Promise<Result>;
}): Command {
  const { name, summary, help, flags, run } = definition;
  return {
    name,
    summary,
    run: async (args, world) => {
      const { given, positionals } = parseFlags(args, flags, definition.positionals);
      if (given.help === true) return help;
      return run({ values: readValues(flags, given), given, positionals }, world);
    },
  };
}
