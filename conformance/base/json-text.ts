import { writeExact } from "./exact-json.ts";

/** A value as JSON, for messages and comparisons; a fixed text if it is nested too deeply. */
export function jsonText(value: unknown): string {
  try {
    return writeExact(value) ?? "nothing";
  } catch {
    return "[nested too deeply to show]";
  }
}
