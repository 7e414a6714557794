/** Idempotency keys that servers take for the same which compare them in part alone. */

/** One way to compare keys in part. */
export interface AlikeKeys {
  readonly way: string;
  /** What is compared. */
  readonly kept: (key: string) => string;
  /** Makes a key of that form of any. */
  readonly form: (key: string) => string;
  /** Makes another one of it, of which the same is compared. */
  readonly near: (key: string) => string;
}

const otherEnd = (key: string) => `${key.slice(0, -1)}${key.endsWith("7") ? "8" : "7"}`;

/** A column of 64 characters, a part that is cut off, and a number with the digits of a double. */
export const alikeKeys: readonly AlikeKeys[] = [
  {
    way: "64-characters",
    kept: (key) => key.slice(0, 64),
    form: (key) => `${key}${key}`,
    near: otherEnd,
  },
  {
    way: "first-part",
    kept: (key) => key.replace(/[:/.].*/, ""),
    form: (key) => `${key}:1`,
    near: (key) => key.replace(/:1$/, ":2"),
  },
  {
    way: "as-number",
    kept: (key) => (/^\d+$/.test(key) ? String(Number(key)) : key),
    form: (key) => `123456789${key.replaceAll(/\D/g, "").padEnd(20, "4")}`,
    near: otherEnd,
  },
];
