/** Idempotency keys that are almost the same: to a server that tells them apart only in part, one is the other. */
import { randomUUID } from "node:crypto";

/** How many keys come out of one, at least: in that many of its decimal digits. */
export const keysOfOne = 14;

/** Where a UUID has a decimal digit, apart from the one that names its version. */
function placesOf(key: string): readonly number[] {
  return [...key.matchAll(/(?<!^.{14})[0-9]/g)].map(({ index }) => index);
}

/** A new key, a UUID, that has {@link keysOfOne} near ones. */
export function newKey(): string {
  for (;;) {
    const key = randomUUID();
    if (placesOf(key).length >= keysOfOne) return key;
  }
}

/**
 * Another key that differs from this one in one bit of one decimal digit: of its text as of the number it stands for.
 *
 * @param place - Which digit, from 1 for the last one to {@link keysOfOne}.
 */
export function nearKey(key: string, place: number): string {
  const at = placesOf(key).at(-place) ?? 0;
  return `${key.slice(0, at)}${Number(key.charAt(at)) ^ 1}${key.slice(at + 1)}`;
}

/** New keys, of which most differ from the one before in one bit; never in the first place of those. */
export function createNearKeys(): () => string {
  let key = "";
  let count = 0;
  return () => {
    const place = count % (keysOfOne - 1);
    key = place === 0 ? newKey() : nearKey(key, place);
    count += 1;
    return key;
  };
}
