import { oneLine } from "../base/text.ts";
import type { Environment } from "./environment.ts";
import { type Flags, type Given, parseFlags, readValues, type Values } from "./flags.ts";

/** A stream that text is written to; process.stdout is one. */
export interface TextStream {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What a command can access. */
export interface World {
  readonly environment: Environment;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /**
   * A signal that is aborted, until released, by anything that ends the process from outside; a second Ctrl-C
   * ends the process.
   */
  onInterrupt(): { readonly signal: AbortSignal; release(): void };
}

/** Writes a one-line message for people to standard error. */
export function notify({ stderr }: Pick<World, "stderr">, message: string): void {
  stderr.write(`partner-card: ${oneLine(message)}\n`);
}

/** The exit code of a command, or what it prints to standard output before it exits with 0. */
export type Result = number | string;

/** A command of the package; its name stands in the overview. */
export interface Command {
  /** @throws UsageError for a mistake in the arguments. */
  run(args: readonly string[], world: World): Promise<Result>;
}

/** The parsed arguments of a command. */
export interface Call<T extends Flags> {
  readonly values: Values<T>;
  /** The flags as given. */
  readonly given: Given;
  readonly positionals: readonly string[];
  /** What stands behind `--`, for a command that starts another one; empty without. */
  readonly command: readonly string[];
}

/** Defines a command by its flags and arguments, its help and its action. */
export function defineCommand<const T extends Flags>(definition: {
  readonly help: string;
  readonly flags: T;
  /** Names of the positional arguments. */
  readonly positionals?: readonly string[];
  /** True for a command that starts the one behind `--`. */
  readonly startsCommand?: true;
  run(call: Call<T>, world: World): Promise<Result>;
}): Command {
  const { help, flags, run } = definition;
  return {
    run: async (args, world) => {
      const at = definition.startsCommand === true ? args.indexOf("--") : -1;
      const own = at === -1 ? args : args.slice(0, at);
      const { given, positionals } = parseFlags(own, flags, definition.positionals);
      if (given.help === true) return help;
      const command = at === -1 ? [] : args.slice(at + 1);
      return run({ values: readValues(flags, given), given, positionals, command }, world);
    },
  };
}
