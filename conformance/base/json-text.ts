import { writeExact } from "./exact-json.ts";

/** A value as JSON, for messages and comparisons; what is nested too deeply for that is only named. */
export function jsonText(value: unknown): string {
  try {
    return writeExact(value) ?? "nothing";
  } catch {
    return "[nested too deeply to show]";
  }
}
