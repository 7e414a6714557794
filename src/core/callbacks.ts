/**
 * Calls code that is not the client's own and only looks on, such as a logger. What it throws, and what it
 * rejects with later, is its own affair: it must neither end a call nor the process.
 *
 * @param callback - Calls the code.
 * @returns What it answered; undefined where it threw or is going to answer later.
 */
export function onlooker<T>(callback: () => T): T | undefined {
  try {
    const answer = callback();
    if (!isThenable(answer)) return answer;
    // Through a promise of our own: a foreign one may have no catch, and its then may throw.
    Promise.resolve(answer).catch(() => undefined);
  } catch {
    // Seeing inside must not change what is inside.
  }
  return undefined;
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value;
}
