/** Run-time checks for callers without a compiler. Errors name what is wrong and never show a value. */
import { isSignal } from "./abort.ts";
import { RequestError } from "./errors.ts";
import { nearMiss } from "./near-miss.ts";

/** Error code of a refusal: for an option of `createClient`, or for an argument of a call. */
export type Refusal = "invalid-configuration" | "invalid-argument";

/**
 * The error for an option or argument.
 *
 * @param name - Name of the option or argument.
 * @param problem - What is wrong with it; continues the sentence after the name.
 */
function refused(name: string, problem: string, code: Refusal): RequestError {
  const end = problem.endsWith("?") ? "" : ".";
  const nothing = code === "invalid-argument" ? " Nothing was sent." : "";
  const cause = { [code === "invalid-argument" ? "argument" : "option"]: name };
  return new RequestError(code, `${name} ${problem}${end}${nothing}`, { cause });
}

/** The error for an argument of a call; see {@link refused}. */
export function wrongArgument(name: string, problem: string): RequestError {
  return refused(name, problem, "invalid-argument");
}

/** The error for an option of `createClient`; see {@link refused}. */
export function wrongOption(name: string, problem: string): RequestError {
  return refused(name, problem, "invalid-configuration");
}

/** Describes the kind of a value without showing it. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return kindOfNumber(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function kindOfNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "zero";
  return `a ${value < 0 ? "negative " : ""}${Number.isInteger(value) ? "number" : "fraction"}`;
}

/**
 * Checks an object of options. An unknown name that resembles an option is refused: a misspelled option must
 * not be silently ignored.
 *
 * @param known - Names of the options.
 * @throws RequestError.
 */
export function checkNames(
  name: string,
  value: unknown,
  known: readonly string[],
  code: Refusal = "invalid-argument",
): asserts value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refused(name, `must be an object, not ${kindOf(value)}`, code);
  }
  for (const key of Object.keys(value)) {
    const meant = nearMiss(key, known);
    if (meant !== undefined) throw refused(`${name}.${key}`, `is not known; did you mean ${meant}?`, code);
  }
}

/** A non-empty string. */
export function text(name: string, value: unknown, code: Refusal = "invalid-configuration"): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw refused(name, value === undefined ? "is missing" : "must be a non-empty string", code);
}

/** One of several words; the first if there is no value. */
export function oneOf<const T extends string>(name: string, value: unknown, values: readonly [T, ...T[]]): T {
  const found = value === undefined ? values[0] : values.find((other) => other === value);
  if (found !== undefined) return found;
  throw wrongOption(name, `must be one of ${values.join(", ")}`);
}

/** A number greater than zero, Infinity included. */
export function positive(
  name: string,
  value: unknown,
  otherwise: number,
  code: Refusal = "invalid-configuration",
): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value > 0) return value;
  throw refused(name, `must be a number greater than zero, not ${kindOf(value)}`, code);
}

/** A whole number of at least `least`, or Infinity if `endless`. */
export function whole(
  name: string,
  value: unknown,
  { least, endless = false }: { readonly least: 0 | 1; readonly endless?: boolean },
  code: Refusal = "invalid-argument",
): number {
  if (
    typeof value === "number" &&
    value >= least &&
    (Number.isSafeInteger(value) || (endless && value === Infinity))
  )
    return value;
  const problem = `must be a whole number, ${least === 0 ? "zero" : "one"} or more${endless ? "; Infinity takes all" : ""}`;
  throw refused(name, value === undefined ? `is missing: it ${problem}` : problem, code);
}

/** A function, if present. */
export function checkFunction(name: string, value: unknown): void {
  if (value === undefined || typeof value === "function") return;
  throw wrongOption(name, `must be a function, not ${kindOf(value)}`);
}

/** An object with methods; optional methods must be functions if present. An absent object is not checked. */
export function checkMethods(
  name: string,
  value: unknown,
  methods: readonly string[],
  optional: readonly string[] = [],
): void {
  if (value === undefined) return;
  const object = value as Record<string, unknown> | null;
  const has = (method: string) => typeof object?.[method] === "function";
  const lacks =
    methods.find((method) => !has(method)) ??
    optional.find((method) => object?.[method] !== undefined && !has(method));
  if (lacks !== undefined) throw wrongOption(name, `must have a method ${lacks}`);
}

/** An AbortSignal, if present. */
export function checkSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined || isSignal(value)) return value;
  throw wrongArgument("signal", `must be an AbortSignal, not ${kindOf(value)}`);
}
