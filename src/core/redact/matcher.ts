/** A stretch of a text, from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds many patterns in a text at once. */
export interface Matcher {
  /** Adds a pattern; one shorter than `shortest` is ignored. */
  add(pattern: string): void;
  /** Undoes one `add` of this pattern. */
  remove(pattern: string): void;
  /** Positions of the patterns; a pattern cut off by the end of the text counts too. */
  spans(text: string): Span[];
}

const block = 3;

/** A hash of the three characters that end at `end`; different blocks may collide. */
function hash(text: string, end: number): number {
  return (
    (text.charCodeAt(end) * 961 + text.charCodeAt(end - 1) * 31 + text.charCodeAt(end - 2) * 7919) & 0xffff
  );
}

/**
 * A matcher that looks at about every sixth character (after Wu and Manber): three characters tell how far
 * away the next possible pattern is. Since every pattern has a minimum length, the table of these distances
 * can grow while in use, so that a new token does not require a new table.
 *
 * @param shortest - Minimum length of a pattern; a larger one makes the search faster.
 */
export function createMatcher(shortest: number): Matcher {
  const farthest = shortest - block + 1;
  const distance = new Uint8Array(0x10000).fill(farthest);
  const uses = new Map<string, number>();
  const byStart = new Map<string, string[]>();

  function add(pattern: string): void {
    if (pattern.length < shortest) return;
    const used = uses.get(pattern) ?? 0;
    uses.set(pattern, used + 1);
    if (used > 0) return;
    for (let end = block - 1; end < shortest; end++) {
      const slot = hash(pattern, end);
      distance[slot] = Math.min(distance[slot] ?? farthest, shortest - 1 - end);
    }
    const start = pattern.slice(0, shortest);
    const alike = byStart.get(start) ?? [];
    alike.push(pattern);
    alike.sort((a, b) => b.length - a.length);
    byStart.set(start, alike);
  }

  // The distances are kept: one that is too small only costs time, one that is too large could miss a secret.
  function remove(pattern: string): void {
    const used = uses.get(pattern);
    if (used === undefined) return;
    if (used > 1) {
      uses.set(pattern, used - 1);
      return;
    }
    uses.delete(pattern);
    const start = pattern.slice(0, shortest);
    byStart.set(start, byStart.get(start)?.filter((other) => other !== pattern) ?? []);
  }

  function lengthAt(text: string, start: number): number {
    for (const pattern of byStart.get(text.slice(start, start + shortest)) ?? []) {
      if (text.startsWith(pattern, start)) return pattern.length;
      if (start + pattern.length > text.length && pattern.startsWith(text.slice(start))) {
        return text.length - start;
      }
    }
    return 0;
  }

  function spans(text: string): Span[] {
    const found: Span[] = [];
    let end = shortest - 1;
    while (end < text.length) {
      const step = distance[hash(text, end)] ?? farthest;
      if (step === 0) {
        const start = end - shortest + 1;
        const length = lengthAt(text, start);
        if (length > 0) found.push({ start, end: start + length });
      }
      end += Math.max(step, 1);
    }
    return found;
  }

  return { add, remove, spans };
}
