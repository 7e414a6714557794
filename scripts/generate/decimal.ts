import type { Schema } from "./document.ts";

/** True for a text that is a number with a decimal point, by its pattern, as amounts are that have to be exact. Pure. */
export function isDecimal({ type, format, pattern = "" }: Schema): boolean {
  const withoutDigits = pattern.replace(/\[[01]-9\]|\\d|\{\d+(?:,\d*)?\}/g, "");
  // Then it has the point alone, and what says how often each part comes.
  const rest = withoutDigits.replace(/[\^$()?:*+|0-9-]/g, "");
  return type === "string" && format === undefined && (rest === "\\." || rest === "[.]");
}
