/** Merge patches, as the server of the second API takes them. */
import { isObject } from "../../base/shape.ts";

/** What a merge patch makes of a value (RFC 7396, section 2). */
export function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const all = Object.entries(patch).map(([name, part]) => [
    name,
    merged(isObject(value) ? value[name] : null, part),
  ]);
  const whole = { ...(isObject(value) ? value : {}), ...Object.fromEntries(all) };
  return Object.fromEntries(Object.entries(whole).filter(([, part]) => part !== null));
}
