import { ExactNumber, writeExact } from "./exact-json.ts";
import { isObject } from "./shape.ts";

/**
 * A value as JSON, for messages and comparisons, with members by their names: in which order they come means nothing
 * (RFC 8259, section 4). A fixed text if it is nested too deeply.
 */
export function jsonText(value: unknown): string {
  return written(() => writeExact(inOrder(value)));
}

/** The same with members in the order in which they came, for people to whom what is shown has its usual order. */
export function asItCame(value: unknown): string {
  return written(() => writeExact(value));
}

function written(write: () => string | undefined): string {
  try {
    return write() ?? "nothing";
  } catch {
    return "[nested too deeply to show]";
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value) || value instanceof ExactNumber) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, inOrder(value[name])]),
  );
}
