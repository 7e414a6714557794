/** One table defines the flags of a command; parsing, the lines of --help and error messages come from it. */
import { parseArgs } from "node:util";
import { nearest } from "../base/nearest.ts";
import { quote } from "../base/shell.ts";
import { UsageError } from "../base/usage-error.ts";
import type { Profile } from "../run/profile.ts";

/** Flags as given, or as stored in a profile, by name and without dashes. */
export type Given = Profile["settings"];

/** A flag of a command. */
export interface Flag<Value> {
  /** Placeholder for its value in --help; null for a switch. */
  readonly value: string | null;
  /** Its description in --help, in one line or more. */
  readonly help: string;
  /** True if it may be repeated. */
  readonly multiple: boolean;
  /** Its value, from the given text. @throws UsageError that lists what it can be. */
  read(given: Given[string] | undefined, name: string): Value;
}

/** The flags of a command by name, without dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of flags. */
export type Values<T extends Flags> = { readonly [Name in keyof T]: ReturnType<T[Name]["read"]> };

/** A flag without a value; false unless given. */
export function toggle(help: string): Flag<boolean> {
  return { value: null, help, multiple: false, read: (given) => given === true };
}

/** A flag that may be repeated; empty unless given. */
export function list(value: string, help: string): Flag<readonly string[]> {
  return { value, help, multiple: true, read: (given = []) => given as readonly string[] };
}

/** A flag with any value, or one matching `form`, as `rule` describes: "--flag looks like …, not …". */
export function text(
  value: string,
  help: string,
  form?: Pick<RegExp, "test">,
  rule = "",
): Flag<string | undefined> {
  return single<string, undefined>(value, help, undefined, (given) =>
    form?.test(given) === false ? { rule } : given,
  );
}

/** A flag that is one of these words. */
export function word<Word extends string>(value: string, help: string, words: readonly Word[]) {
  return single<Word, undefined>(value, help, undefined, (given) => {
    const found = words.find((one) => one === given);
    return found ?? { rule: `can be ${words.join(", ")}`, hint: suggested(given, words) };
  });
}

/** A flag that is a number within bounds, both inclusive. --help describes it unless given. */
export function number<Fallback extends number | undefined>(
  value: string,
  help: string,
  [least, most]: readonly [number, number],
  fallback: Fallback,
): Flag<number | Fallback> {
  const told = fallback === undefined ? help : `${help} (${fallback})`;
  return single<number, Fallback>(value, told, fallback, (given) => {
    const found = /^[0-9]+(\.[0-9]+)?$/.test(given) ? Number(given) : Number.NaN;
    return found >= least && found <= most ? found : { rule: `is a number from ${least} to ${most}` };
  });
}

function single<Value extends string | number, Fallback>(
  value: string,
  help: string,
  fallback: Fallback,
  parse: (given: string) => Value | { readonly rule: string; readonly hint?: string | null },
): Flag<Value | Fallback> {
  return {
    value,
    help,
    multiple: false,
    read: (given, name) => {
      if (given === undefined) return fallback;
      const parsed = parse(String(given));
      if (typeof parsed !== "object") return parsed;
      const { rule, hint = null } = parsed;
      throw new UsageError(`--${name} ${rule}, not "${given}"${hint === null ? "" : `; ${hint}`}`);
    },
  };
}

/**
 * Parses the arguments of a command.
 *
 * @param positionals - Names of the positional arguments, all of which are required.
 * @throws UsageError that names the flag that is unknown, repeated or lacks its value.
 */
export function parseFlags(
  args: readonly string[],
  flags: Flags,
  positionals: readonly string[] = [],
): { readonly given: Given; readonly positionals: readonly string[] } {
  const known: Flags = { ...flags, help: toggle("tells more") };
  const options = Object.entries(known).map(([name, { value, multiple }]) => {
    const type: "boolean" | "string" = value === null ? "boolean" : "string";
    return [name, { type, multiple }] as const;
  });
  const { tokens, ...parsed } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = known[name];
    if (flag === undefined) {
      const names = Object.keys(known).map((one) => `--${one}`);
      throw new UsageError(
        `unknown flag ${rawName}; ${suggested(rawName, names) ?? "--help shows the flags"}`,
      );
    }
    const isMissing = value === undefined || (!inlineValue && value.startsWith("--"));
    if (flag.value !== null && isMissing) throw new UsageError(`${rawName} needs a value`);
    if (flag.value === null && value !== undefined) throw new UsageError(`${rawName} takes no value`);
    if (!flag.multiple && seen.has(name)) throw new UsageError(`${rawName} is given twice`);
    seen.add(name);
  }
  const given = parsed.values as Given;
  const { [parsed.positionals.length]: lacking } = positionals;
  const { [positionals.length]: extra } = parsed.positionals;
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many; --help shows the usage`);
  if (lacking !== undefined && given.help !== true) {
    throw new UsageError(`${lacking} is missing; --help shows the usage`);
  }
  return { given, positionals: parsed.positionals };
}

/** Reads the values of flags. @throws UsageError that names the flag and lists what it can be. */
export function readValues<T extends Flags>(flags: T, given: Given): Values<T> {
  const values = Object.entries(flags).map(([name, flag]) => [name, flag.read(given[name], name)]);
  return Object.fromEntries(values) as Values<T>;
}

/** Asks whether the nearest of these words was meant; null if none is close. */
export function suggested(given: string, words: readonly string[]): string | null {
  const suggestion = nearest(given, words);
  return suggestion === null ? null : `did you mean ${suggestion}?`;
}

/** The lines of --help about these flags. */
export function flagLines(flags: Flags): string {
  const lines = Object.entries(flags).map(([name, { value, help }]) => {
    const shown = value === null ? `--${name}` : `--${name} ${value}`;
    return `  ${shown.padEnd(24)}${help.replaceAll("\n", `\n${" ".repeat(26)}`)}`;
  });
  return lines.join("\n");
}

/** A command line to paste into a shell. Flags that are undefined or false are omitted. */
export function commandLine(command: string, flags: Readonly<Record<string, string | boolean | undefined>>) {
  const words = Object.entries(flags).map(([name, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? ` --${name}` : ` --${name} ${quote(value)}`;
  });
  return `npx partner-card ${command}${words.join("")}`;
}
