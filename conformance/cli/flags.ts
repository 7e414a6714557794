/** Flags of a command: parsed by node:util, with errors that name the flag and the nearest one there is. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../base/nearest.ts";
import { UsageError } from "../base/usage-error.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** What a command line holds. */
export interface Parsed<T extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>>["values"];
  readonly positionals: readonly string[];
}

/**
 * Parses the arguments of a command.
 *
 * @param positionals - How many arguments without a flag there have to be.
 * @throws UsageError that names the flag which is unknown, repeated or lacks its value.
 */
export function parseFlags<const T extends Options>(
  args: readonly string[],
  options: T,
  positionals: readonly string[] = [],
): Parsed<T> {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = options[token.name];
    if (option === undefined) {
      const suggestion = nearest(
        token.rawName,
        Object.keys(options).map((name) => `--${name}`),
      );
      const help = suggestion === null ? "--help shows the flags" : `did you mean ${suggestion}?`;
      throw new UsageError(`unknown flag ${token.rawName}; ${help}`);
    }
    if (
      option.type === "string" &&
      (token.value === undefined || (!token.inlineValue && token.value.startsWith("--")))
    ) {
      throw new UsageError(`${token.rawName} needs a value`);
    }
    if (option.type === "boolean" && token.value !== undefined) {
      throw new UsageError(`${token.rawName} takes no value`);
    }
    if (option.multiple !== true && seen.has(token.name)) {
      throw new UsageError(`${token.rawName} is given twice`);
    }
    seen.add(token.name);
  }
  const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  if (parsed.positionals.length > positionals.length) {
    throw new UsageError(
      `"${parsed.positionals[positionals.length]}" is one argument too many; --help shows the usage`,
    );
  }
  const lacking = positionals[parsed.positionals.length];
  if (lacking !== undefined && !("help" in parsed.values && parsed.values.help === true)) {
    throw new UsageError(`${lacking} is missing; --help shows the usage`);
  }
  return parsed as Parsed<T>;
}

/**
 * A flag that is a number.
 *
 * @throws UsageError when it is no number within its bounds.
 */
export function numberFlag(
  name: string,
  text: string | undefined,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  if (text === undefined) return fallback;
  const value = /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new UsageError(`--${name} is a number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

/**
 * A flag that is one of a few words.
 *
 * @throws UsageError that suggests the nearest word.
 */
export function wordFlag<T extends string>(
  name: string,
  text: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (text === undefined || (allowed as readonly string[]).includes(text)) return text as T | undefined;
  const suggestion = nearest(text, allowed);
  const hint = suggestion === null ? "" : `; did you mean ${suggestion}?`;
  throw new UsageError(`--${name} can be ${allowed.join(", ")}, not "${text}"${hint}`);
}
