import { randomFor } from "../../plan/random.ts";

/** Numbers that look random and are the same for the same names. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  /**
   * One of these.
   *
   * @throws RangeError where there are none.
   */
  pick<T>(values: readonly T[]): T;
}

/**
 * Numbers for a place in a sample. Each place has its own, so that one more group, or one more draw in a place,
 * does not shift the others.
 *
 * @param names - The seed, the group and the number of the draw.
 */
export function randomAt(...names: readonly (string | number)[]): Random {
  const next = randomFor(0, JSON.stringify(names));
  return {
    next,
    pick: <T>(values: readonly T[]) => {
      if (values.length === 0) throw new RangeError("there is nothing to draw from");
      return values[Math.floor(next() * values.length)] as T;
    },
  };
}
