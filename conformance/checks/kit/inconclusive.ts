import type { Fact } from "./verdict.ts";

/**
 * Thrown by what a check asks for when the check can't go on: the fact says what is missing. Whoever drives the
 * check makes its verdict of that fact, so that no check has to hand it on.
 */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive";
  readonly fact: Fact;

  /**
   * @param what - What is missing, in one line for the report; or a fact that says it.
   * @param exchanges - Ids of the exchanges that show it.
   */
  constructor(what: string | Fact, exchanges: readonly string[] = []) {
    const fact: Fact = typeof what === "string" ? { kind: "missing", what, exchanges } : what;
    super(fact.kind === "missing" ? fact.what : fact.kind);
    this.fact = fact;
  }
}

/** What a piece of work comes to; where it throws {@link Inconclusive}, what is made of that instead. */
export async function onInconclusive<T, U>(
  work: Promise<T>,
  otherwise: (reason: Inconclusive) => U,
): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Inconclusive) return otherwise(error);
    throw error;
  }
}

/** What a piece of work comes to; null where it throws {@link Inconclusive}, and the check can go on without it. */
export function ifConclusive<T>(work: Promise<T>): Promise<T | null> {
  return onInconclusive(work, () => null);
}
