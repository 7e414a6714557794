/** What an accepted write does to an item. */
import { valueAt } from "../../src/core/json.ts";
import { withValueAt } from "../base/pointer.ts";
import { isObject } from "../base/shape.ts";
import type { Item } from "./state.ts";

/**
 * How a body becomes the new value: it replaces the old one, is merged into it (RFC 7396), or gives it some
 * properties.
 */
export type ChangeMode = "replace" | "merge" | "assign";

/** A change of an item that has been accepted. */
export interface Change {
  /** The item as the state has it; it is changed in place. */
  readonly item: Item;
  /** JSON pointer to what is changed in the item. */
  readonly target: string;
  readonly mode: ChangeMode;
  readonly changes: unknown;
}

/** Carries out a change. */
export function applyChange({ item, target, mode, changes }: Change): void {
  const next = withValueAt(item, target, combined(valueAt(item, target), changes, mode)) as Item;
  for (const name of Object.keys(item)) if (!Object.hasOwn(next, name)) delete item[name];
  Object.assign(item, next);
}

/** What a value becomes. */
export function combined(before: unknown, changes: unknown, mode: ChangeMode): unknown {
  if (mode === "replace" || !isObject(changes)) return changes;
  const start = isObject(before) ? before : {};
  if (mode === "assign") return { ...start, ...changes };
  const merged = { ...start };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete merged[name];
    else merged[name] = combined(merged[name], value, "merge");
  }
  return merged;
}
