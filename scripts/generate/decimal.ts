import type { Schema } from "./document.ts";

/** True for a text that is a number with a decimal point, by its pattern, as amounts are that have to be exact. Pure. */
export function isDecimal({ type, format, pattern = "" }: Schema): boolean {
  const plain = pattern
    .replace(/\[[01]-9\]|\\d/g, "#")
    .replace("[.]", "\\.")
    .replace(/[\^$()?|-]/g, "");
  // As many digits as there are, the point, and a few more: those of a day or a version are counted otherwise.
  return (
    type === "string" &&
    format === undefined &&
    /^0?#*(?:#[*+]|#\{[01],\d+\})\\\.(?:#{1,6}|#\{[1-6](?:,[1-6])?\})$/.test(plain)
  );
}
