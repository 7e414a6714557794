/** Numbers that look random, and are the same for the same seed and place. */

/**
 * A source of numbers in [0, 1). Each place has a source of its own, so that what is added at one place leaves
 * what is drawn at the others as it was.
 *
 * @param seed - A whole number.
 * @param place - What the numbers are for, in words.
 */
export function randomFor(seed: number, place: string): () => number {
  return mulberry32(hashOf(`${seed} ${place}`));
}

/** A small generator with a 32-bit state: good enough for test data, and reproducible. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in an order drawn from a source. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}

/** A 32-bit hash of a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf8")) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
