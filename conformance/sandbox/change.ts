/** What an accepted write does to an item. */
import type { Operation } from "../../generated/operations.ts";
import { valueAt } from "../../src/core/json.ts";
import { withoutValueAt, withValueAt } from "../base/pointer.ts";
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
  /** Names of properties that go. */
  readonly without?: readonly string[];
}

/** Carries out a change. */
export function applyChange({ item, target, mode, changes, without = [] }: Change): void {
  const made = combined(valueAt(item, target), changes, mode);
  const left = without.reduce((rest, name) => withoutValueAt(rest, `/${name}`), made);
  const next = withValueAt(item, target, left) as Item;
  for (const name of Object.keys(item)) if (!Object.hasOwn(next, name)) delete item[name];
  Object.assign(item, next);
}

/**
 * What the body of a PUT may have and leaves out, which is no more then (RFC 9110, section 9.3.4); nothing for any other
 * operation, or where the body is of another form than what it changes.
 *
 * @param id - JSON pointer to the id of what is changed, which stays.
 */
export function leftOut(operation: Operation, body: unknown, id = ""): readonly string[] {
  const { method, bodyFields, readOnlyFields = [], changes } = operation;
  if (method !== "PUT" || !isObject(body) || changes?.member !== undefined) return [];
  return bodyFields.filter(
    (name) => !Object.hasOwn(body, name) && !readOnlyFields.includes(name) && id !== `/${name}`,
  );
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
